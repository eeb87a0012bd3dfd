import { expect, onTestFinished, test } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { createLog } from '../log/log.ts';
import { Jobs } from './jobs.ts';
import type { JobKind } from './kind.ts';
import { Queue } from './queue.ts';
import { endJob, isHeld, JOB_COLUMNS, type JobRow, releaseJob } from './store.ts';

const database = withDatabase({ poolSize: 8 });

/** Enqueues a job of this kind, in a process whose deliveries may take so long. */
async function begun(kind: JobKind, longestSeconds: number): Promise<{ queue: Queue; id: string }> {
  const log = await createLog({ level: 'silent', pretty: false });
  const queue = new Queue(database.db, log, { longestSeconds });
  const jobs = new Jobs(database.db, queue, log);
  jobs.define(kind);
  onTestFinished(() => queue.stop());
  await queue.ready();
  const job = {
    kind: kind.name,
    title: 'Slow',
    input: {},
    createdBy: 'ada@example.com',
    requestId: 'r-1',
  };
  const { id } = await database.db.transaction((tx) => jobs.enqueue(tx, job));
  jobs.wake(kind.name);
  return { queue, id };
}

async function read(id: string): Promise<JobRow> {
  const { rows } = await database.db.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`, [id]);
  if (!rows[0]) throw new Error('There is no such job.');
  return rows[0];
}

/** Resolves never; rejects with the signal's reason where it listens to it. */
const forever = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

test.each([
  ['listens to its signal', 'listening', true],
  ['listens to nothing', 'deaf', false],
])(
  'a job that takes too long and %s has tried once, waits, and fails in the end',
  async (_how, name, listens) => {
    let runs = 0;
    const run: JobKind['run'] = ({ signal }) => {
      runs += 1;
      return forever(listens ? signal : undefined);
    };
    const { id } = await begun({ name, attempts: 2, run }, 1);
    await expect.poll(async () => (await read(id)).error).toBe('It took longer than a second.');
    expect(await read(id)).toMatchObject({ state: 'queued', attempts: 1, next_try: expect.any(String) });
    await expect.poll(async () => (await read(id)).state).toBe('failed');
    expect(await read(id)).toMatchObject({ attempts: 2, error: 'It took longer than a second.' });
    expect(runs).toBe(2);
  },
);

test('what a job that took too long writes afterwards is not kept', async () => {
  const late = Promise.withResolvers<void>();
  let kept: unknown = 'nothing was saved';
  const run: JobKind['run'] = async ({ save }) => {
    await late.promise;
    await save({ step: 1 }).then(
      () => (kept = true),
      () => (kept = false),
    );
    return async () => ({ late: true });
  };
  const { id } = await begun({ name: 'late', attempts: 1, run }, 1);
  await expect.poll(async () => (await read(id)).state).toBe('failed');
  late.resolve();
  await expect.poll(() => kept).toBe(false);
  expect(await read(id)).toMatchObject({ state: 'failed', result: null, reached: {} });
});

test('a job that the end of the portal interrupts goes on at once, and has not been tried', async () => {
  let isRunning = false;
  const run: JobKind['run'] = ({ signal }) => {
    isRunning = true;
    return forever(signal);
  };
  const { queue, id } = await begun({ name: 'interrupted', attempts: 1, run }, 60);
  await expect.poll(() => isRunning).toBe(true);
  await queue.stop();
  expect(await read(id)).toMatchObject({ state: 'queued', attempts: 0, error: null });
});

test('a job that has ended stays as it ended, where the attempt that did it did not hear so', async () => {
  const claims: string[] = [];
  const run: JobKind['run'] = async ({ id }) => {
    const { rows } = await database.db.query<{ claim: string }>('SELECT claim FROM jobs WHERE id = $1', [id]);
    for (const { claim } of rows) claims.push(claim);
    return async () => ({ finished: true });
  };
  const { id } = await begun({ name: 'unheard', attempts: 1, run }, 60);
  await expect.poll(async () => (await read(id)).state).toBe('done');
  const [claim = ''] = claims;
  const ends = await database.db.transaction(async (tx) => [
    await isHeld(tx, id, claim),
    await endJob(tx, id, claim, { result: null, error: 'The answer was lost.', steps: [] }),
    await releaseJob(tx, id, claim, {
      ticket: claim,
      seconds: 1,
      attempts: 1,
      error: 'The answer was lost.',
    }),
  ]);
  expect(ends).toEqual([false, false, false]);
  expect(await read(id)).toMatchObject({ state: 'done', result: { finished: true }, error: null });
});
