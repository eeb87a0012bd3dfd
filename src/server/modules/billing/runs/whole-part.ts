import { Readable } from 'node:stream';
import { LongWork } from '#server/platform/database/limits.ts';
import { LARGEST_PAGE_SIZE, type Page } from '#server/platform/http/query.ts';
import type { Part } from './details.ts';

type ReadPart = (page: Page) => Promise<Part>;

/** All rows of a part of a run, as many at a time as a page has at most; no connection is held in between. */
export async function* portionsOf(read: ReadPart): AsyncGenerator<Part> {
  const work = new LongWork();
  for (let page = 1; ; page += 1) {
    const part = await work.run(() => read({ page, per_page: LARGEST_PAGE_SIZE }));
    yield part;
    if (part.rows.length < LARGEST_PAGE_SIZE) return;
  }
}

/**
 * The body of an answer: the page that is asked for, or without one all rows, which are streamed where they are more than
 * the largest page has.
 * @param beforeLong what may refuse so many
 */
export async function partAnswer(
  read: ReadPart,
  page: Page | null,
  beforeLong: () => Promise<void>,
): Promise<object | Readable> {
  const { rows, total } = await read(page ?? { page: 1, per_page: LARGEST_PAGE_SIZE });
  if (page || total <= LARGEST_PAGE_SIZE) return { data: rows, meta: { total } };
  await beforeLong();
  return Readable.from(wholeOf(read), { objectMode: false });
}

async function* wholeOf(read: ReadPart): AsyncGenerator<string> {
  let total = 0;
  yield '{"data":[';
  for await (const { rows } of portionsOf(read)) {
    if (rows.length === 0) continue;
    yield `${total > 0 ? ',' : ''}${JSON.stringify(rows).slice(1, -1)}`;
    total += rows.length;
  }
  yield `],"meta":{"total":${total}}}`;
}
