import { expect, onTestFinished, test } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import type { Database } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import { Queue, type Concurrency, type Handler } from './queue.ts';

const database = withDatabase({ poolSize: 8 });

async function openQueue(handlers: Record<string, Handler>, concurrency?: Concurrency): Promise<Queue> {
  const queue = new Queue(database.db, await createLog({ level: 'silent', pretty: false }));
  for (const [name, handler] of Object.entries(handlers)) queue.handle(name, handler, concurrency);
  onTestFinished(() => queue.stop());
  await queue.ready();
  return queue;
}

/** The database, which keeps the text of each statement that it is asked. */
function heard(asked: string[]): Database {
  const hear = (statement: unknown) =>
    void asked.push(typeof statement === 'string' ? statement : (statement as { text: string }).text);
  return {
    ...database.db,
    query: (statement, values) => {
      hear(statement);
      return database.db.query(statement, values);
    },
    transaction: (fn) =>
      database.db.transaction((tx) =>
        fn(
          new Proxy(tx, {
            get: (target, key) =>
              key === 'query'
                ? (statement: string, values?: unknown[]) => {
                    hear(statement);
                    return target.query(statement, values);
                  }
                : (Reflect.get(target, key) as unknown),
          }),
        ),
      ),
  };
}

const send = (queue: Queue, name: string, data: object) =>
  database.db.transaction((tx) => queue.send(tx, name, data));

test('queued work is delivered once, with its ticket', async () => {
  const seen: unknown[] = [];
  const queue = await openQueue({ once: async ({ ticket, data }) => void seen.push([ticket, data]) });
  const ticket = await send(queue, 'once', { number: 7 });
  queue.wake('once');
  await expect.poll(() => seen).toEqual([[ticket, { number: 7 }]]);
});

test('work that was queued in a transaction that is undone never happens', async () => {
  const seen: unknown[] = [];
  const queue = await openQueue({ undone: async ({ data }) => void seen.push(data['number']) });
  const failing = database.db.transaction(async (tx) => {
    await queue.send(tx, 'undone', { number: 1 });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await send(queue, 'undone', { number: 2 });
  queue.wake('undone');
  await expect.poll(() => seen).toEqual([2]);
});

test('a delivery whose handler fails is made again', async () => {
  let attempts = 0;
  const queue = await openQueue({
    again: async () => {
      attempts += 1;
      if (attempts < 2) throw new Error('not yet');
    },
  });
  await send(queue, 'again', {});
  await expect.poll(() => attempts, { timeout: 60_000 }).toBe(2);
});

test('two processes share the work, each piece going to one of them', async () => {
  const seen: number[] = [];
  const take: Handler = async ({ data }) => void seen.push(Number(data['number']));
  const [queue] = await Promise.all([openQueue({ shared: take }), openQueue({ shared: take })]);
  const numbers = Array.from({ length: 12 }, (_, at) => at);
  for (const number of numbers) await send(queue, 'shared', { number });
  await expect.poll(() => seen.length, { timeout: 60_000 }).toBe(12);
  expect(seen.toSorted((a, b) => a - b)).toEqual(numbers);
});

test('queues at rest are looked after by one statement for all of them, and none waits for a turn to fetch', async () => {
  const asked: string[] = [];
  const seen: string[] = [];
  const queue = new Queue(heard(asked), await createLog({ level: 'silent', pretty: false }));
  const names = Array.from({ length: 12 }, (_, at) => `resting-${at}`);
  for (const name of names)
    queue.handle(name, async ({ data }) => void seen.push(String(data['word'])), { together: 1 });
  onTestFinished(() => queue.stop());
  await queue.ready();
  asked.length = 0;
  const looks = () => asked.filter((text) => text.includes('pgboss.queue q, LATERAL'));
  const fetches = () => asked.filter((text) => text.includes('group_filtered AS'));
  await expect.poll(() => looks().length, { timeout: 60_000 }).toBeGreaterThan(4);
  expect(fetches()).toEqual([]);
  expect(asked.filter((text) => text.includes('hashtextextended($1, 6)'))).toEqual([]);

  await database.db.transaction((tx) => queue.send(tx, 'resting-7', { word: 'found' }));
  queue.wake('resting-7');
  await expect.poll(() => seen, { timeout: 60_000 }).toEqual(['found']);
  expect(fetches()).not.toEqual([]);
});

test('work that another process sends, and work for later, is found without anybody telling of it', async () => {
  const seen: unknown[] = [];
  await openQueue({ distant: async ({ data }) => void seen.push(data['number']) }, { together: 1 });
  const other = await openQueue({});
  await send(other, 'distant', { number: 1 });
  await database.db.transaction((tx) => other.send(tx, 'distant', { number: 2 }, 1));
  await expect.poll(() => seen, { timeout: 60_000 }).toEqual([1, 2]);
});

test(
  'what was delivered while a clock was ahead is given to others once it is set back',
  { timeout: 130_000 },
  async () => {
    const seen: unknown[] = [];
    const queue = await openQueue({ ahead: async ({ data }) => void seen.push(data['number']) });
    // As a process leaves it that died while the clock was six hours ahead.
    await database.db.transaction(async (tx) => {
      const ticket = await queue.send(tx, 'ahead', { number: 1 });
      await tx.query(
        `UPDATE pgboss.job SET state = 'active', started_on = now() + interval '6 hours',
         heartbeat_on = now() + interval '6 hours' WHERE id = $1`,
        [ticket],
      );
      await tx.query(`UPDATE pgboss.queue SET monitor_claim_on = now() + interval '6 hours'`);
    });
    expect(await queue.hasten('another', 60)).toBe(0);
    await expect.poll(() => seen, { timeout: 120_000 }).toEqual([1]);
  },
);

test('work that waits for a time within the longest pause is not hastened, and later work is', async () => {
  const seen: unknown[] = [];
  const queue = await openQueue({ hastened: async ({ data }) => void seen.push(data['number']) });
  await database.db.transaction(async (tx) => {
    await queue.send(tx, 'hastened', { number: 1 }, 3000);
    await queue.send(tx, 'hastened', { number: 2 }, 7200);
  });
  expect(await queue.hasten('hastened', 3600)).toBe(1);
  await expect.poll(() => seen, { timeout: 60_000 }).toEqual([2]);
});

test('the end of the portal reaches what is being worked on', async () => {
  let reason: unknown;
  let began = false;
  const queue = await openQueue({
    long: ({ signal }) =>
      new Promise((done) => {
        began = true;
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          done();
        });
      }),
  });
  await send(queue, 'long', {});
  queue.wake('long');
  await expect.poll(() => began).toBe(true);
  await queue.stop();
  expect(reason).toBeInstanceOf(Error);
});
