import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { expect, onTestFinished, test } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { withDatabase } from '#tests/support/database.ts';
import { claimJob, JOB_COLUMNS, type JobRow } from './store.ts';
import { Jobs } from './jobs.ts';
import type { JobKind } from './kind.ts';
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

async function enqueue(jobs: Jobs, kind: string, input = {}): Promise<string> {
  const job = { kind, title: 'A job of a test', input, createdBy: 'ada@example.com', requestId: 'r-1' };
  const { id } = await database.db.transaction((tx) => jobs.enqueue(tx, job));
  jobs.wake(kind);
  return id;
}

async function read(id: string): Promise<JobRow> {
  const { rows } = await database.db.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`, [id]);
  if (!rows[0]) throw new Error('There is no such job.');
  return rows[0];
}

async function reaches(id: string, state: string): Promise<JobRow> {
  await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).toBe(state);
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
  const id = await enqueue(jobs, 'greet', { name: 'Ada' });
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
  const id = await enqueue(jobs, 'stumble');
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
  const id = await enqueue(jobs, 'refused');
  expect(await reaches(id, 'failed')).toMatchObject({ error: 'The account number is unknown.', attempts: 1 });
  refuses = false;
  await database.db.transaction((tx) => jobs.again(tx, id));
  jobs.wake('refused');
  expect(await reaches(id, 'done')).toMatchObject({ result: { fine: true } });
  await expect(database.db.transaction((tx) => jobs.again(tx, id))).rejects.toMatchObject({ status: 409 });
});

test('a fault is reported without its details, and ends after the last attempt', async () => {
  const jobs = await jobsOf({
    name: 'faulty',
    attempts: 1,
    run: async () => {
      throw new Error('password=secret');
    },
  });
  const { error, finished_at: ended } = await reaches(await enqueue(jobs, 'faulty'), 'failed');
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
  const id = await enqueue(jobs, 'held');
  await expect.poll(() => isRunning).toBe(true);
  const { rows } = await database.db.query<{ ticket: string }>('SELECT ticket FROM jobs WHERE id = $1', [id]);
  const claim = '00000000-0000-4000-8000-000000000001';
  expect(await claimJob(database.db, id, rows[0]?.ticket ?? '', claim)).toMatchObject({ attempts: 2 });
  const delivery = async () =>
    (
      await database.db.query<{ state: string }>('SELECT state FROM pgboss.job WHERE id = $1', [
        rows[0]?.ticket,
      ])
    ).rows[0];
  goOn();
  await expect.poll(async () => (await delivery())?.state).not.toBe('active');
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
    const job = await jobs.enqueue(tx, queued);
    await tx.query('UPDATE jobs SET attempts = 2 WHERE id = $1', [job.id]);
    return job.id;
  });
  expect((await reaches(id, 'failed')).error).toContain('interrupted 2 times');
});

test('a job that waits for somebody else comes back with what it knew, and says when it looks again', async () => {
  const seen: unknown[] = [];
  const jobs = await jobsOf({
    name: 'patient',
    run: async ({ reached, comeBack }) => {
      seen.push({ ...reached });
      const looks = Number(reached['looks'] ?? 0);
      return looks < 2 ? comeBack(1, { looks: looks + 1 }) : async () => ({ looks });
    },
  });
  const id = await enqueue(jobs, 'patient');
  await expect.poll(async () => (await read(id)).next_look).not.toBeNull();
  expect(await read(id)).toMatchObject({ state: 'running', attempts: 0, next_try: null });
  expect(await reaches(id, 'done')).toMatchObject({ result: { looks: 2 }, attempts: 1, next_look: null });
  expect(seen).toEqual([{}, { looks: 1 }, { looks: 2 }]);
});

test('a job that a clock which was set back keeps waiting goes on when it is hastened, and others wait on', async () => {
  const seen: unknown[] = [];
  const jobs = await jobsOf({
    name: 'hastened',
    concurrency: 2,
    run: async ({ input, reached, comeBack }) => {
      if (reached['waited']) return async () => ({ number: seen.push(input['number']) });
      return comeBack(Number(input['wait']), { waited: true });
    },
  });
  const waits = async (id: string) => (await read(id)).next_look !== null;
  const soon = await enqueue(jobs, 'hastened', { number: 1, wait: 3000 });
  const late = await enqueue(jobs, 'hastened', { number: 2, wait: 7200 });
  await expect.poll(async () => (await waits(soon)) && (await waits(late)), { timeout: 60_000 }).toBe(true);
  expect(await jobs.hasten('hastened', 3600)).toBe(1);
  expect(await reaches(late, 'done')).toMatchObject({ result: { number: 1 } });
  expect(await waits(soon)).toBe(true);
  expect(seen).toEqual([2]);
});

test('jobs that the version before has queued are done, also those that it queues while both run', async () => {
  const former = new PgBoss({ db: { executeSql: (text, values) => database.db.query(text, values) } });
  await former.start();
  onTestFinished(() => former.stop({ graceful: false }));
  await former.createQueue('moved');
  const queueAsBefore = async () => {
    const id = randomUUID();
    const ticket = await former.send('moved', { job: id }, { group: { id: 'moved' } });
    await database.db.query(
      `INSERT INTO jobs (id, kind, title, input, ticket, created_by, request_id, steps)
       VALUES ($1, 'moved', 'A job of before', '{}', $2, 'ada@example.com', 'r-1', '[]')`,
      [id, ticket],
    );
    return id;
  };
  const waiting = await queueAsBefore();
  const jobs = await jobsOf({ name: 'moved', run: async () => async () => ({ fine: true }) });
  expect(await reaches(waiting, 'done')).toMatchObject({ result: { fine: true }, attempts: 1 });
  const later = await queueAsBefore();
  const own = await enqueue(jobs, 'moved');
  expect(await reaches(later, 'done')).toMatchObject({ result: { fine: true }, attempts: 1 });
  expect(await reaches(own, 'done')).toMatchObject({ attempts: 1 });
});

test('a job that has come back for too long has failed, and says how long it waited', async () => {
  const jobs = await jobsOf({
    name: 'endless',
    patienceHours: 1,
    run: async ({ comeBack }) => comeBack(1, {}),
  });
  const id = await enqueue(jobs, 'endless');
  await expect.poll(async () => (await read(id)).next_look).not.toBeNull();
  await database.db.query(`UPDATE jobs SET started_at = now() - interval '2 hours' WHERE id = $1`, [id]);
  expect((await reaches(id, 'failed')).error).toBe('It was not done within 1 hour.');
});

test('a job reports its steps with their times, and where it failed; a retry goes on there', async () => {
  let refuses = true;
  const jobs = await jobsOf({
    name: 'stepping',
    steps: ['Ask', 'Build', 'Mail'],
    run: async ({ step }) => {
      await step('Ask');
      await step('Build');
      if (refuses) throw new Refusal(422, 'There is nothing to build from.');
      await step('Mail');
      return async () => ({});
    },
  });
  const id = await enqueue(jobs, 'stepping');
  const states = ({ steps }: JobRow) => steps.map(({ name, state }) => `${name} ${state}`);
  const failed = await reaches(id, 'failed');
  expect(states(failed)).toEqual(['Ask done', 'Build failed', 'Mail waiting']);
  expect(failed.steps[1]).toMatchObject({
    started_at: expect.stringMatching(/Z$/),
    finished_at: expect.stringMatching(/Z$/),
  });
  expect(failed.steps[2]).toMatchObject({ started_at: null, finished_at: null });
  refuses = false;
  await database.db.transaction((tx) => jobs.again(tx, id));
  jobs.wake('stepping');
  expect(states(await reaches(id, 'done'))).toEqual(['Ask done', 'Build done', 'Mail done']);
});

test.each([
  ['one at a time unless a kind says otherwise, in the order they were enqueued', 'alone', undefined, 1],
  ['as many at a time as a kind says, in all processes together', 'pairs', 2, 2],
])('jobs run %s', async (_how, name, concurrency, most) => {
  let running = 0;
  let together = 0;
  const begun: unknown[] = [];
  const kind = {
    name,
    ...(concurrency && { concurrency }),
    run: async ({ input }: { input: Record<string, unknown> }) => {
      begun.push(input['number']);
      together = Math.max(together, (running += 1));
      await new Promise((next) => setTimeout(next, 150));
      running -= 1;
      return async () => ({});
    },
  };
  const processes = await Promise.all([jobsOf(kind), jobsOf(kind), jobsOf(kind), jobsOf(kind)]);
  const ids: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) ids.push(await enqueue(processes[0], name, { number }));
  // All of them look for work in the same moment.
  for (const jobs of processes) jobs.wake(name);
  for (const id of ids) await reaches(id, 'done');
  expect(together).toBe(most);
  expect(most === 1 ? begun : begun.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

test('what was due while no process ran is made up for once, by one of three processes', async () => {
  const schedule = { cron: '0 3 1 1 *', timeZone: 'Europe/Berlin', title: 'The yearly look' };
  const kind = { name: 'yearly', schedule, run: async () => async () => ({}) };
  const open = async () => {
    const log = await createLog({ level: 'silent', pretty: false });
    const queue = new Queue(database.db, log);
    new Jobs(database.db, queue, log).define({ attempts: 3, ...kind });
    await queue.ready();
    return queue;
  };
  // The schedule is known, and then nobody looks after it for two years.
  await (await open()).stop();
  await database.db.query(`UPDATE pgboss.version SET cron_on = now() - interval '2 years'`);
  await database.db.query(
    `UPDATE pgboss.schedule SET created_on = now() - interval '2 years', updated_on = now() - interval '2 years'`,
  );
  const queues = await Promise.all([open(), open(), open()]);
  onTestFinished(async () => void (await Promise.all(queues.map((queue) => queue.stop()))));
  const jobRows = async () =>
    (await database.db.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE kind = 'yearly'`)).rows;
  await expect.poll(async () => (await jobRows()).map(({ state }) => state)).toEqual(['done']);
  expect((await jobRows())[0]).toMatchObject({ title: 'The yearly look', created_by: 'schedule' });
  await new Promise((next) => setTimeout(next, 1500));
  expect(await jobRows()).toHaveLength(1);
});
