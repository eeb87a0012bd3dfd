import { expect, onTestFinished, test } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { createLog } from '../log/log.ts';
import type { Concurrency } from './queue-for.ts';
import { Queue, type Handler } from './queue.ts';

const database = withDatabase({ poolSize: 8 });

async function openQueue(handlers: Record<string, Handler>, concurrency?: Concurrency): Promise<Queue> {
  const queue = new Queue(database.db, await createLog({ level: 'silent', pretty: false }));
  for (const [name, handler] of Object.entries(handlers)) queue.handle(name, handler, concurrency);
  onTestFinished(() => queue.stop());
  await queue.ready();
  return queue;
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

test('work of one name that is under way is not queued a second time, and again once it has ended', async () => {
  let begun = 0;
  let end: () => void = () => undefined;
  const handler: Handler = () =>
    new Promise((done) => {
      begun += 1;
      end = done;
    });
  const queues = await Promise.all([
    openQueue({ single: handler }, 'alone'),
    openQueue({ single: handler }, 'alone'),
  ]);
  for (const queue of [...queues, ...queues]) await queue.sendAlone('single');
  await expect.poll(() => begun).toBe(1);
  await queues[1].sendAlone('single');
  end();
  const open = async () =>
    (await database.db.query(`SELECT 1 FROM pgboss.job WHERE name = 'single' AND state < 'completed'`))
      .rowCount;
  await expect.poll(open).toBe(0);
  expect(begun).toBe(1);
  await queues[0].sendAlone('single');
  await expect.poll(() => begun, { timeout: 60_000 }).toBe(2);
  end();
});

test('long work of some names keeps nobody else of the same process waiting', async () => {
  const ends: (() => void)[] = [];
  const done: unknown[] = [];
  const long: Handler = () => new Promise((end) => void ends.push(end));
  const queue = await openQueue(
    { first: long, second: long, quick: async ({ data }) => void done.push(data['number']) },
    { together: 1 },
  );
  for (const name of ['first', 'second', 'first', 'second']) await send(queue, name, {});
  for (const number of [1, 2, 3]) await send(queue, 'quick', { number });
  queue.wake('quick');
  await expect.poll(() => done, { timeout: 60_000 }).toEqual([1, 2, 3]);
  expect(ends).toHaveLength(2);
  for (const end of ends) end();
  await expect.poll(() => ends.length, { timeout: 60_000 }).toBe(4);
  for (const end of ends) end();
});

test('work that another process sends, and work for later, is found without a notification', async () => {
  const seen: unknown[] = [];
  await openQueue({ distant: async ({ data }) => void seen.push(data['number']) }, { together: 1 });
  const other = await openQueue({});
  await send(other, 'distant', { number: 1 });
  await database.db.transaction((tx) => other.send(tx, 'distant', { number: 2 }, 1));
  await expect.poll(() => seen, { timeout: 60_000 }).toEqual([1, 2]);
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
