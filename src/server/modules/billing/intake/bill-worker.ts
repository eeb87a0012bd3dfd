import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { CsvError, parse } from 'csv-parse';
import { parseTables } from '#server/platform/files/tables/parse-tables.ts';
import { UnreadableFile } from '#server/platform/files/tables/unreadable.ts';
import { BillProblem } from './bill-line.ts';
import { openBill, type OpenedBill } from './open-bill.ts';
import { BillReader, type BillSummary, type ToldOfFile } from './read-bill.ts';

/** What the thread is given: a file on the disk, and what was told of it. */
export interface BillWork extends ToldOfFile {
  path: string;
}

/** What it says: lines as COPY takes them, the end, or why the file is refused. */
export type BillWord =
  | { lines: Uint8Array; done: number; total: number }
  | { end: BillSummary }
  | { problem: string; status: 413 | 422 };

const LONGEST_ROW = 1_000_000;

/** Bytes of text in UTF-8, of text that is or, with its mark, is UTF-16. @throws {BillProblem} for what is neither */
function inUtf8(): Transform {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let isUtf8 = true;
  return new Transform({
    transform(part: Buffer, _encoding, next) {
      if (!decoder) {
        isUtf8 = !(part[0] === 0xff && part[1] === 0xfe);
        decoder = new TextDecoder(isUtf8 ? 'utf-8' : 'utf-16le', { fatal: true });
      }
      try {
        const text = decoder.decode(part, { stream: true });
        next(null, isUtf8 ? part : Buffer.from(text));
      } catch {
        next(noText());
      }
    },
    flush(next) {
      try {
        decoder?.decode();
        next();
      } catch {
        next(noText());
      }
    },
  });
}

const noText = () => new BillProblem('The file is no text in UTF-8. Please save it as CSV UTF-8.');

/** The rows of a CSV; what fails on the way fails here. */
function csvRows(bytes: Readable): AsyncIterable<string[]> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
  });
  const text = inUtf8();
  bytes.on('error', (error) => parser.destroy(error));
  text.on('error', (error) => parser.destroy(error));
  return bytes.pipe(text).pipe(parser);
}

async function* workbookRows(path: string): AsyncGenerator<string[]> {
  let isFirst = true;
  for await (const { rows } of parseTables(await readFile(path), ['xlsx']))
    for (const { cells } of rows) {
      if (isFirst) yield Object.keys(cells);
      isFirst = false;
      yield Object.values(cells);
    }
}

async function* linesOf(opened: OpenedBill, path: string, reader: BillReader): AsyncGenerator<string> {
  const rows = opened.kind === 'csv' ? csvRows(opened.bytes) : workbookRows(path);
  for await (const cells of rows) {
    const lines = reader.take(cells);
    if (lines !== null) yield lines;
  }
  const lines = reader.rest();
  if (lines !== null) yield lines;
}

function csvProblem({ code, lines }: CsvError): BillProblem {
  const row = Number(lines);
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return new BillProblem('A quoted cell never ends. The file may be cut off.');
  if (code === 'CSV_MAX_RECORD_SIZE')
    return new BillProblem(`Row ${row}: the row has more than ${LONGEST_ROW} characters.`, 413);
  return new BillProblem(`Row ${row}: the row is no CSV.`);
}

/** Why a file cannot be read, as the person reads it; null for a fault that is ours. */
function problemOf(error: unknown): BillProblem | null {
  if (error instanceof BillProblem) return error;
  if (error instanceof UnreadableFile) return new BillProblem(error.message, error.status);
  if (error instanceof CsvError) return csvProblem(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return new BillProblem('The file ends too early: it was cut off.');
  if (code.startsWith('Z_') || /zip|central directory|compressed|uncompressed/i.test(String(error)))
    return new BillProblem('The archive is damaged. Please make it anew.');
  return null;
}

async function work(port: NonNullable<typeof parentPort>, { path, ...told }: BillWork): Promise<void> {
  const say = (word: BillWord) => port.postMessage(word);
  let opened: OpenedBill | null = null;
  try {
    const reader = new BillReader(told);
    opened = await openBill(path);
    const at = opened.kind === 'csv' ? opened : { done: () => 1, size: 1 };
    for await (const text of linesOf(opened, path, reader)) {
      say({ lines: Buffer.from(text), done: at.done(), total: at.size });
      // The other side asks for more once the database has taken these.
      await once(port, 'message');
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
