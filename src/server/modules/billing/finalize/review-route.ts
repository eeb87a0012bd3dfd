import type { PoolClient } from 'pg';
import { parsePreAp, type Difference } from '#calls/review.ts';
import type { OptionName } from '#calls/runs.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { WAITING_STATES } from '#kernel/billing/runs.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { longWork } from '#server/platform/database/limits.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveOnce } from '#server/platform/http/serve.ts';
import { presentJob, type JobRow } from '#server/platform/jobs/store.ts';
import { beginFinalizing, optionsIn } from './begin-finalizing.ts';
import { FINALIZATION } from './finalize-job.ts';
import { confirmByReview } from './hold-invoices.ts';
import type { BillingParts } from '../runs/parts.ts';
import { enqueueWorkbook } from '../review/pre-ap/workbook-job.ts';
import { demandState, type HeldRun, holdRun, readRun } from '../runs/run.ts';
import { compareReview } from '../review/compare-review.ts';
import { readReview } from '../review/read-review.ts';
import type { ReviewedWorkbook } from '../review/review-row.ts';
import { acceptReview, dropReview, keepReview } from '../review/settle-review.ts';

/** The run of a workbook, which must be as it was when the workbook was made. @throws {Refusal} 404, 409, 422 */
async function heldRun(
  tx: PoolClient,
  { run: id, version }: ReviewedWorkbook,
  provider: string,
): Promise<HeldRun> {
  const held = await holdRun(tx, id);
  if (held.provider !== provider)
    throw invalid([
      {
        field: 'input.provider',
        message: `The workbook is that of run ${id}, whose provider is ${held.provider}.`,
      },
    ]);
  demandState(held, WAITING_STATES, 'no reviewed workbook is taken for it');
  const { rows } = await tx.query<{ revision: number }>('SELECT revision FROM billing_runs WHERE id = $1', [
    id,
  ]);
  if (rows[0]?.revision !== version)
    throw conflict(
      `Run ${id} has changed since this workbook was made. Please review the workbook that the run has now.`,
    );
  return held;
}

/**
 * `POST /api/cloud_bills/parse_pre_ap` takes a reviewed workbook back and finalizes its run; where it differs from what was
 * sent, the differences are answered first.
 */
export function reviewRoute(door: Door, parts: BillingParts): void {
  const { queue, jobs } = parts;
  serveOnce(door, parsePreAp, async ({ body, actor, request }, once) => {
    const { data, input, accept_differences: accepted = input.accept_differences } = body;
    const wanted = { options: optionsIn(input), accept: accepted === true };
    const workbook = await readReview(data);
    await queue.ready();
    const reply = await longWork(() =>
      once(async (tx) => {
        const held = await heldRun(tx, workbook, input.provider);
        const who = { actor, requestId: request.id };
        const { job, differences } = await take(parts, tx, held, workbook, wanted, who);
        return { billing_run: await readRun(tx, held.id), job: presentJob(job), differences };
      }),
    );
    jobs.wake(FINALIZATION);
    return reply;
  });
}

interface FinalizeRequest {
  options: OptionName[];
  /** Whether what the workbook changes is booked. */
  accept: boolean;
}

async function take(
  { jobs }: BillingParts,
  tx: PoolClient,
  held: HeldRun,
  workbook: ReviewedWorkbook,
  wanted: FinalizeRequest,
  who: { actor: Actor; requestId: string },
): Promise<{ job: JobRow; differences: Difference[] }> {
  const review = await compareReview(tx, held, workbook.rows);
  await confirmByReview(tx, held, workbook.version, who.actor);
  const { differences } = review;
  const by = who.actor.email;
  if (differences.length > 0 && !wanted.accept) {
    await keepReview(tx, held, review, by);
    // Its job notifies who began the run.
    const job = await enqueueWorkbook(tx, jobs, held.id, { createdBy: by, requestId: who.requestId });
    return { job, differences };
  }
  if (differences.length > 0) await acceptReview(tx, held, review, by);
  else await dropReview(tx, held);
  return { job: await beginFinalizing(tx, jobs, held, wanted.options, who), differences };
}
