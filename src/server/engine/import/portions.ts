/** Items of one statement: few enough to be written, sent and read without holding up other requests. */
export const MOST_ITEMS = 5000;

/** A list in portions that a statement takes at once. */
export function* portions<T>(items: readonly T[], most = MOST_ITEMS): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += most) yield items.slice(at, at + most);
}
