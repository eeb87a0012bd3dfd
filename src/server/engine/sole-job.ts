import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { Call, Members } from '#calls/call.ts';
import type { OF_SOLE_JOB } from '#calls/work.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveChange } from '#server/platform/http/serve.ts';
import { type JobRow, presentJob } from '#server/platform/jobs/store.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import type { Background } from './background.ts';
import type { EngineServices } from './services.ts';

/** Work of which one is under way at a time, since a second would do the same, such as reading all of a cloud. */
export interface SoleJob {
  kind: string;
  /** Shown to people. */
  title: string;
  /** The refusal while one is under way. */
  underWay: string;
}

type Parts = Pick<Background, 'queue' | 'jobs'>;

interface NewJob {
  createdBy: string;
  requestId: string;
  input?: Record<string, unknown>;
}

const RUN_KEY = 'all';

/**
 * Serves a call that enqueues such work with its body as the input: 409 while one is under way, 503 while the queue is away.
 * @param demand refuses where the work cannot be done here at all
 */
export function serveSoleJob<B extends Members>(
  door: Door,
  call: Call<Members, Members, B, typeof OF_SOLE_JOB.data, z.ZodUndefined>,
  { queue, jobs }: Parts,
  sole: SoleJob,
  demand: () => void,
): void {
  serveChange(
    door,
    call,
    async (tx, { body, actor, request }) => {
      const newJob = {
        createdBy: actor.email,
        requestId: request.id,
        input: body as Record<string, unknown>,
      };
      const job = await enqueueUnless(jobs, tx, sole, newJob);
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

/** Enqueues such work where none is under way, without anybody's request. */
export async function beginSoleJob(
  { services: { db }, queue, jobs }: Parts & { services: Pick<EngineServices, 'db'> },
  sole: SoleJob,
  job: NewJob,
): Promise<void> {
  await queue.ready();
  await db.transaction((tx) => enqueueUnless(jobs, tx, sole, job));
  jobs.wake(sole.kind);
}

/** Null where one is under way; a request at the same time waits for the other's answer. */
async function enqueueUnless(
  jobs: Parts['jobs'],
  tx: PoolClient,
  { kind, title }: SoleJob,
  job: NewJob,
): Promise<JobRow | null> {
  await holdLock(tx, 'sole job of a kind', kind);
  if (await jobs.isUnderWay(tx, kind, RUN_KEY)) return null;
  return jobs.enqueue(tx, { kind, title, input: {}, ...job, runKey: RUN_KEY }, randomUUID());
}
