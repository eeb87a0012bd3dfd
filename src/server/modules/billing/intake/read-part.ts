import { rm, writeFile } from 'node:fs/promises';
import type { DateOrder } from '#kernel/reading/days.ts';
import type { FileReading } from './cells.ts';
import type { BillPart } from './open-bill.ts';
import { beginPart, textRows, type BegunPart, type TextOptions } from './part-rows.ts';
import { inPart } from './problem-of.ts';
import type { BillReader } from './read-bill.ts';

/** How many bytes of a bill were read. */
export class Progress {
  total = 1;
  #before = 0;
  #now = () => 0;

  /** Counts the bytes of another part. */
  next(read: () => number): void {
    this.#before = this.done;
    this.#now = read;
  }

  get done(): number {
    return this.#before + this.#now();
  }
}

/** The state of a bill while its parts are read, and its listeners. */
export interface ReadingPart extends TextOptions {
  /** How the amounts and dates of its texts are read. */
  reading: FileReading;
  /** Whether the bill has no other part. */
  isAlone: boolean;
  progress: Progress;
  /** A piece of a Parquet file is about to be unpacked. */
  unpacking: () => void;
}

/** Parquet has numbers and days of its own kinds, whatever is stated for texts. */
const ofParquet = (dateOrder: DateOrder | null): FileReading => ({ decimalSign: '.', dateOrder });

/** Reads the rows of a part, portion by portion. */
function rowsOf(
  part: BillPart,
  begun: BegunPart,
  reader: BillReader,
  context: ReadingPart,
): AsyncGenerator<void> {
  const reading = begun.isParquet ? ofParquet(context.reading.dateOrder) : context.reading;
  reader.nextPart(reading, part.amortised);
  return begun.isParquet ? parquetPart(part, begun, reader, context) : textRows(part, begun, reader, context);
}

/** Reads the rows of a Parquet file, which is read from its end: one that came packed is put on the disk first. */
async function* parquetPart(
  { path, isThere }: BillPart,
  { bytes }: BegunPart,
  reader: BillReader,
  { progress, unpacking }: ReadingPart,
): AsyncGenerator<void> {
  const { parquetRows } = await import('./parquet/parquet-rows.ts');
  if (isThere) {
    let done = 0;
    progress.next(() => done);
    yield* parquetRows(path, reader, { begun: unpacking, done: (read) => (done = read) });
    return;
  }
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    yield* parquetRows(path, reader, { begun: unpacking, done: () => undefined });
  } finally {
    await rm(path, { force: true });
  }
}

/** The lines of a part; a problem names the part unless it is all of the bill. */
export async function* linesOfPart(
  part: BillPart,
  reader: BillReader,
  context: ReadingPart,
): AsyncGenerator<string> {
  let begun: BegunPart | null = null;
  try {
    begun = await beginPart(part, context);
    context.progress.next(begun.read);
    for await (const _portion of rowsOf(part, begun, reader, context)) {
      const lines = reader.portion();
      if (lines !== null) yield lines;
    }
    reader.endPart(part);
  } catch (error) {
    throw context.isAlone ? error : inPart(part.name, error);
  } finally {
    begun?.close();
  }
}

/** How much of a part was read for its begin: nothing of one that has to be there as a whole. */
export type BeginOfPart = 'whole' | 'begin' | 'unread';

/** Reads the first rows of a part: what is there once its header was read. */
export async function beginOfPart(
  part: BillPart,
  reader: BillReader,
  context: ReadingPart,
): Promise<BeginOfPart> {
  let begun: BegunPart | null = null;
  try {
    begun = await beginPart(part, context);
    if (begun.isParquet && part.isCut) return 'unread';
    const isWhole = await beginOfRows(rowsOf(part, begun, reader, context), reader, part.isCut);
    reader.endPart(part, isWhole && !part.isCut);
    return isWhole && !part.isCut ? 'whole' : 'begin';
  } catch (error) {
    throw context.isAlone ? error : inPart(part.name, error);
  } finally {
    begun?.close();
  }
}

/** Reads rows up to the header and the first ones below it. @returns whether these were all */
async function beginOfRows(rows: AsyncGenerator<void>, reader: BillReader, isCut: boolean): Promise<boolean> {
  try {
    do if ((await rows.next()).done) return true;
    while (!reader.isBegun);
    // The rest of a file that goes on would end too early.
    return !isCut && (await rows.next()).done === true;
  } finally {
    await rows.return(undefined);
  }
}
