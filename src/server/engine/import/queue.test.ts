import { expect, it } from 'vitest';
import { ImportQueue } from './queue.ts';

it('lets one import after the other run, whether the one before succeeded or not', async () => {
  const queue = new ImportQueue();
  const events: string[] = [];
  const work = (name: string, fails = false) =>
    queue.run('ada', async () => {
      events.push(`${name} begins`);
      await new Promise(setImmediate);
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const all = await Promise.allSettled([work('a', true), work('b'), work('c')]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('refuses those that would wait too long, and takes others when some are done', async () => {
  const queue = new ImportQueue();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const waiting = Array.from({ length: 10 }, (_, at) => queue.run(`person ${at}`, () => held));
  await expect(queue.run('ada', () => held)).rejects.toMatchObject({
    status: 429,
    headers: { 'Retry-After': '60' },
  });
  release();
  await Promise.all(waiting);
  await expect(queue.run('ada', async () => 'done')).resolves.toBe('done');
});

it('refuses a fifth of one person, whose client may have left the others, and takes those of others', async () => {
  const queue = new ImportQueue();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const four = Array.from({ length: 4 }, () => queue.run('ada', () => held));
  await expect(queue.run('ada', () => held)).rejects.toMatchObject({ status: 429 });
  const other = queue.run('grace', async () => 'done');
  release();
  await Promise.all(four);
  await expect(other).resolves.toBe('done');
  await expect(queue.run('ada', async () => 'done')).resolves.toBe('done');
});

it('lets people take turns, however many one of them has waiting', async () => {
  const queue = new ImportQueue();
  const done: string[] = [];
  const run = (person: string, name: string) => queue.run(person, async () => void done.push(name));
  await Promise.all([run('ada', 'a1'), run('ada', 'a2'), run('ada', 'a3'), run('grace', 'g1')]);
  expect(done).toEqual(['a1', 'g1', 'a2', 'a3']);
});
