import type { PoolClient } from 'pg';
import { z } from 'zod';
import { takenBack, type UndoDone, type UndoPreview } from '#calls/undo.ts';
import { conflict, type Refusal } from '#kernel/errors.ts';
import { OF_SELECTION, WAYS } from '#kernel/history.ts';
import type { JobOutcome } from '#kernel/work.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { restoreRecord } from '../history.ts';
import { portions } from '../import/portions.ts';
import { lockWrittenCircles } from '../records.ts';
import type { EngineServices } from '../services.ts';
import { tryAll } from '../writes/bulk.ts';
import { byWay, type Who } from '../writes/write-statements.ts';
import { readWaysBack, type WaysBack } from './lines.ts';
import { planUndo, presentPlan, type Left, type UndoPlan } from './plan.ts';

/** The name of the jobs that take changes back. */
export const UNDO_JOB = 'undo';

const ATTEMPTS = 3;

const inputOf = z.object({
  changes: z.array(z.int()).readonly(),
  /** What whoever has it done must be allowed to do. */
  rights: z.array(z.object({ model: z.string(), right: z.enum(['update', 'delete']) })).readonly(),
  actor: z.object({ email: z.string(), name: z.nullable(z.string()) }),
  zone: z.string().optional(),
  reason: z.string().optional(),
  via: z
    .array(z.object({ kind: z.enum(WAYS), name: z.nullable(z.string()) }))
    .readonly()
    .optional(),
});

/** Why something is taken back, where nobody says more. */
export const TAKEN_BACK = 'Taken back';

/** The input of such a job. */
export type UndoInput = z.infer<typeof inputOf>;

const reachedOf = z.object({ done: z.record(z.string(), z.unknown()) });

/** Takes changes of many records back. */
export function undoJob(services: EngineServices): JobKind {
  return {
    name: UNDO_JOB,
    attempts: ATTEMPTS,
    concurrency: 2,
    guard: (request, input) => {
      for (const { model, right } of inputOf.parse(input).rights)
        services.guard(request, right, services.registry.get(model));
    },
    async run(context) {
      const reached = reachedOf.safeParse(context.reached);
      const done = reached.success ? reached.data.done : await work(services, context);
      return () => Promise.resolve(done);
    },
  };
}

async function work(services: EngineServices, context: JobContext): Promise<Record<string, unknown>> {
  const { changes, actor, zone, via, reason = TAKEN_BACK } = inputOf.parse(context.input);
  const by: Who = { actor, requestId: context.requestId, via, reason, ...(zone !== undefined && { zone }) };
  const who = byWay(by, 'job', OF_SELECTION);
  return services.db.transaction(async (tx) => {
    const ways = await readWaysBack(tx, services.registry, changes);
    const plan = await planUndo(tx, ways);
    // Added up once, as in the job of selections.
    await tx.query('SELECT keep_sums()');
    const back = await takeBack(tx, services, plan, who, (done, total) => {
      context.signal.throwIfAborted();
      context.progress(done, total);
    });
    const done = await presentPlan(tx, services.registry, back);
    demandSome(done, { refused: done.left, refused_total: done.left_total, outcome: outcomeOf(done) });
    await tx.query('SELECT write_sums()');
    const result = { ...done, outcome: outcomeOf(done) };
    // Committed with the records: an attempt that comes after finds what this one has done.
    await context.save({ done: result }, tx);
    return result;
  });
}

/** @throws {Refusal} 409 where nothing can be taken back, with the details of a job that ends so */
export function demandSome(plan: UndoPreview, details?: Record<string, unknown>): void {
  if (takenBack(plan) > 0) return;
  const [only] = plan.left;
  const why = plan.left_total === 1 && only ? ` ${only.name}: ${only.error}` : '';
  throw conflict(`Nothing of this is left that could be taken back.${why}`, details && { details });
}

/** Takes back what can be; answers what was, and what stays. What was written last goes first: it may refer to what came before. */
async function takeBack(
  tx: PoolClient,
  services: EngineServices,
  { parts, left }: UndoPlan,
  who: Who,
  onProgress: (done: number, total: number) => void,
): Promise<UndoPlan> {
  const total = parts.reduce((sum, { ways }) => sum + ways.length, 0);
  for (const { resource, ways } of parts)
    await lockWrittenCircles(tx, resource, (name) =>
      ways.some(({ how }) => typeof how === 'object' && Object.hasOwn(how.values, name)),
    );
  const done: WaysBack[] = [];
  const stays: Left[] = [...left];
  let looked = 0;
  for (const { resource, ways } of parts.toReversed()) {
    const wayOf = new Map(ways.map((way) => [way.id, way]));
    const writer = services.writer(resource);
    const refused = await tryInTurns(tx, [...wayOf.keys()], async (id) => {
      onProgress(Math.min(++looked, total), total);
      const { how, version } = wayOf.get(id) ?? { how: { values: {} }, version: null };
      if (how === 'delete') return writer.remove(id, who, tx, version);
      if (how === 'restore') return restoreRecord(tx, writer, resource, id, who);
      return writer.update(id, how.values, version, who, tx);
    });
    done.unshift({ resource, ways: ways.filter(({ id }) => !refused.has(id)) });
    for (const [id, refusal] of refused) stays.push({ resource, id, ...reasonOf(refusal) });
  }
  return { parts: done, left: stays };
}

/**
 * Tries every record until none more can be brought back: one may be in the way of another. The first time they go by number, as
 * others do who would wait for them, and then to and fro: of records that refer to each other in a row one way is the right one.
 */
async function tryInTurns(
  tx: PoolClient,
  ids: readonly number[],
  change: (id: number) => Promise<string>,
): Promise<Map<number, Refusal>> {
  for (let pending = ids.toSorted((a, b) => a - b); ;) {
    const refused = new Map<number, Refusal>();
    for (const portion of portions(pending)) {
      const tried = await tryAll(tx, portion, change);
      for (const [id, refusal] of tried.refused) refused.set(id, refusal);
    }
    if (refused.size === 0 || refused.size === pending.length) return refused;
    pending = [...refused.keys()].toReversed();
  }
}

/** Why a record could not be brought back; null where somebody has changed it in the moment between. */
const reasonOf = ({ status, message, details }: Refusal): Pick<Left, 'status' | 'reason'> => ({
  status,
  reason: 'conflict' in details ? null : message,
});

/** The outcome as people read it. */
function outcomeOf({ models, left, left_total: stays }: UndoDone): JobOutcome {
  const sum = (what: 'deleted' | 'changed' | 'restored') =>
    models.reduce((total, counts) => total + counts[what], 0);
  const counts = [
    { label: 'Deleted', count: sum('deleted') },
    { label: 'Changed back', count: sum('changed') },
    { label: 'Restored', count: sum('restored') },
    { label: 'Left as they are', count: stays },
  ].filter(({ count }) => count > 0);
  const problems = left.map(({ name, error: message }) => ({ place: name, message }));
  return { counts, problems, problem_total: stays, file: null };
}
