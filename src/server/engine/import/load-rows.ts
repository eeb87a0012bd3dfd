import { FIRST_ROW } from '#kernel/csv-import.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { rowsSql } from '../projection.ts';
import { parseRow } from '../records.ts';
import { quoted } from '../sql.ts';
import { newDraft, Problems, type Draft } from './draft.ts';
import { checkDrafts, prepareFile, type CheckContext } from './prepare.ts';
import type { ReadRows } from './read-rows.ts';
import type { ImportRow } from './request.ts';
import { writeRows } from './write-rows.ts';

/** Problems that an answer lists; the others are counted. */
export const MOST_LISTED = 500;

/** A new record as a person would enter it. */
export interface NewRecord {
  values: Values;
  /** Since when it is known; now unless told. */
  createdAt?: Date;
}

/** 422 with what is wrong per row and column: `errors` has the first of `error_total` problems. */
function refused(problems: Problems): Refusal {
  return new Refusal(422, problems.sentence(), {
    errors: problems.first(MOST_LISTED),
    details: { error_total: problems.total },
  });
}

/** @throws {Refusal} 422 for a file without rows */
export function demandRows(read: ReadRows): void {
  if (read.drafts.length > 0 || read.problems.total > 0) return;
  const message = 'The file has no rows to import.';
  throw new Refusal(422, message, { errors: [{ field: 'data', message }] });
}

/**
 * Imports the rows of a file in the transaction of the caller.
 * @param createdAt since when the record of a row is known; now unless told
 * @throws {Refusal} 422 with every wrong row and column
 */
export async function loadFile(
  context: CheckContext,
  rows: readonly ImportRow[],
  createdAt?: (row: number) => Date,
): Promise<ReadRows> {
  const read = await prepareFile(context, rows);
  demandRows(read);
  await write(context, 'import', read.drafts, read.problems, createdAt && ((draft) => createdAt(draft.row)));
  return read;
}

/**
 * Creates any number of records in the transaction of the caller, by the rules of single ones; answers their
 * ids in order.
 * @throws {Refusal} 422 with what is wrong; the first record is row 2, as in a file
 */
export async function loadRecords(context: CheckContext, records: readonly NewRecord[]): Promise<number[]> {
  const problems = new Problems(context.resource, new Map());
  const drafts = records.map(({ values }, at) => ({ ...newDraft(at + FIRST_ROW), values: { ...values } }));
  await checkDrafts(context, drafts, problems);
  const now = context.now;
  return write(context, 'create', drafts, problems, ({ row }) => records[row - FIRST_ROW]?.createdAt ?? now);
}

async function write(
  context: CheckContext,
  action: 'create' | 'import',
  drafts: readonly Draft[],
  problems: Problems,
  createdAt?: (draft: Draft) => Date,
): Promise<number[]> {
  const { tx, registry, resource, onProgress } = context;
  if (problems.total > 0) throw refused(problems);
  const total = drafts.length;
  const progress = (done: number) => onProgress({ phase: 'writing', done, total });
  progress(0);
  const ids = await writeRows(tx, registry, resource, drafts, {
    who: context,
    action,
    vault: context.vault,
    createdAt,
    onProgress: progress,
  });
  await afterWrite(context, ids);
  return ids;
}

async function afterWrite(context: CheckContext, ids: readonly number[]): Promise<void> {
  const { behaviour, registry, resource, tx } = context;
  if (!behaviour?.afterWrite) return;
  const source = rowsSql(registry, resource, {
    from: `${quoted(resource.name)} t`,
    rest: 'WHERE t.id = ANY($1::int[]) ORDER BY t.id',
  });
  const { rows } = await tx.query<{ row: string }>(`SELECT row_to_json(r)::text AS row FROM (${source}) r`, [
    ids,
  ]);
  for (const { row } of rows) {
    const after = parseRow(row);
    await behaviour.afterWrite(context, { action: 'create', id: after.id, before: null, after });
  }
}
