import type { PoolClient } from 'pg';
import {
  finalizeRun as finalizeRunCall,
  readStatements as readStatementsCall,
  reverseRun as reverseRunCall,
} from '#calls/finalize.ts';
import { conflict } from '#kernel/errors.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { longWork } from '#server/platform/database/limits.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveChange } from '#server/platform/http/serve.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { demandUncorrected } from '../runs/corrected-runs.ts';
import { holdInvoices } from '../intake/supersede.ts';
import type { BillingParts } from '../runs/parts.ts';
import { enqueueWorkbook } from '../review/pre-ap/workbook-job.ts';
import { settleReview } from '../review/settle-review.ts';
import { ALLOCATION } from '../runs/job-kinds.ts';
import { aroundJob, enqueueAllocation } from '../runs/reallocate.ts';
import { addStep, demandRun, demandState, endRun, holdRun, readRun } from '../runs/run.ts';
import { beginFinalizing, optionsIn } from './begin-finalizing.ts';
import { FINALIZATION } from './finalize-job.ts';
import { answerInvoices } from './hold-invoices.ts';
import { mailReversal } from './options/accounts-payable.ts';
import { finalizedRun } from './options/option.ts';
import { enqueueReversal, REVERSAL } from './reversal-job.ts';
import { reverseBills } from './reverse.ts';
import { readStatements } from './statements.ts';

/** Booking a run, taking it back, and the statements for its owners. */
export function finalizeRoutes(door: Door, parts: BillingParts): void {
  const { db, jobs } = parts;
  serveChange(
    door,
    finalizeRunCall,
    async (tx, { params: { id }, body, actor, request }) => {
      const held = await holdRun(tx, id);
      const accepted = { accept: body.accept_differences === true, seen: body.differences_digest ?? null };
      await settleReview(tx, held, accepted, actor.email);
      const differs = await answerInvoices(tx, held, body.invoices ?? [], actor);
      const job = differs
        ? await enqueueAllocation(tx, jobs, id, { createdBy: actor.email, requestId: request.id })
        : await beginFinalizing(tx, jobs, held, optionsIn(body), { actor, requestId: request.id });
      return { billing_run: await readRun(tx, id), job: presentJob(job) };
    },
    aroundJob(parts, FINALIZATION, ALLOCATION),
  );
  const aroundReversal = aroundJob(parts, REVERSAL);
  serveChange(
    door,
    reverseRunCall,
    async (tx, { params: { id }, actor, request }) => {
      await reverse(tx, parts, id, { actor, who: requesterOf(request, actor), requestId: request.id });
      const who = { createdBy: actor.email, requestId: request.id };
      const files = await enqueueWorkbook(tx, jobs, id, who);
      const job = (await enqueueReversal(tx, parts, id, who)) ?? files;
      return { billing_run: await readRun(tx, id), job: presentJob(job) };
    },
    (change) => aroundReversal(() => longWork(change)),
  );
  serve(door, readStatementsCall, async ({ params: { id } }) => {
    await demandRun(db, id);
    return readStatements(db, id);
  });
}

interface Reverser {
  actor: Actor;
  who: ReturnType<typeof requesterOf>;
  requestId: string;
}

/** Takes the bills of a final run back. @throws {Refusal} 404, 409 for a run that is not final, or that another one corrects */
async function reverse(
  tx: PoolClient,
  parts: BillingParts,
  id: number,
  { actor, who, requestId }: Reverser,
): Promise<void> {
  await holdInvoices(tx);
  const held = await holdRun(tx, id);
  if (held.state === 'reversed') throw conflict(`Run ${id} is reversed already.`);
  demandState(held, ['final'], 'there is nothing to be reversed');
  await demandUncorrected(tx, id);
  const count = await reverseBills(tx, parts.services, id, who);
  await mailReversal(tx, parts, await finalizedRun(tx, id, { by: actor, requestId }));
  const name = `Reverse ${count} ${count === 1 ? 'bill' : 'bills'}`;
  await addStep(tx, id, { name, by: actor.email, done: true });
  await endRun(tx, id, 'reversed');
  await tx.query('UPDATE billing_runs SET revision = revision + 1 WHERE id = $1', [id]);
}
