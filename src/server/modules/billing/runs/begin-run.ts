import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import type { Outcome } from '#server/engine/idempotency.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { JOB_COLUMNS, type JobRow, presentJob } from '#server/platform/jobs/store.ts';
import { guardBilling, type BillingParts } from '../parts.ts';
import { readRun } from './run.ts';
import { type BillAsked, createRun, giveUp, keepBill, sameFile } from './take-file.ts';
import { INTAKE } from './work.ts';

/**
 * Keeps a file and begins the run that reads it; answers 202 with both, or 200 with the run that has the file already.
 * @param body the bytes of the file; undefined for none
 * @throws {Refusal} as `keepBill`
 */
export async function beginRun(
  parts: BillingParts,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: BillAsked,
  body: unknown,
): Promise<FastifyReply> {
  const { db, services, queue, jobs } = parts;
  const by = guardBilling(request).email;
  await queue.ready();
  const kept = await keepBill(db, asked.name, body);
  // What a repeated request is known by: the file stands for the body that it came in.
  request.bodyHash = kept.digest;
  const answer = await longWork(() =>
    services.once(request, reply, async (tx): Promise<Outcome> => {
      const known = await sameFile(tx, asked, kept);
      if (known !== null) {
        await giveUp(tx, kept);
        return { status: 200, body: { data: await runWithJob(tx, known) } };
      }
      const id = randomUUID();
      await createRun(tx, asked, kept, { job: id, by, request });
      const job = {
        kind: INTAKE,
        title: `Billing run of ${asked.name}`,
        input: { run: kept.run },
        createdBy: by,
        requestId: request.id,
      };
      await jobs.ask(tx, job, id);
      return { status: 202, body: { data: await runWithJob(tx, kept.run) } };
    }),
  );
  jobs.wake(INTAKE);
  return answer;
}

/** A run, and its last job as long as that is known. */
async function runWithJob(tx: PoolClient, id: number) {
  const run = await readRun(tx, id);
  const { rows } = await tx.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`, [run['job_id']]);
  return { billing_run: run, job: rows[0] ? presentJob(rows[0]) : null };
}
