import { Refusal } from '#kernel/errors.ts';

/** The longest that one delivery may take. */
export const LONGEST_SECONDS = 3600;

/** The refusal of work that took longer; since it may succeed another time, it is tried again. */
function tookTooLong(seconds: number): Refusal {
  const isHours = seconds % 3600 === 0;
  const count = isHours ? seconds / 3600 : seconds;
  const one = isHours ? 'an hour' : 'a second';
  return new Refusal(
    503,
    `It took longer than ${count === 1 ? one : `${count} ${isHours ? 'hours' : 'seconds'}`}.`,
  );
}

/**
 * Does the work of a delivery with a signal that follows the others, and is aborted after so many seconds with a Refusal
 * that says so. That is no AbortSignal.timeout, whose timer would outlive by an hour what is done at once.
 */
export async function withinTime<Answer>(
  seconds: number,
  others: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tookTooLong(seconds)), seconds * 1000);
  try {
    return await work(AbortSignal.any([...others, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
