import type { ImportPreview, ImportResult } from '#kernel/csv/csv-import.ts';
import { MOST_MATCHING } from '#kernel/bulk.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { undoneAfter } from '#server/platform/database/savepoint.ts';
import type { Outcome } from '../../idempotency.ts';
import { readRowsById } from '../../records.ts';
import { labelsOf } from '../../review/held-change.ts';
import { keepRehearsed, rehearsedOf, type Rehearsed } from '../../review/keep-waiting.ts';
import { asApproved } from '../../review/rules.ts';
import { outcomeOf, type Draft } from '../draft.ts';
import { writePlanned } from '../load-rows.ts';
import type { PlanContext } from '../prepare.ts';
import type { ReadFile } from '../reading/read-rows.ts';
import { importPreview, importResult } from '../run-import.ts';
import { storeFile, type WaitingFile } from './file-store.ts';

/**
 * Keeps a whole file for a second person, in the transaction of its import: its rows, what its preview shows, and what it changes of
 * each record, which is made first and undone. New records are made with the rest, once it is approved.
 * @param read the planned file, of one model
 * @returns 202 with what waits; nothing is changed
 * @throws {Refusal} 413 for more than can be taken back at once, 422 where it would change a secret
 */
export async function keepFile(
  context: PlanContext,
  resource: Resource,
  file: WaitingFile,
  read: ReadFile,
): Promise<Outcome> {
  const { tx, registry } = context;
  const drafts = read.parts.flatMap((part) => part.drafts);
  const changed = drafts.filter((draft) => outcomeOf(draft) === 'update');
  const created = drafts.filter((draft) => outcomeOf(draft) === 'create').length;
  const records = changed.length + created;
  if (records > MOST_MATCHING)
    throw new Refusal(
      413,
      `The file would wait for a second person, and at most ${grouped(MOST_MATCHING)} records wait together. Please split the file.`,
    );
  const preview: ImportPreview = await importPreview(tx, registry, read);
  const result = importResult(read);
  const rehearsed = await rehearse(context, resource, read, changed);
  const id = await keepRehearsed(tx, resource, rehearsed, context);
  await storeFile(tx, id, { created, preview, file });
  const nothing: ImportResult = {
    ...result,
    created: 0,
    ...('updated' in result && { updated: 0 }),
  };
  const waits = { id, records, fields: labelsOf(resource, read.held) };
  return { status: 202, body: { data: nothing, meta: { total: file.rows.length, changes: null }, waits } };
}

async function rehearse(
  context: PlanContext,
  resource: Resource,
  read: ReadFile,
  changed: readonly Draft[],
): Promise<Rehearsed[]> {
  const { tx, registry } = context;
  const ids = changed.flatMap(({ existing }) => (existing ? [existing.id] : []));
  const before = await readRowsById(tx, registry, resource, ids);
  return undoneAfter(tx, async () => {
    await writePlanned({ ...context, ...asApproved(context), onProgress: () => undefined }, read);
    const after = await readRowsById(tx, registry, resource, ids);
    return rehearsedOf(tx, resource, before, [...after.values()], context.requestId);
  });
}
