import { z } from 'zod';
import { takenBack, type UndoDone, type UndoPreview } from '#calls/undo.ts';
import { conflict } from '#kernel/errors.ts';
import { OF_SELECTION, WAYS } from '#kernel/history.ts';
import type { JobOutcome } from '#kernel/work.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import type { EngineServices } from '../services.ts';
import { byWay, type Who } from '../writes/write-statements.ts';
import { readWaysBack } from './lines.ts';
import { planUndo, presentPlan } from './plan.ts';
import { takeBack } from './take-back.ts';
import { heldIn, keepUndo } from './waiting-undo.ts';

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
    const held = await heldIn(tx, plan);
    if (held) {
      const kept = await keepUndo(services, tx, held, { plan, changes }, who);
      await context.save({ done: kept }, tx);
      return kept;
    }
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
