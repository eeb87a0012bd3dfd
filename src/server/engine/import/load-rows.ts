import { FIRST_ROW } from '#kernel/csv/csv-import.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { readRowsById } from '../records.ts';
import { newDraft, outcomeOf, type Draft } from './draft.ts';
import { flatInTurns, inTurns } from '../in-turns.ts';
import { rememberRows } from './reading/known-rows.ts';
import type { ImportPart } from './part.ts';
import { callHooks, checkDrafts, planFile, type PlanContext } from './prepare.ts';
import { FileProblems, Problems, RefusedFile } from './problems.ts';
import type { ImportTable } from './reading/read-part.ts';
import type { ReadFile } from './reading/read-rows.ts';
import { updateRows } from './writing/update-rows.ts';
import { writeRows } from './writing/write-rows.ts';

/** A new record as a person would enter it. */
export interface NewRecord {
  values: Values;
  /** Since when it is known; now by default. */
  createdAt?: Date;
}

/** @throws {Refusal} 422 for a file without rows */
export function demandRows({ parts, problems }: ReadFile): void {
  if (problems.total > 0 || parts.some(({ drafts }) => drafts.length > 0)) return;
  const message = 'The file has no rows to import.';
  throw new Refusal(422, message, { errors: [{ field: 'data', message }] });
}

/**
 * Plans a file that is to be written.
 * @throws {Refusal} 422 with every wrong row and column; with `leavesOut` only for wrong headers
 */
export async function planToWrite(
  context: PlanContext,
  parts: readonly ImportPart[],
  tables: readonly ImportTable[],
): Promise<ReadFile> {
  const read = await planFile(context, parts, tables);
  demandRows(read);
  const { problems } = read;
  if (problems.total > 0 && (!context.leavesOut || problems.broken)) throw new RefusedFile(problems);
  return read;
}

/**
 * Does what was planned of a file, in the transaction of the caller.
 * @param createdAt since when the new record of a row is known; now by default
 */
export async function writePlanned(
  context: PlanContext,
  read: ReadFile,
  createdAt?: (row: number) => Date,
): Promise<void> {
  const moment = createdAt && ((draft: Draft) => createdAt(draft.row));
  const ids = new Map<Draft, number>();
  for (const { resource, drafts } of read.parts)
    await write(context, resource, drafts, ids, 'import', moment);
  for (const part of read.parts) if (part.knowsRows) await rememberRows(context.tx, part, ids);
}

/** Plans a file and does what was planned, as `planToWrite` and `writePlanned` do. */
export async function applyFile(
  context: PlanContext,
  parts: readonly ImportPart[],
  tables: readonly ImportTable[],
  createdAt?: (row: number) => Date,
): Promise<ReadFile> {
  const read = await planToWrite(context, parts, tables);
  await writePlanned(context, read, createdAt);
  return read;
}

/**
 * Creates any number of records in the transaction of the caller, by the rules of single ones; answers their
 * ids in order.
 * @throws {Refusal} 422 with what is wrong; the first record is row 2, as in a file
 */
export async function loadRecords(
  context: PlanContext,
  resource: Resource,
  records: readonly NewRecord[],
): Promise<number[]> {
  const file = new FileProblems();
  const problems = new Problems(resource, file);
  const drafts = records.map(({ values }, at) => ({ ...newDraft(at + FIRST_ROW), values: { ...values } }));
  await checkDrafts(context, resource, drafts, problems);
  if (file.total === 0) await callHooks(context, { resource, drafts, problems });
  if (file.total > 0) throw new RefusedFile(file);
  const ids = new Map<Draft, number>();
  await write(
    context,
    resource,
    drafts,
    ids,
    'create',
    ({ row }) => records[row - FIRST_ROW]?.createdAt ?? context.now,
  );
  return drafts.map((draft) => ids.get(draft) ?? 0);
}

/** Writes the records of one model; adds the ids of new ones to `ids`, where those of models before it stand. */
async function write(
  context: PlanContext,
  resource: Resource,
  drafts: readonly Draft[],
  ids: Map<Draft, number>,
  action: 'create' | 'import',
  createdAt?: (draft: Draft) => Date,
): Promise<void> {
  const { tx, registry, onProgress } = context;
  const created = await flatInTurns(drafts, (draft) => (outcomeOf(draft) === 'create' ? [draft] : []));
  const updated = await flatInTurns(drafts, (draft) => (outcomeOf(draft) === 'update' ? [draft] : []));
  const total = created.length + updated.length;
  const progress = (done: number) => onProgress({ phase: 'writing', done, total });
  progress(0);
  const hook = context.behaviourOf(resource)?.afterWrite;
  const changed = updated.map(({ existing }) => existing?.id ?? 0);
  const before = await readRowsById(tx, registry, resource, hook ? changed : []);
  await writeRows(tx, registry, resource, created, ids, {
    who: context,
    action,
    vault: context.vault,
    createdAt,
    onProgress: progress,
  });
  await updateRows(tx, registry, resource, updated, ids, context);
  progress(total);
  if (!hook) return;
  const added = created.map((draft) => ids.get(draft) ?? 0);
  const after = await readRowsById(tx, registry, resource, [...added, ...changed]);
  await inTurns(after, async ([id, row]) => {
    const old = before.get(id);
    await hook(
      context,
      old
        ? { action: 'update', id, before: old, after: row }
        : { action: 'create', id, before: null, after: row },
    );
  });
}
