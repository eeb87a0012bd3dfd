import { onTestFinished, vi } from 'vitest';

/** A day that few years have, and that no change of summer time is near. */
const LEAP_DAY = '2028-02-29';

/**
 * Lets the clock of this process, and of a portal that runs in it, say noon of a day (UTC) until the test ends. The
 * database keeps its own clock.
 * @returns the day
 */
export function onDay(day = LEAP_DAY): string {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) });
  onTestFinished(() => void vi.useRealTimers());
  return day;
}
