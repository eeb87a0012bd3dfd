import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobContext } from '#server/platform/jobs/kind.ts';
import { presentJob, type JobRow } from '#server/platform/jobs/store.ts';
import { guardBilling, type BillingParts } from '../parts.ts';
import { addStep, demandState, type HeldRun, holdRun, readRun } from './run.ts';
import { ALLOCATION } from './job-kinds.ts';

/**
 * Changes an open run and has it allocated anew: once however often the request comes, with a step that says who did what.
 * Answers 202 with the run, which is processing, and its job.
 * @param refused why nothing is changed where the run is not open, such as 'nothing can be assigned in it'
 * @param change answers what was done as the name of a step, with a sentence more of it where there is one
 * @throws {Refusal} 404, 409 for a run that is not open, and what `change` throws
 */
export async function changeOpenRun(
  { services, queue, jobs }: Pick<BillingParts, 'services' | 'queue' | 'jobs'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, refused }: { id: number; refused: string },
  change: (tx: PoolClient, run: HeldRun, actor: Actor) => Promise<{ name: string; detail?: string }>,
): Promise<FastifyReply> {
  const actor = guardBilling(request);
  await queue.ready();
  const answer = await services.once(request, reply, async (tx) => {
    const held = await holdRun(tx, id);
    demandState(held, ['needs_review', 'ready'], refused);
    const step = await change(tx, held, actor);
    await addStep(tx, id, { ...step, by: actor.email, done: true });
    const job = await askToAllocate(tx, jobs, id, { createdBy: actor.email, requestId: request.id });
    return { status: 202, body: { data: { billing_run: await readRun(tx, id), job: presentJob(job) } } };
  });
  jobs.wake(ALLOCATION);
  return answer;
}

/** Asks for a run to be allocated anew, in the transaction that changed it. The caller wakes the job once that is committed. */
export async function askToAllocate(
  tx: PoolClient,
  jobs: Jobs,
  id: number,
  { createdBy, requestId }: Pick<JobContext, 'createdBy' | 'requestId'>,
): Promise<JobRow> {
  const title = `Allocation of billing run ${id}`;
  const job = await jobs.ask(
    tx,
    { kind: ALLOCATION, title, input: { run: id }, createdBy, requestId },
    randomUUID(),
  );
  await tx.query(
    `UPDATE billing_runs SET state = 'processing', job_id = $2, changed_at = now() WHERE id = $1`,
    [id, job.id],
  );
  return job;
}
