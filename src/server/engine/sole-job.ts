import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import type { Call, Members } from '#calls/call.ts';
import type { SOLE_JOB } from '#calls/work.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { answers, keyHeader, object, type JsonSchema } from '#server/platform/http/describe.ts';
import { serveChange, type Door } from '#server/platform/http/serve.ts';
import { type JobRow, presentJob } from '#server/platform/jobs/store.ts';
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

/** The body of a request about a model of which nothing is to be said. */
export function emptyBody({ singular }: Pick<Resource, 'singular'>): JsonSchema {
  const nothing = object({});
  return { anyOf: [nothing, object({ [singular]: nothing })] };
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

/**
 * Serves a call that asks for such work with its body as the input, and answers its job: 409 while one is under way, 503 while
 * the queue is away.
 * @param missing why it cannot be done at all, which is answered with 503; null where it can
 */
export function serveSoleJob<B extends Members>(
  door: Door,
  call: Call<Members, Members, B, typeof SOLE_JOB.data>,
  { queue, jobs }: Parts,
  sole: SoleJob,
  missing: string | null,
): void {
  serveChange(
    door,
    call,
    async (tx, { body, actor, request }) => {
      const asked = { createdBy: actor.email, requestId: request.id, input: body as Record<string, unknown> };
      const job = await askUnless(jobs, tx, sole, asked);
      if (!job) throw new Refusal(409, sole.underWay);
      return { job: presentJob(job) };
    },
    async (change) => {
      if (missing !== null) throw new Refusal(503, missing);
      await queue.ready();
      const answer = await change();
      jobs.wake(sole.kind);
      return answer;
    },
  );
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
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 13))', [kind]);
  if (await jobs.isUnderWay(tx, kind, RUN_KEY)) return null;
  return jobs.ask(tx, { kind, title, input: {}, ...asked, runKey: RUN_KEY }, randomUUID());
}
