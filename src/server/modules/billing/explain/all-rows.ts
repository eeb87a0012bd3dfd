import { Readable } from 'node:stream';
import type { HeavyWork } from '#server/platform/database/heavy-work.ts';
import { LongWork } from '#server/platform/database/limits.ts';
import { LARGEST_PAGE_SIZE } from '#calls/shapes.ts';
import type { Page, PageOf } from '#server/platform/http/query.ts';

/** Reads a page of a part of a run. */
export type ReadPart<R = unknown> = (page: Page) => Promise<PageOf<R>>;

/**
 * All rows of a part of a run, as many at a time as a page has at most; no connection is held in between.
 * @param heavy whose turn each portion waits for
 */
export async function* portionsOf<R>(read: ReadPart<R>, heavy: HeavyWork): AsyncGenerator<PageOf<R>> {
  const work = new LongWork();
  for (let page = 1; ; page += 1) {
    const part = await heavy.run(() => work.run(() => read({ page, per_page: LARGEST_PAGE_SIZE })));
    yield part;
    if (part.rows.length < LARGEST_PAGE_SIZE) return;
  }
}

/**
 * The body of an answer as JSON: the requested page, or without one all rows, which are streamed where they are more than
 * the largest page has.
 * @param beginLong answers the work that so many are, and may refuse them
 */
export async function partAnswer(
  read: ReadPart,
  page: Page | null,
  beginLong: () => Promise<HeavyWork>,
): Promise<string | Readable> {
  const { rows, total } = await read(page ?? { page: 1, per_page: LARGEST_PAGE_SIZE });
  if (page || total <= LARGEST_PAGE_SIZE) return JSON.stringify({ data: rows, meta: { total } });
  return Readable.from(wholeOf(read, await beginLong()), { objectMode: false });
}

async function* wholeOf(read: ReadPart, heavy: HeavyWork): AsyncGenerator<string> {
  let total = 0;
  yield '{"data":[';
  for await (const { rows } of portionsOf(read, heavy)) {
    if (rows.length === 0) continue;
    yield `${total > 0 ? ',' : ''}${JSON.stringify(rows).slice(1, -1)}`;
    total += rows.length;
  }
  yield `],"meta":{"total":${total}}}`;
}
