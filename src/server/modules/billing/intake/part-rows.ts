import { openText } from './bill-text.ts';
import { CsvRows, type RowTaker } from './csv-rows.ts';
import { isParquet, type BillPart, type OpenPart } from './open-bill.ts';
import { refuseOtherBytes, SHOWING } from './other-bytes.ts';
import type { ToldOfFile } from './told-of-file.ts';

/** What takes the rows of a part that is text. */
export interface TextTaker extends RowTaker {
  /** Hears what stands between the cells. */
  separatedBy?: (delimiter: string) => void;
}

/** What of a bill tells how its text is read. */
export type ToldOfText = Pick<ToldOfFile, 'provider' | 'encoding'>;

/** A part that is open, of which is known what it is. */
export interface BegunPart extends OpenPart {
  isParquet: boolean;
}

/** Opens a part, and looks at its first bytes. @throws {BillProblem} for what is neither text nor Parquet */
export async function beginPart(part: BillPart, { provider }: ToldOfText): Promise<BegunPart> {
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

/** What bytes begin with, by which a part is known, and all of them. */
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
  told: ToldOfText,
): AsyncGenerator<void> {
  const text = await openText(bytes, told.provider, encoding ?? told.encoding);
  taker.separatedBy?.(text.delimiter);
  const rows = new CsvRows(taker, text.delimiter);
  for await (const piece of text.bytes) {
    rows.write(piece);
    yield;
  }
  if (!isCut) rows.end();
}
