import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { Jobs } from '#server/platform/jobs/jobs.ts';
import { Queue } from '#server/platform/jobs/queue.ts';
import { JOB_COLUMNS, type JobRow } from '#server/platform/jobs/store.ts';
import { createLog } from '#server/platform/log/log.ts';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { withDatabase } from '#tests/support/database.ts';

const database = withDatabase({ poolSize: 4 });

/** Only a guard against hanging. */
const PATIENCE_MS = 240_000;

async function startWorker(hangsAt = ''): Promise<{ kill: () => Promise<void> }> {
  const script = path.join(projectRoot, 'tests/faults/patient-worker.ts');
  const child = spawn(process.execPath, [script, database.connectionString, hangsAt], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(kill);
  await once(child, 'message');
  return { kill };
}

it(
  'a job that comes back survives its process being killed, while it waits and while it works, and ends once',
  { timeout: 600_000 },
  async () => {
    const first = await startWorker('Wait');
    const log = await createLog({ level: 'silent', pretty: false });
    const queue = new Queue(database.db, log);
    onTestFinished(() => queue.stop());
    await queue.ready();
    const asked = {
      kind: 'order_account',
      title: 'An account',
      input: {},
      createdBy: 'ada@example.com',
      requestId: 'r-1',
    };
    const { id } = await database.db.transaction((tx) =>
      new Jobs(database.db, queue, log).enqueue(tx, asked),
    );
    const job = async () => {
      const text = `SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`;
      return (await database.db.query<JobRow>(text, [id])).rows[0];
    };
    const step = async (name: string) => (await job())?.steps.find((one) => one.name === name)?.state;

    // In the middle of a look.
    await expect.poll(async () => (await job())?.reached['order'], { timeout: PATIENCE_MS }).toBe(1);
    await first.kill();
    await ageHeartbeats(database.db);
    // In the middle of its last step, which has not committed.
    const second = await startWorker('Hand over');
    await expect.poll(() => step('Hand over'), { timeout: PATIENCE_MS }).toBe('running');
    await second.kill();
    await ageHeartbeats(database.db);
    expect(await job()).toMatchObject({ state: 'running', finished_at: null });
    await startWorker();
    await expect.poll(async () => (await job())?.state, { timeout: PATIENCE_MS }).toBe('done');

    expect(await job()).toMatchObject({ result: { looks: 3 }, error: null });
    expect((await job())?.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    const { rows } = await database.db.query('SELECT code FROM companies ORDER BY id');
    expect(rows).toEqual([{ code: 'ordered' }, { code: 'handed over' }]);
  },
);
