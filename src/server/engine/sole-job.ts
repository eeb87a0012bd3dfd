import type { z } from 'zod';
import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import type { Call, Members } from '#calls/call.ts';
import type { OF_SOLE_JOB } from '#calls/work.ts';
import { Refusal } from '#kernel/errors.ts';
import { answers, keyHeader, object, type JsonSchema } from '#server/platform/http/describe.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveChange } from '#server/platform/http/serve.ts';
import { type JobRow, presentJob } from '#server/platform/jobs/store.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import type { Background } from './background.ts';
import type { EngineServices } from './services.ts';

/** Work of which one is under way at a time, since a second would do the same, such as reading all of a cloud. */
export interface SoleJob {
  kind: string;
  /** What people read. */
  title: string;
  /** Said to who asks while one is under way. */
  underWay: string;
}

type Parts = Pick<Background, 'queue' | 'jobs'>;

interface Asked {
  createdBy: string;
  requestId: string;
  input?: Record<string, unknown>;
}

const RUN_KEY = 'all';

/** What a route that asks for such work tells of itself. */
export const soleJobSchema = (told: { tags: string[]; summary: string; body: JsonSchema }) => ({
  ...told,
  description: 'Answers 202 with a job; follow it at /api/jobs/{id}. 409 while one is under way.',
  headers: keyHeader,
  response: answers(202, 'They are read', object({ data: object({ job: { $ref: 'job#' } }) }), [409, 422]),
});

/** A call that asks for such work, of which nothing more is to be said. */
type SoleJobCall = Call<Members, Members, Members, typeof OF_SOLE_JOB.data, z.ZodUndefined>;

/**
 * Serves a call that asks for such work: 409 while one is under way, 503 while the queue is away.
 * @param demand refuses where the work cannot be done here at all
 */
export function serveSoleJob(
  door: Door,
  call: SoleJobCall,
  { queue, jobs }: Parts,
  sole: SoleJob,
  demand: () => void,
): void {
  serveChange(
    door,
    call,
    async (tx, { actor, request }) => {
      const job = await askUnless(jobs, tx, sole, { createdBy: actor.email, requestId: request.id });
      if (!job) throw new Refusal(409, sole.underWay);
      return { job: presentJob(job) };
    },
    async (change) => {
      demand();
      await queue.ready();
      const reply = await change();
      jobs.wake(sole.kind);
      return reply;
    },
  );
}

/**
 * Asks for such work, and answers 202 with its job.
 * @throws {Refusal} 409 while one is under way; 503 while the queue is away
 */
export async function answerWithSoleJob(
  { services, queue, jobs }: Parts & { services: EngineServices },
  request: FastifyRequest,
  reply: FastifyReply,
  sole: SoleJob,
  asked: Omit<Asked, 'requestId'>,
): Promise<FastifyReply> {
  await queue.ready();
  const answer = await services.once(request, reply, async (tx) => {
    const job = await askUnless(jobs, tx, sole, { ...asked, requestId: request.id });
    if (!job) throw new Refusal(409, sole.underWay);
    return { status: 202, body: { data: { job: presentJob(job) } } };
  });
  jobs.wake(sole.kind);
  return answer;
}

/** Asks for such work where none is under way, without anybody's request. */
export async function beginSoleJob(
  { services: { db }, queue, jobs }: Parts & { services: Pick<EngineServices, 'db'> },
  sole: SoleJob,
  asked: Asked,
): Promise<void> {
  await queue.ready();
  await db.transaction((tx) => askUnless(jobs, tx, sole, asked));
  jobs.wake(sole.kind);
}

/** Null where one is under way; who asks at the same time waits for the other's answer. */
async function askUnless(
  jobs: Parts['jobs'],
  tx: PoolClient,
  { kind, title }: SoleJob,
  asked: Asked,
): Promise<JobRow | null> {
  await holdLock(tx, 'sole job of a kind', kind);
  if (await jobs.isUnderWay(tx, kind, RUN_KEY)) return null;
  return jobs.ask(tx, { kind, title, input: {}, ...asked, runKey: RUN_KEY }, randomUUID());
}
