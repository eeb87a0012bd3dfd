import { openText } from './bill-text.ts';
import { CsvRows, type RowTaker } from './csv-rows.ts';
import { isParquet, type BillPart, type OpenPart } from './open-bill.ts';
import { refuseOtherBytes, SHOWING } from './other-bytes.ts';
import type { ReadOptions } from './read-options.ts';

/** Takes the rows of a part that is text. */
export interface TextTaker extends RowTaker {
  /** Is given the delimiter. */
  separatedBy?: (delimiter: string) => void;
}

/** The options of a bill for reading its text. */
export type TextOptions = Pick<ReadOptions, 'provider' | 'encoding'>;

/** A part that is open, of which is known what it is. */
export interface BegunPart extends OpenPart {
  isParquet: boolean;
}

/** Opens a part, and looks at its first bytes. @throws {BillProblem} for what is neither text nor Parquet */
export async function beginPart(part: BillPart, { provider }: TextOptions): Promise<BegunPart> {
  const opened = await part.open();
  try {
    const { begin, all } = await begun(opened.bytes);
    refuseOtherBytes(begin, provider);
    return { ...opened, bytes: all, isParquet: isParquet(begin) };
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** The first bytes, by which a part is recognised, and all of them. */
async function begun(bytes: AsyncIterable<Buffer>): Promise<{ begin: Buffer; all: AsyncGenerator<Buffer> }> {
  const parts = bytes[Symbol.asyncIterator]();
  let begin: Buffer = Buffer.alloc(0);
  while (begin.length < SHOWING) {
    const next = await parts.next();
    if (next.done === true) break;
    begin = Buffer.concat([begin, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield begin;
    yield* { [Symbol.asyncIterator]: () => parts };
  }
  return { begin, all: all() };
}

/**
 * Gives the rows of a text to what takes them, piece by piece; of one that goes on behind what is there, all that are there as a
 * whole.
 */
export async function* textRows(
  { encoding, isCut }: Pick<BillPart, 'encoding' | 'isCut'>,
  { bytes }: Pick<BegunPart, 'bytes'>,
  taker: TextTaker,
  options: TextOptions,
): AsyncGenerator<void> {
  const text = await openText(bytes, options.provider, encoding ?? options.encoding);
  taker.separatedBy?.(text.delimiter);
  const rows = new CsvRows(taker, text.delimiter);
  for await (const piece of text.bytes) {
    rows.write(piece);
    yield;
  }
  if (!isCut) rows.end();
}
