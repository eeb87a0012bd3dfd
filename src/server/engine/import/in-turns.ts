import { setImmediate } from 'node:timers/promises';

/** How long a loop may keep the process to itself; other requests wait that long at most. */
const STRETCH_MS = 15;
/** How many items pass between two looks at the clock. */
const ITEMS = 50;

/**
 * Uses each item, in order; other requests are served before it begins and in between.
 * @param onPause gets how many items are done
 */
export async function inTurns<T>(
  items: Iterable<T>,
  step: (item: T, at: number) => void | Promise<void>,
  onPause?: (done: number) => void,
): Promise<void> {
  await setImmediate();
  let since = performance.now();
  let at = 0;
  for (const item of items) {
    const done = step(item, at);
    // What was done at once is not waited for: a hundred thousand such waits would be felt.
    if (done) await done;
    at += 1;
    if (at % ITEMS !== 0 || performance.now() - since < STRETCH_MS) continue;
    onPause?.(at);
    await setImmediate();
    since = performance.now();
  }
}

/** What `read` answers of each item, all in one list; an empty list adds nothing. */
export async function flatInTurns<T, R>(
  items: Iterable<T>,
  read: (item: T, at: number) => Iterable<R>,
): Promise<R[]> {
  const found: R[] = [];
  await inTurns(items, (item, at) => {
    for (const one of read(item, at)) found.push(one);
  });
  return found;
}
