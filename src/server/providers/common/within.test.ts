import { getEventListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { within } from './within.ts';

const forever = (signal: AbortSignal) => pause(60_000, 'late', { signal });
const listeners = ({ signal }: AbortController) => getEventListeners(signal, 'abort').length;

test('a call that was answered, or failed, has nothing to do any more with the signal of its job', async () => {
  const job = new AbortController();
  const seen: AbortSignal[] = [];
  const answered = await within(60, job.signal, async (signal) => {
    seen.push(signal);
    return listeners(job);
  });
  const failed = within(60, job.signal, async (signal) => {
    seen.push(signal);
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect([answered, listeners(job)]).toEqual([1, 0]);
  job.abort();
  expect(seen.map(({ aborted }) => aborted)).toEqual([false, false]);
});

test('a call under way is aborted with its job, for the reason of the job', async () => {
  const job = new AbortController();
  const call = within(60, job.signal, forever);
  job.abort(new Error('the portal ends'));
  await expect(call).rejects.toMatchObject({ cause: { message: 'the portal ends' } });
  expect(listeners(job)).toBe(0);
});

test('a call of a job that was aborted before is aborted from its beginning', async () => {
  const call = within(60, AbortSignal.abort(new Error('over')), async ({ aborted }) => aborted);
  await expect(call).resolves.toBe(true);
});

test('a call that takes too long is aborted as one whose time is over', async () => {
  const call = within(0.02, undefined, forever);
  await expect(call).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
});
