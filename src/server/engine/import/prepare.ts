import type pg from 'pg';
import type { ImportProgress } from '#kernel/csv/csv-import.ts';
import { Refusal } from '#kernel/errors.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Hooks } from '../hooks.ts';
import { lockWrittenCircles, readRowsById } from '../records.ts';
import { nameInFull } from '../short-names.ts';
import type { Vault } from '../kinds/field-sql.ts';
import { todayIn, UTC } from '#server/platform/database/today.ts';
import type { Who } from '../writes/write-statements.ts';
import { checkReferences, checkRows } from './checks/check-rows.ts';
import { findCycles } from './checks/cycles.ts';
import { outcomeOf, type Draft } from './draft.ts';
import { findDuplicates } from './checks/duplicates.ts';
import { findExisting, mergeRows } from './reading/existing.ts';
import { flatInTurns, inTurns } from '../in-turns.ts';
import { findKnownRows } from './reading/known-rows.ts';
import type { ImportPart } from './part.ts';
import type { Problems } from './problems.ts';
import type { ImportTable, ReadPart } from './reading/read-part.ts';
import { readFile, type ReadFile } from './reading/read-rows.ts';
import { resolveReferences } from './reading/references.ts';
import { holdRows } from './checks/held-rows.ts';

export type OnProgress = (progress: ImportProgress) => void;

/** The context of the checks of a file; they run in the transaction that writes it. */
export interface PlanContext extends Who {
  tx: pg.PoolClient;
  registry: Registry;
  behaviourOf: (resource: Resource) => Hooks | undefined;
  vault: Vault;
  now: Date;
  /** Keeps others from changing the records that it finds until the end, since they will be written. */
  lock: boolean;
  /** Takes a file over without its wrong rows; by default one wrong row refuses all of it. */
  leavesOut?: boolean;
  /** Whether the file can wait for a second person as a whole. */
  mayWait?: boolean;
  onProgress: OnProgress;
}

/**
 * Reads a file and plans what comes of every row: a new record, an update, or nothing. The errors are in
 * `problems`, and nothing is written.
 */
export async function planFile(
  context: PlanContext,
  parts: readonly ImportPart[],
  tables: readonly ImportTable[],
): Promise<ReadFile> {
  const { tx, registry, onProgress } = context;
  const total = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  onProgress({ phase: 'reading', done: 0, total });
  const read = await readFile(registry, parts, tables);
  if (context.lock) for (const part of read.parts) await lockCirclesOf(tx, part);
  const byNames = read.parts.filter(isFoundByNames);
  const byOwn = read.parts.filter((part) => !isFoundByNames(part));
  for (const part of byNames) await resolveReferences(tx, registry, part, read.parts);
  for (const part of read.parts) await findExisting(tx, part, context.lock);
  for (const part of byOwn) await resolveReferences(tx, registry, part, read.parts);
  if (read.parts.length > 1) await mergeParts(tx, read.parts);
  for (const part of read.parts) await checkDrafts(context, part.resource, part.drafts, part.problems);
  if (context.leavesOut) leaveOutWrong(read);
  for (const part of read.parts) if (part.knowsRows) await findKnownRows(tx, registry, part);
  if (read.problems.total === 0 || context.leavesOut)
    for (const part of read.parts) {
      await callHooks(context, part);
      read.held.push(...(await holdRows(context, part)));
    }
  if (context.leavesOut) leaveOutWrong(read);
  return read;
}

/** Whether its records are found by what they refer to, among others, which is looked up first then. */
const isFoundByNames = ({ resource, key }: ReadPart): boolean =>
  key?.some((name) => asReference(resource.fields[name])) ?? false;

/** Lets changes of the references of a file that must not form a circle wait, before those of the records that it locks. */
async function lockCirclesOf(tx: pg.PoolClient, { resource, key, drafts }: ReadPart): Promise<void> {
  if (key === null) return;
  const tables = new Set(drafts.map(({ source }) => source));
  await lockWrittenCircles(tx, resource, (name) => [...tables].some(({ headers }) => headers.has(name)));
}

