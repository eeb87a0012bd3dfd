import type pg from 'pg';
import type { ImportPreview, ImportResult } from '#kernel/csv/csv-import.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Hooks } from '../hooks.ts';
import { answerOnce, type Answer, type Outcome, type RequestKey } from '../idempotency.ts';
import type { Vault } from '../kinds/field-sql.ts';
import { isDeadlock } from '#server/platform/database/errors.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { explainWrite, isOvertaken } from '../writes/write-errors.ts';
import type { Who } from '../writes/write-statements.ts';
import { outcomeOf } from './draft.ts';
import { importChanges, placeInHistory } from './import-changes.ts';
import { demandRows, planToWrite, writePlanned } from './load-rows.ts';
import { MOST_LISTED } from './problems.ts';
import type { ImportPart } from './part.ts';
import { planFile, type OnProgress, type PlanContext } from './prepare.ts';
import { previewRows } from './preview.ts';
import { emptiedOf } from './emptied.ts';
import { labelsOf } from '../review/held-change.ts';
import { readingOf } from './import-summary.ts';
import type { ImportTable } from './reading/read-part.ts';
import type { ReadFile } from './reading/read-rows.ts';

/** Rows that a dry run shows. */
const MOST_SHOWN = 100;
/** How often an import is made anew because somebody wrote what it had found free, or both waited for each other. */
const TRIES = 3;

export interface ImportContext extends Who {
  db: Database;
  registry: Registry;
  behaviourOf: (resource: Resource) => Hooks | undefined;
  vault: Vault;
  /** Takes a file over without its wrong rows. */
  leavesOut?: boolean;
  onProgress: OnProgress;
}

/** A file as it was read, and what it is about. */
export interface ImportFile {
  parts: readonly ImportPart[];
  tables: readonly ImportTable[];
}

/** Keeps a planned file to wait for a second person, and answers that. */
type KeepFile = (context: PlanContext, read: ReadFile) => Promise<Outcome>;

/**
 * Imports a file, all of it or nothing, with a line of history for each record. Answers 201 with what `answer` makes
 * of it and of the ids of its changes, in the transaction of the import; with the same key again, the first answer.
 * Where a second person approves what it changes, `keep` keeps it to wait; without it, it is refused for that.
 * Throws 422 with every wrong row and column, also where another import took an identifier meanwhile.
 */
export async function runImport<T>(
  context: ImportContext,
  { parts, tables }: ImportFile,
  key: RequestKey | null,
  answer: (done: ReadFile, tx: pg.PoolClient, changes: number[] | null) => T | Promise<T>,
  keep?: KeepFile,
): Promise<Answer> {
  const total = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await answerOnce(context.db, key, async (tx) => {
        await lockModels(tx, parts);
        const place = await placeInHistory(tx);
        const plan = { ...context, tx, now: new Date(), lock: true, mayWait: keep !== undefined };
        const done = await planToWrite(plan, parts, tables);
        if (keep && done.held.length > 0) return keep(plan, done);
        await writePlanned(plan, done);
        const changes = await importChanges(tx, context.registry, context, done, place);
        return { status: 201, body: { data: await answer(done, tx, changes), meta: { total, changes } } };
      });
    } catch (error) {
      // Somebody wrote, between the check and the insertion, what the check had found free or there.
      const overtaken = parts.find(({ resource }) => isOvertaken(error, resource));
      if (!overtaken && !isDeadlock(error)) throw error;
      if (attempt < TRIES) continue;
      throw overtaken ? await explainWrite(error, null, overtaken.resource, {}) : error;
    }
  }
}

/** Imports of one model follow each other: the second one sees what the first one wrote. */
export async function lockModels(tx: pg.PoolClient, parts: readonly ImportPart[]): Promise<void> {
  for (const name of parts.map(({ resource }) => resource.name).toSorted())
    await holdLock(tx, 'import of a model', name);
}

const counted = ({ parts }: ReadFile, outcome: ReturnType<typeof outcomeOf>) =>
  parts.reduce((sum, { drafts }) => sum + drafts.filter((draft) => outcomeOf(draft) === outcome).length, 0);

/** Whether rows may be records that are there already. */
const findsRecords = ({ parts }: ReadFile) => parts.some(({ key, knowsRows }) => key !== null || knowsRows);

/** The result of an import of one model. */
export function importResult(done: ReadFile): ImportResult {
  return {
    created: counted(done, 'create'),
    ...(findsRecords(done) && { updated: counted(done, 'update'), unchanged: counted(done, 'keep') }),
    skipped: done.skipped,
    ignored_columns: done.ignored,
  };
}

/** Undoes a dry run, once its outcome is known. */
class DryRunEnd extends Error {}

/**
 * Plans a file by the same checks, and leaves nothing behind.
 * @param mayWait whether it can wait for a second person as a whole
 */
export async function planImport<T>(
  context: ImportContext,
  { parts, tables }: ImportFile,
  answer: (tx: pg.PoolClient, plan: ReadFile) => Promise<T>,
  mayWait = false,
): Promise<T> {
  const outcome: T[] = [];
  try {
    await context.db.transaction(async (tx) => {
      const plan = await planFile({ ...context, tx, now: new Date(), lock: false, mayWait }, parts, tables);
      demandRows(plan);
      outcome.push(await answer(tx, plan));
      throw new DryRunEnd('The dry run is done.');
    });
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error;
  }
  const [answered] = outcome;
  if (answered === undefined) throw new Error('A dry run ended without its outcome.');
  return answered;
}

/** Says what an import of one model would do and what is wrong. */
export async function importPreview(
  tx: pg.PoolClient,
  registry: Registry,
  plan: ReadFile,
): Promise<ImportPreview> {
  const { problems, skipped, ignored } = plan;
  const right = problems.broken
    ? []
    : plan.parts.map((part) => ({ ...part, drafts: part.drafts.filter(({ faults }) => faults.size === 0) }));
  const sound = { ...plan, parts: right };
  const [part] = right;
  const changing = part?.drafts.filter((draft) => outcomeOf(draft) !== 'keep') ?? [];
  return {
    dry_run: true,
    valid: problems.total === 0,
    total: plan.parts.reduce((sum, { drafts }) => sum + drafts.length, skipped),
    would_create: counted(sound, 'create'),
    ...(findsRecords(plan) && {
      would_update: counted(sound, 'update'),
      unchanged: counted(sound, 'keep'),
      found_by: [...(plan.parts[0]?.key ?? [])],
      emptied: plan.parts[0] ? await emptiedOf(tx, registry, plan.parts[0]) : { values: [], total: 0 },
    }),
    skipped,
    ignored_columns: ignored,
    ...(await readingOf(tx, plan)),
    days: plan.days,
    ...(plan.held.length > 0 && part && { second_person: labelsOf(part.resource, plan.held) }),
    rows: part ? await previewRows(tx, registry, part, changing.slice(0, MOST_SHOWN)) : [],
    errors: problems.first(MOST_LISTED),
    error_total: problems.total,
  };
}
