import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import { takeBackRun } from '../reports/big-query/load-run.ts';
import { guardBilling, type BillingParts } from '../runs/parts.ts';
import { addStep, demandState, endRun, holdRun, setStepDetail } from '../runs/run.ts';

/** Names the jobs that take what a reversed run has loaded back. */
export const REVERSAL = 'billing_reversal';
const ATTEMPTS = 5;
const TAKE_BACK = 'Take it back in BigQuery';

const inputOf = z.object({ run: z.int() });

/**
 * Enqueues the job that takes back the rows of a run in BigQuery, in the transaction that reverses the run. Its step runs from then on.
 * @returns null where nobody ever requested the run to be loaded, or BigQuery is not configured any more, which a step says
 */
export async function enqueueReversal(
  tx: PoolClient,
  { jobs, config }: Pick<BillingParts, 'jobs' | 'config'>,
  id: number,
  { createdBy, requestId }: Pick<JobContext, 'createdBy' | 'requestId'>,
): Promise<JobRow | null> {
  // One that failed may have loaded all the same.
  const requested = await tx.query(
    `SELECT 1 FROM billing_options WHERE run_id = $1 AND name = 'big_query' AND state IN ('done', 'failed')`,
    [id],
  );
  if (requested.rowCount === 0) return null;
  if (config.bigQuery === null) {
    const detail = 'BigQuery is not configured any more. What it has of the run stays there.';
    await addStep(tx, id, { name: TAKE_BACK, done: true, detail });
    return null;
  }
  await addStep(tx, id, { name: TAKE_BACK });
  const job = {
    kind: REVERSAL,
    title: `Reversal of billing run ${id} in BigQuery`,
    input: { run: id },
    createdBy,
    requestId,
  };
  const row = await jobs.enqueue(tx, job, randomUUID());
  await tx.query('UPDATE billing_runs SET job_id = $2 WHERE id = $1', [id, row.id]);
  return row;
}

/** Loads rows against those of a reversed run, once however often the job is begun. */
export function reversalJob(parts: BillingParts): JobKind {
  const { db, config } = parts;
  return {
    name: REVERSAL,
    guard: guardBilling,
    attempts: ATTEMPTS,
    steps: [TAKE_BACK],
    async run(context) {
      const { run: id } = inputOf.parse(context.input);
      await context.step(TAKE_BACK);
      // One that has failed and is tried again has a step of its own.
      await addStep(db, id, { name: TAKE_BACK });
      const { bigQuery: target } = config;
      const back = target && (await takeBackRun(parts, target, id, context.signal));
      const rows = back?.rows ?? 0;
      const note = back
        ? `${rows} ${rows === 1 ? 'row' : 'rows'} against it in ${back.table} of project ${target.project}.`
        : 'Nothing of it was loaded.';
      return async (tx) => {
        demandState(await holdRun(tx, id), ['reversed'], 'it is not taken back');
        await setStepDetail(tx, id, note);
        await endRun(tx, id, 'reversed');
        return { billing_run: id, rows };
      };
    },
  };
}
