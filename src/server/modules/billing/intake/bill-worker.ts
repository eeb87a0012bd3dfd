import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { UnreadableFile } from '#server/platform/files/tables/unreadable.ts';
import { BillProblem } from './bill-line.ts';
import { billRows } from './bill-sheet.ts';
import { CsvRows, noText } from './csv-rows.ts';
import { openBill, type BillPart, type OpenedBill } from './open-bill.ts';
import { refuseOtherBytes, SHOWING } from './other-bytes.ts';
import { isParquet } from './parquet/parquet-file.ts';
import { parquetRows, type ReadingParquet } from './parquet/parquet-rows.ts';
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
  | { problem: string; status: 413 | 422 };

/** Portions that are read before the database has taken the first of them. */
const MOST_AHEAD = 4;

/** The bytes of text in UTF-8; a file with the mark of UTF-16 becomes that. */
async function* inUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let isFirst = true;
  for await (const taken of bytes) {
    if (isFirst && taken[0] === 0xff && taken[1] === 0xfe)
      decoder = new TextDecoder('utf-16le', { fatal: true });
    isFirst = false;
    yield decoder ? decoded(decoder, taken) : taken;
  }
  if (decoder) yield decoded(decoder);
}

function decoded(decoder: InstanceType<typeof TextDecoder>, part?: Buffer): Buffer {
  try {
    return Buffer.from(part ? decoder.decode(part, { stream: true }) : decoder.decode());
  } catch {
    throw noText();
  }
}

async function* csvLines(bytes: AsyncIterable<Buffer>, reader: BillReader): AsyncGenerator<string> {
  const rows = new CsvRows(reader);
  for await (const part of inUtf8(bytes)) {
    rows.write(part);
    const lines = reader.portion();
    if (lines !== null) yield lines;
  }
  rows.end();
}

async function* parquetLines(path: string, reader: BillReader, told: ReadingParquet): AsyncGenerator<string> {
  for await (const _portion of parquetRows(path, reader, told)) {
    const lines = reader.portion();
    if (lines !== null) yield lines;
  }
}

/** A Parquet file that came packed is read from its end, so it is put on the disk first. */
async function* packedParquetLines(
  bytes: AsyncIterable<Buffer>,
  path: string,
  ...by: [reader: BillReader, told: ReadingParquet]
): AsyncGenerator<string> {
  const unpacked = `${path}.parquet`;
  try {
    await writeFile(unpacked, bytes, { mode: 0o600 });
    yield* parquetLines(unpacked, ...by);
  } finally {
    await rm(unpacked, { force: true });
  }
}

async function* partsLines(
  parts: Iterable<BillPart> | AsyncIterable<BillPart>,
  path: string,
  reader: BillReader,
  told: ToldOfFile & ReadingParquet,
): AsyncGenerator<string> {
  for await (const { name, bytes } of parts) {
    try {
      const { begin, all } = await begun(bytes);
      refuseOtherBytes(begin, told.provider);
      yield* isParquet(begin) ? packedParquetLines(all, path, reader, told) : csvLines(all, reader);
      reader.endPart(name);
    } catch (error) {
      const problem = name === null ? null : problemOf(error);
      throw problem ? new BillProblem(`'${name}': ${problem.message}`, problem.status) : error;
    }
  }
}

/** What bytes begin with, by which a file is known, and all of them. */
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

/** Why a file cannot be read, as the person reads it; null for a fault that is ours. */
function problemOf(error: unknown): BillProblem | null {
  if (error instanceof BillProblem) return error;
  if (error instanceof UnreadableFile) return new BillProblem(error.message, error.status);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return new BillProblem('The file ends too early: it was cut off.');
  if (code.startsWith('Z_')) return new BillProblem('The archive is damaged. Please make it anew.');
  return null;
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
    const reader = new BillReader(told);
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
    say({ problem: problem.message, status: problem.status });
  } finally {
    if (opened?.kind === 'csv') opened.close();
  }
  port.close();
}

if (parentPort) await work(parentPort, workerData as BillWork);
