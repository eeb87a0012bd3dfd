import { expect, test, vi } from 'vitest';
import { LONGEST_SECONDS, withinTime } from './delivery-time.ts';

/** Work that goes on until its signal is aborted, and answers why. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<unknown>((done) => signal.addEventListener('abort', () => done(signal.reason)));

test.each([
  [LONGEST_SECONDS, 'It took longer than an hour.'],
  [7200, 'It took longer than 2 hours.'],
  [90, 'It took longer than 90 seconds.'],
])('work of more than %i seconds is ended with: %s', async (seconds, message) => {
  vi.useFakeTimers();
  try {
    const reason = withinTime(seconds, [], untilAborted);
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect(await reason).toMatchObject({ status: 503, message });
  } finally {
    vi.useRealTimers();
  }
});

test('work is aborted with the others that it follows, for their reason, and none of its time is left over', async () => {
  vi.useFakeTimers();
  try {
    const other = new AbortController();
    const reason = withinTime(60, [other.signal], untilAborted);
    other.abort('the portal ends');
    expect(await reason).toBe('the portal ends');
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
