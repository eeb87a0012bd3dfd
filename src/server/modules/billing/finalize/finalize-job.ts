import { z } from 'zod';
import { Refusal } from '#kernel/errors.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { allocateRun } from '../review/allocate-run.ts';
import { enqueueBudgetAlerts } from '../reports/budgets/alerts-job.ts';
import { updateWaiting } from '../runs/corrected-runs.ts';
import { guardBilling, type BillingParts } from '../runs/parts.ts';
import { enqueueWorkbook } from '../review/pre-ap/workbook-job.ts';
import { addStep, CHANGED, demandState, endRun, holdRun, setStepDetail } from '../runs/run.ts';
import { blockingProblems, notBalanced } from './balance.ts';
import { options } from './options/all.ts';
import type { OptionName } from '#calls/runs.ts';
import { finalizedRun, type KeepOption } from './options/option.ts';

/** Names the jobs that finalize a run. */
export const FINALIZATION = 'billing_finalization';
const ATTEMPTS = 5;
const CHECK = 'Compare the totals';

const inputOf = z.object({
  run: z.int(),
  by: z.object({ email: z.string(), name: z.nullable(z.string()) }),
  quiet: z.optional(z.boolean()),
});

/**
 * Does the options that were requested when a run was finalized, one after the other. Each is kept with the note that it is
 * done, so it happens once, however often the job is begun.
 */
export function finalizeJob(parts: BillingParts): JobKind {
  const { db, jobs } = parts;
  return {
    name: FINALIZATION,
    guard: guardBilling,
    attempts: ATTEMPTS,
    steps: [CHECK, ...options.map(({ step }) => step)],
    async run(context) {
      const { run: id, by, quiet = false } = inputOf.parse(context.input);
      await reopen(db, id, context.id);
      await context.step(CHECK);
      await check(parts, context, id);
      const run = await finalizedRun(db, id, { by, requestId: context.requestId });
      for (const { name, step, work } of options) {
        if (!(await isWaiting(db, id, name))) continue;
        context.signal.throwIfAborted();
        await context.step(step);
        await addStep(db, id, { name: step });
        await doOption(db, id, name, () => work(parts, run, context.signal));
      }
      return async (tx) => {
        const held = await holdRun(tx, id);
        demandState(held, ['finalizing'], 'it is not finalized');
        await endRun(tx, id, 'final');
        await updateWaiting(tx, id);
        await enqueueWorkbook(tx, jobs, id, context);
        const { createdBy, requestId } = context;
        await enqueueBudgetAlerts(tx, jobs, id, { createdBy, requestId, quiet });
        return { billing_run: id };
      };
    },
  };
}

/** A job that has failed and is tried again goes on with what it left. */
async function reopen(db: Database, id: number, job: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `UPDATE billing_runs SET state = 'finalizing', error = NULL, ${CHANGED}
       WHERE id = $1 AND job_id = $2 AND state IN ('ready', 'final')`,
      [id, job],
    );
    if (rowCount === 1)
      await tx.query(
        `UPDATE billing_options SET state = 'waiting', note = NULL, finished_at = NULL WHERE run_id = $1 AND state = 'failed'`,
        [id],
      );
  });
}

/**
 * Looks again whether the run can be booked: cost centers may have gone since the request. A run that was final before, or of
 * which anything is done, keeps its postings.
 * @throws {Refusal} 409, with the run allocated anew
 */
async function check({ db, jobs }: BillingParts, context: JobContext, id: number): Promise<void> {
  const problems = await db.transaction(async (tx) => {
    const run = await holdRun(tx, id);
    demandState(run, ['finalizing'], 'it is not finalized');
    const left = await tx.query(
      `SELECT 1 FROM billing_runs r WHERE id = $1 AND (finalized_at IS NOT NULL
         OR EXISTS (SELECT FROM billing_options o WHERE o.run_id = r.id AND o.state = 'done'))`,
      [id],
    );
    if (left.rowCount !== 0) return [];
    await addStep(tx, id, { name: CHECK });
    const found = await blockingProblems(tx, run);
    if (found.length === 0) return found;
    const { message } = notBalanced(id, found);
    for (const { name } of options) await endOption(tx, id, name, 'failed', message);
    const isReady = await allocateRun(tx, run);
    await endRun(tx, id, isReady ? 'ready' : 'needs_review');
    await tx.query('UPDATE billing_runs SET error = $2 WHERE id = $1', [id, message]);
    await enqueueWorkbook(tx, jobs, id, context);
    return found;
  });
  context.signal.throwIfAborted();
  if (problems.length > 0) throw notBalanced(id, problems);
}

async function isWaiting(db: Database, id: number, name: OptionName): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM billing_options WHERE run_id = $1 AND name = $2 AND state = 'waiting'`,
    [id, name],
  );
  return rowCount === 1;
}

/** Does an option and keeps that it is done; one that is refused keeps why, and the others go on. */
async function doOption(
  db: Database,
  id: number,
  name: OptionName,
  work: () => Promise<KeepOption>,
): Promise<void> {
  try {
    const keep = await work();
    await db.transaction(async (tx) => {
      // The run before its options, as a job that fails meanwhile takes them: neither waits for the other.
      await tx.query('SELECT 1 FROM billing_runs WHERE id = $1 FOR UPDATE', [id]);
      const { rowCount } = await tx.query(
        `SELECT 1 FROM billing_options WHERE run_id = $1 AND name = $2 AND state = 'waiting' FOR UPDATE`,
        [id, name],
      );
      // Another attempt has done it meanwhile.
      if (rowCount === 0) return;
      const { state, note } = await keep(tx);
      await endOption(tx, id, name, state, note);
    });
  } catch (error) {
    // Nobody is notified of what could not be booked.
    if (!(error instanceof Refusal) || error.status >= 500 || name === 'cloud_bills') throw error;
    await endOption(db, id, name, 'failed', error.message);
  }
}

async function endOption(
  runner: Runner,
  id: number,
  name: OptionName,
  state: 'done' | 'skipped' | 'failed',
  note: string | null,
): Promise<void> {
  await runner.query({
    text: `UPDATE billing_options SET state = $3, note = $4, finished_at = now()
      WHERE run_id = $1 AND name = $2 AND state = 'waiting'`,
    values: [id, name, state, note],
  });
  if (note !== null) await setStepDetail(runner, id, note);
}
