import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { FieldError } from '#kernel/errors.ts';
import { billRows } from './bill-sheet.ts';
import type { FileReading } from './cells.ts';
import { openBill, type BillPart, type OpenedBill } from './open-bill.ts';
import { partRows, problemOf } from './part-rows.ts';
import { parquetRows, type ReadingParquet } from './parquet/parquet-rows.ts';
import { ReadingScan } from './reading-scan.ts';
import { BillReader, type BillSummary, type ToldOfFile } from './read-bill.ts';

/** What the thread is given: a file on the disk, and what was told of it. */
export interface BillWork extends ToldOfFile {
  path: string;
  /** Whether it is text that the portal has packed. */
  isPacked: boolean;
}

/** What it says: lines as COPY takes them, the end, or why the file is refused. */
export type BillWord =
  /** A piece of a Parquet file is about to be unpacked, of which nothing is heard until that is done. */
  | { unpacking: true }
  | { lines: Uint8Array; done: number; total: number }
  | { end: BillSummary }
  | { problem: string; status: 413 | 422; fields: readonly FieldError[] };

/** Portions that are read before the database has taken the first of them. */
const MOST_AHEAD = 4;

async function* parquetLines(path: string, reader: BillReader, told: ReadingParquet): AsyncGenerator<string> {
  for await (const _portion of parquetRows(path, reader, told)) {
    const lines = reader.portion();
    if (lines !== null) yield lines;
  }
}

async function* partsLines(
  parts: Iterable<BillPart> | AsyncIterable<BillPart>,
  path: string,
  reader: BillReader,
  told: ToldOfFile & ReadingParquet,
): AsyncGenerator<string> {
  /** A Parquet file that came packed is read from its end, so it is put on the disk first. */
  async function* packedParquet(bytes: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
    const unpacked = `${path}.parquet`;
    try {
      await writeFile(unpacked, bytes, { mode: 0o600 });
      yield* parquetRows(unpacked, reader, told);
    } finally {
      await rm(unpacked, { force: true });
    }
  }
  for await (const _ of partRows(parts, told, reader, packedParquet)) {
    const lines = reader.portion();
    if (lines !== null) yield lines;
  }
}

async function* workbookLines(path: string, reader: BillReader, told: ToldOfFile): AsyncGenerator<string> {
  for await (const row of billRows(await readFile(path), told.provider)) {
    reader.takeAt(row);
    const lines = reader.portion();
    if (lines !== null) yield lines;
  }
}

async function* linesOf(
  opened: OpenedBill,
  path: string,
  told: ToldOfFile & ReadingParquet,
  reader: BillReader,
): AsyncGenerator<string> {
  if (opened.kind === 'csv') yield* partsLines(opened.parts, path, reader, told);
  else if (opened.kind === 'parquet') yield* parquetLines(path, reader, told);
  else yield* workbookLines(path, reader, told);
  const lines = reader.rest();
  if (lines !== null) yield lines;
}

/** Parquet has numbers and days of its own kinds, which need no reading of their texts. */
const PARQUET: FileReading = { decimalSign: '.', dateOrder: null };

/**
 * How the amounts and dates of a file are read, which all of them decide before the first one is. Most files settle it with
 * their first lines.
 * @throws {BillProblem} where they do not, with what has to be said
 */
async function readingOf(path: string, isPacked: boolean, told: ToldOfFile): Promise<FileReading> {
  const scan = new ReadingScan(told);
  const opened = await openBill(path, isPacked);
  if (opened.kind === 'parquet') return { ...PARQUET, dateOrder: told.dateOrder };
  try {
    if (opened.kind === 'csv') {
      for await (const _ of partRows(opened.parts, told, scan, drained)) if (scan.isSettled) break;
    } else {
      for await (const { cells } of billRows(await readFile(path), told.provider)) {
        scan.take(cells);
        if (scan.isSettled) break;
      }
    }
  } catch (error) {
    // What cannot be read is told with its row by who reads the lines.
    if (problemOf(error) === null) throw error;
  } finally {
    if (opened.kind === 'csv') opened.close();
  }
  return scan.reading();
}

/** Goes past a part that decides nothing. */
async function* drained(bytes: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  for await (const _ of bytes) yield;
}

async function work(
  port: NonNullable<typeof parentPort>,
  { path, isPacked, ...told }: BillWork,
): Promise<void> {
  const say = (word: BillWord) => port.postMessage(word);
  let ahead = 0;
  // The other side says so of each portion that the database has taken.
  port.on('message', () => (ahead -= 1));
  let opened: OpenedBill | null = null;
  try {
    const reader = new BillReader(told, await readingOf(path, isPacked, told));
    opened = await openBill(path, isPacked);
    let parquet = 0;
    const at =
      opened.kind === 'csv' ? opened : { done: () => parquet, size: 'size' in opened ? opened.size : 1 };
    const ofParquet = { begun: () => say({ unpacking: true }), done: (bytes: number) => (parquet = bytes) };
    for await (const text of linesOf(opened, path, { ...told, ...ofParquet }, reader)) {
      say({ lines: Buffer.from(text), done: at.done(), total: at.size });
      ahead += 1;
      while (ahead >= MOST_AHEAD) await once(port, 'message');
    }
    say({ end: reader.summary() });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    say({ problem: problem.message, status: problem.status, fields: problem.fields });
  } finally {
    if (opened?.kind === 'csv') opened.close();
  }
  port.close();
}

if (parentPort) await work(parentPort, workerData as BillWork);
