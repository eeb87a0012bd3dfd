import type pg from 'pg';
import type { ImportProgress } from '#kernel/csv-import.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Hooks } from '../hooks.ts';
import type { Vault } from '../kinds/field-sql.ts';
import { todayIn, UTC } from '../time-zone.ts';
import type { Who } from '../write-statements.ts';
import { Breather } from './breather.ts';
import { checkReferences, checkRows } from './check-rows.ts';
import { findCycles } from './cycles.ts';
import type { Draft, Problems } from './draft.ts';
import { findDuplicates } from './duplicates.ts';
import { readRows, type ReadRows } from './read-rows.ts';
import { resolveReferences } from './references.ts';
import type { ImportRow } from './request.ts';

export type OnProgress = (progress: ImportProgress) => void;

/** What the checks of new records need; they run in the transaction that writes them. */
export interface CheckContext extends Who {
  tx: pg.PoolClient;
  registry: Registry;
  resource: Resource;
  behaviour: Hooks | undefined;
  vault: Vault;
  now: Date;
  onProgress: OnProgress;
}

/** Reads a file and checks every row of it; what is wrong stands in `problems` and nothing is written. */
export async function prepareFile(context: CheckContext, rows: readonly ImportRow[]): Promise<ReadRows> {
  const { tx, registry, resource, onProgress } = context;
  onProgress({ phase: 'reading', done: 0, total: rows.length });
  const read = await readRows(registry, resource, rows, new Breather());
  await resolveReferences(tx, registry, resource, read);
  await checkDrafts(context, read.drafts, read.problems);
  return read;
}

/** Checks new records as creations are checked, all of them in a few statements. */
export async function checkDrafts(
  context: CheckContext,
  drafts: readonly Draft[],
  problems: Problems,
): Promise<void> {
  const { tx, registry, resource, behaviour, onProgress } = context;
  const breather = new Breather();
  const total = drafts.length;
  onProgress({ phase: 'checking', done: 0, total });
  await behaviour?.complete?.(
    { runner: tx, registry },
    drafts.map((draft) => draft.values),
  );
  const progress = (done: number) => onProgress({ phase: 'checking', done, total });
  await checkRows(resource, drafts, problems, todayIn(context.zone ?? UTC), progress, breather);
  await checkReferences(tx, registry, resource, drafts, problems);
  await findDuplicates(tx, resource, drafts, problems, breather);
  findCycles(resource, drafts, problems);
  if (behaviour?.beforeCreate && problems.total === 0)
    await beforeCreate(context, behaviour, drafts, problems);
  progress(total);
}

async function beforeCreate(
  context: CheckContext,
  behaviour: Hooks,
  drafts: readonly Draft[],
  problems: Problems,
): Promise<void> {
  for (const draft of drafts) {
    try {
      draft.values = (await behaviour.beforeCreate?.(context, draft.values)) ?? draft.values;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const fallback = { field: context.resource.title, message: error.message };
      for (const { field, message } of error.errors.length > 0 ? error.errors : [fallback])
        problems.add(draft, field, message);
    }
  }
}
