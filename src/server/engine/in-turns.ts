import { Stretch } from '#server/platform/base/stretch.ts';

/** How many items pass between two looks at the clock, where each takes a moment. */
const ITEMS = 50;

interface Turns {
  /** Gets how many items are done. */
  onPause?: ((done: number) => void) | undefined;
  /** An item may take some milliseconds, so that the clock is looked at after each. */
  isHeavy?: boolean;
}

/** Uses each item, in order; other requests are served before it begins and in between. */
export async function inTurns<T>(
  items: Iterable<T>,
  step: (item: T, at: number) => void | Promise<void>,
  { onPause, isHeavy = false }: Turns = {},
): Promise<void> {
  const stretch = new Stretch();
  await stretch.rest();
  let at = 0;
  for (const item of items) {
    const done = step(item, at);
    // Work that was done at once is not waited for: a hundred thousand such waits would be felt.
    if (done) await done;
    at += 1;
    if ((!isHeavy && at % ITEMS !== 0) || !stretch.isOver) continue;
    onPause?.(at);
    await stretch.rest();
  }
}

/** The answers of `read` for each item, all in one list; an empty list adds nothing. */
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
