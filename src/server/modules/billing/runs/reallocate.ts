import { WAITING_STATES } from '#kernel/billing/runs.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { PoolClient } from 'pg';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobContext } from '#server/platform/jobs/kind.ts';
import { presentJob, type JobRow } from '#server/platform/jobs/store.ts';
import type { BillingParts } from './parts.ts';
import { addStep, CHANGED, demandState, type HeldRun, holdRun, readRun } from './run.ts';
import { ALLOCATION } from './job-kinds.ts';

/** A change of an open run, and who makes it. */
interface ChangeOfRun {
  id: number;
  /** Why nothing is changed where the run is not open, such as 'nothing can be assigned in it'. */
  refused: string;
  actor: Actor;
  requestId: string;
}

/**
 * Changes an open run and has it allocated anew, with a step that says who did what. The job is woken once that is committed, by
 * `aroundJob`.
 * @param change answers what was done as the name of a step, with a sentence more of it where there is one
 * @returns the run, which is processing, and its job
 * @throws {Refusal} 404, 409 for a run that is not open, and what `change` throws
 */
export async function changeRun(
  tx: PoolClient,
  { jobs }: Pick<BillingParts, 'jobs'>,
  { id, refused, actor, requestId }: ChangeOfRun,
  change: (run: HeldRun) => Promise<{ name: string; detail?: string }>,
) {
  const held = await holdRun(tx, id);
  demandState(held, WAITING_STATES, refused);
  const step = await change(held);
  await addStep(tx, id, { ...step, by: actor.email, done: true });
  const job = await enqueueAllocation(tx, jobs, id, { createdBy: actor.email, requestId });
  return { billing_run: await readRun(tx, id), job: presentJob(job) };
}

/** The work around a change that enqueues jobs of these kinds: the queue is there before it, and they are woken after it. */
export const aroundJob =
  ({ queue, jobs }: Pick<BillingParts, 'queue' | 'jobs'>, ...kinds: readonly string[]) =>
  async (change: () => Promise<FastifyReply>): Promise<FastifyReply> => {
    await queue.ready();
    const reply = await change();
    for (const kind of kinds) jobs.wake(kind);
    return reply;
  };

/** Enqueues the allocation of a run, in the transaction that changed it. The caller wakes the job once that is committed. */
export async function enqueueAllocation(
  tx: PoolClient,
  jobs: Jobs,
  id: number,
  { createdBy, requestId }: Pick<JobContext, 'createdBy' | 'requestId'>,
): Promise<JobRow> {
  const title = `Allocation of billing run ${id}`;
  const job = await jobs.enqueue(
    tx,
    { kind: ALLOCATION, title, input: { run: id }, createdBy, requestId },
    randomUUID(),
  );
  await tx.query(`UPDATE billing_runs SET state = 'processing', job_id = $2, ${CHANGED} WHERE id = $1`, [
    id,
    job.id,
  ]);
  return job;
}
