import { expect, onTestFinished, test } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { withDatabase } from '#tests/support/database.ts';
import { claimJob, JOB_COLUMNS, type JobRow } from './store.ts';
import { Jobs, type JobKind } from './jobs.ts';
import { createLog } from '../log/log.ts';
import { Queue } from './queue.ts';

const database = withDatabase({ poolSize: 8 });

async function jobsOf(kind: Omit<JobKind, 'attempts'> & { attempts?: number }): Promise<Jobs> {
  const log = await createLog({ level: 'silent', pretty: false });
  const queue = new Queue(database.db, log);
  const jobs = new Jobs(database.db, queue, log);
  jobs.define({ attempts: 3, ...kind });
  onTestFinished(() => queue.stop());
  await queue.ready();
  return jobs;
}

async function ask(jobs: Jobs, kind: string, input = {}): Promise<string> {
  const asked = { kind, title: 'A job of a test', input, createdBy: 'ada@example.com', requestId: 'r-1' };
  const { id } = await database.db.transaction((tx) => jobs.ask(tx, asked));
  jobs.wake(kind);
  return id;
}

async function read(id: string): Promise<JobRow> {
  const { rows } = await database.db.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`, [id]);
  if (!rows[0]) throw new Error('There is no such job.');
  return rows[0];
}

async function reaches(id: string, state: string): Promise<JobRow> {
  await expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe(state);
  return read(id);
}

test('a job is done once, and its last step commits with its end', async () => {
  const jobs = await jobsOf({
    name: 'greet',
    run:
      async ({ input }) =>
      async (tx) => {
        await tx.query(`INSERT INTO companies (code) VALUES ('made by a job')`);
        return { greeting: `Hello ${String(input['name'])}` };
      },
  });
  const id = await ask(jobs, 'greet', { name: 'Ada' });
  expect(await reaches(id, 'done')).toMatchObject({
    result: { greeting: 'Hello Ada' },
    attempts: 1,
    error: null,
  });
  const { rowCount } = await database.db.query(`SELECT 1 FROM companies WHERE code = 'made by a job'`);
  expect(rowCount).toBe(1);
});

test('a job that fails is tried again later, with the reason in sight, from where it got to', async () => {
  const reached: unknown[] = [];
  const jobs = await jobsOf({
    name: 'stumble',
    run: async (context) => {
      reached.push({ ...context.reached });
      await context.save({ step: 1 });
      if (reached.length === 1) throw new Refusal(503, 'The provider is away.');
      return async () => ({});
    },
  });
  const id = await ask(jobs, 'stumble');
  await expect.poll(async () => (await read(id)).error).toBe('The provider is away.');
  expect((await read(id)).next_try).not.toBeNull();
  expect(await reaches(id, 'done')).toMatchObject({ attempts: 2 });
  expect(reached).toEqual([{}, { step: 1 }]);
});

test('a refusal is final, and a person can have the job tried again', async () => {
  let refuses = true;
  const jobs = await jobsOf({
    name: 'refused',
    run: async () => {
      if (refuses) throw new Refusal(422, 'The account number is unknown.');
      return async () => ({ fine: true });
    },
  });
  const id = await ask(jobs, 'refused');
  expect(await reaches(id, 'failed')).toMatchObject({ error: 'The account number is unknown.', attempts: 1 });
  refuses = false;
  await database.db.transaction((tx) => jobs.again(tx, id));
  jobs.wake('refused');
  expect(await reaches(id, 'done')).toMatchObject({ result: { fine: true } });
  await expect(database.db.transaction((tx) => jobs.again(tx, id))).rejects.toMatchObject({ status: 409 });
});

test('a fault is told without its details, and ends after the last attempt', async () => {
  const jobs = await jobsOf({
    name: 'faulty',
    attempts: 1,
    run: async () => {
      throw new Error('password=secret');
    },
  });
  const { error, finished_at: ended } = await reaches(await ask(jobs, 'faulty'), 'failed');
  expect(error).not.toContain('secret');
  expect(ended).not.toBeNull();
});

test('an attempt that was superseded ends nothing and saves nothing', async () => {
  let isRunning = false;
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((done) => (goOn = done));
  const jobs = await jobsOf({
    name: 'held',
    run: async () => {
      isRunning = true;
      await held;
      return async (tx) => {
        await tx.query(`INSERT INTO companies (code) VALUES ('made too late')`);
        return {};
      };
    },
  });
  const id = await ask(jobs, 'held');
  await expect.poll(() => isRunning).toBe(true);
  const { rows } = await database.db.query<{ ticket: string }>('SELECT ticket FROM jobs WHERE id = $1', [id]);
  const claim = '00000000-0000-4000-8000-000000000001';
  expect(await claimJob(database.db, id, rows[0]?.ticket ?? '', claim)).toMatchObject({ attempts: 2 });
  goOn();
  await new Promise((next) => setTimeout(next, 500));
  expect(await read(id)).toMatchObject({ state: 'running', result: null });
  const late = await database.db.query(`SELECT 1 FROM companies WHERE code = 'made too late'`);
  expect(late.rowCount).toBe(0);
});

test('a job whose process died in every attempt has failed, and says so', async () => {
  const jobs = await jobsOf({ name: 'deadly', attempts: 2, run: async () => async () => ({}) });
  const queued = {
    kind: 'deadly',
    title: 'Deadly',
    input: {},
    createdBy: 'ada@example.com',
    requestId: 'r-1',
  };
  const id = await database.db.transaction(async (tx) => {
    const job = await jobs.ask(tx, queued);
    await tx.query('UPDATE jobs SET attempts = 2 WHERE id = $1', [job.id]);
    return job.id;
  });
  expect((await reaches(id, 'failed')).error).toContain('interrupted 2 times');
});