/** Leaves the wrong rows to the report about the file. */
function leaveOutWrong(read: ReadFile): void {
  for (const part of read.parts) {
    const sound = part.drafts.filter((draft) => !read.problems.has(draft));
    read.refused += part.drafts.length - sound.length;
    part.drafts = sound;
  }
}

async function mergeParts(tx: pg.PoolClient, parts: readonly ReadPart[]): Promise<void> {
  for (const part of parts) {
    const merged = await mergeRows(tx, part);
    for (const { drafts } of parts)
      await inTurns(drafts, ({ links }) => {
        for (const [name, to] of links) {
          const kept = merged.get(to);
          if (kept) links.set(name, kept);
        }
      });
  }
}

/** Checks the records of one model as single ones are checked, all of them in a few statements. */
export async function checkDrafts(
  context: PlanContext,
  resource: Resource,
  drafts: readonly Draft[],
  problems: Problems,
): Promise<void> {
  const { tx, registry, onProgress } = context;
  const total = drafts.length;
  onProgress({ phase: 'checking', done: 0, total });
  await nameInFull(
    tx,
    resource,
    drafts.map(({ values }) => values),
  );
  await completeDrafts(context, resource, drafts, problems);
  const progress = (done: number) => onProgress({ phase: 'checking', done, total });
  await checkRows(resource, drafts, problems, todayIn(context.zone ?? UTC), progress);
  await checkReferences(tx, registry, resource, drafts, problems);
  await findDuplicates(tx, resource, drafts, problems);
  await findCycles(tx, resource, drafts, problems);
  progress(total);
}

/** Has the model fill in what new records leave out, and put what changes state where it belongs, as for single ones. */
async function completeDrafts(
  { tx: runner, registry, behaviourOf }: PlanContext,
  resource: Resource,
  drafts: readonly Draft[],
  problems: Problems,
): Promise<void> {
  const behaviour = behaviourOf(resource);
  const created = await flatInTurns(drafts, ({ existing, values }) => (existing ? [] : [values]));
  await behaviour?.complete?.({ runner, registry }, created);
  if (!behaviour?.completeChange) return;
  await inTurns(drafts, async (draft) => {
    if (draft.existing)
      await refusing(resource, draft, problems, async () =>
        behaviour.completeChange?.({ runner, registry }, draft.values),
      );
  });
}

/** Does something for a row; what is refused is a problem of the row. */
async function refusing(
  resource: Resource,
  draft: Draft,
  problems: Problems,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fallback = { field: resource.title, message: error.message };
    for (const { field, message } of error.errors.length > 0 ? error.errors : [fallback])
      problems.add(draft, field, message);
  }
}

/** Lets the model's own rules look at what is right by the common ones. */
export async function callHooks(
  context: PlanContext,
  { resource, drafts, problems }: Pick<ReadPart, 'resource' | 'drafts' | 'problems'>,
): Promise<void> {
  const behaviour = context.behaviourOf(resource);
  if (!behaviour?.beforeCreate && !behaviour?.beforeUpdate) return;
  const ids = await flatInTurns(behaviour.beforeUpdate ? drafts : [], (draft) =>
    draft.existing && outcomeOf(draft) === 'update' ? [draft.existing.id] : [],
  );
  const current = await readRowsById(context.tx, context.registry, resource, ids);
  await inTurns(drafts, async (draft) => {
    const before = draft.existing && current.get(draft.existing.id);
    await refusing(resource, draft, problems, async () => {
      if (!draft.existing)
        draft.values = (await behaviour.beforeCreate?.(context, draft.values)) ?? draft.values;
      else if (before && outcomeOf(draft) === 'update') {
        const change = { id: before.id, current: before, values: draft.values };
        draft.values = (await behaviour.beforeUpdate?.(context, change)) ?? draft.values;
      }
    });
  });
}
