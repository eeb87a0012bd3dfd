import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { FieldError } from '#kernel/errors.ts';
import type { BillFile, OpenedBill } from './open-bill.ts';
import { missingParts, openBills, withoutRepeated } from './open-bills.ts';
import type { BillPartSummary } from './part-facts.ts';
import { problemOf } from './problem-of.ts';
import { BillReader, type BillBegin, type BillSummary } from './read-bill.ts';
import { beginOfPart, linesOfPart, Progress, type BeginOfPart, type ReadingPart } from './read-part.ts';
import { settledReading } from './settle-reading.ts';
import type { ReadOptions } from './read-options.ts';

/** The input of the thread: the files of a bill on the disk, and the options to read them with. */
export interface BillWork extends ReadOptions {
  files: readonly BillFile[];
  /** Whether only the header and the first rows of each part are read. */
  beginOnly?: boolean;
}

/** The messages of the thread: lines as COPY takes them, the end, or why the file is refused. */
export type BillMessage =
  /** A piece of a Parquet file is about to be unpacked, of which nothing is heard until that is done. */
  | { unpacking: true }
  | { lines: Uint8Array; done: number; total: number }
  | { end: BillSummary }
  /** Null where all of a file has to be there to be read. */
  | { begin: BillBegin | null }
  | { problem: string; status: 413 | 422; fields: readonly FieldError[] };

/** Portions that are read before the database has taken the first of them. */
const MOST_AHEAD = 4;
/** Rows of a workbook that are read where only its begin is. */
const BEGIN_ROWS = 1000;

type Parts = Extract<OpenedBill, { kind: 'parts' }>;
type Workbook = Extract<OpenedBill, { kind: 'xlsx' }>;
type Lines = AsyncGenerator<string, readonly BillPartSummary[]>;

/** The lines of the parts one after the other. @returns what there was beside those that were read */
async function* partsLines({ parts, expected }: Parts, reader: BillReader, context: ReadingPart): Lines {
  const { once: read, repeated } = await withoutRepeated(parts);
  context.progress.total = read.reduce((sum, { size }) => sum + size, 0);
  for (const part of read) yield* linesOfPart(part, reader, context);
  const rowsOf = new Map(reader.parts.map(({ name, rows }) => [name, rows]));
  const doubled = repeated.map(({ sameAs, ...part }) => ({ ...part, rows: rowsOf.get(sameAs) ?? 0 }));
  return [
    ...repeated.map((each) => ({ state: 'repeated' as const, ...each })),
    ...missingParts(expected, [...reader.parts, ...doubled]).map((name) => ({
      state: 'missing' as const,
      name,
    })),
  ];
}

async function* workbookLines({ path, name }: Workbook, reader: BillReader, context: ReadOptions): Lines {
  const { billRows } = await import('./bill-sheet.ts');
  for await (const row of billRows(await readFile(path), context.provider)) {
    reader.takeAt(row);
    const lines = reader.portion();
    if (lines !== null) yield lines;
  }
  reader.endPart({ name });
  return [];
}

/** Reads the first rows of each part, and no more of them. */
async function begin(
  opened: OpenedBill,
  reader: BillReader,
  input: BillWork,
  context: ReadingPart,
): Promise<BillBegin | null> {
  if (opened.kind === 'parts') {
    const read: BeginOfPart[] = [];
    for (const part of opened.parts) read.push(await beginOfPart(part, reader, context));
    if (read.includes('unread')) return null;
    // Whether anything is charged is known of all of it alone.
    if (read.every((each) => each === 'whole')) reader.summary();
    return reader.begin();
  }
  const { billRows } = await import('./bill-sheet.ts');
  let count = 0;
  for await (const row of billRows(await readFile(opened.path), input.provider)) {
    reader.takeAt(row);
    count += 1;
    if (count < BEGIN_ROWS) continue;
    reader.endPart(opened, false);
    return reader.begin();
  }
  reader.endPart(opened);
  reader.summary();
  return reader.begin();
}

/** Posts the messages of a bill on a port, the last of which is its begin or its end. @throws {BillProblem} */
async function sendBill(
  opened: OpenedBill,
  input: BillWork,
  port: MessagePort,
  post: (message: BillMessage) => void,
): Promise<void> {
  const reading = await settledReading(opened, input, input.beginOnly === true);
  if (reading === null) return post({ begin: null });
  const reader = new BillReader(input, reading);
  const progress = new Progress();
  const context = {
    provider: input.provider,
    encoding: input.encoding,
    reading,
    isAlone: opened.kind === 'parts' && opened.parts.length === 1,
    progress,
    unpacking: () => post({ unpacking: true }),
  };
  if (input.beginOnly) return post({ begin: await begin(opened, reader, input, context) });
  let ahead = 0;
  // The other side says so of each portion that the database has taken.
  port.on('message', () => (ahead -= 1));
  const send = async (text: string) => {
    post({ lines: Buffer.from(text), done: progress.done, total: progress.total });
    ahead += 1;
    while (ahead >= MOST_AHEAD) await once(port, 'message');
  };
  const lines =
    opened.kind === 'parts' ? partsLines(opened, reader, context) : workbookLines(opened, reader, input);
  let next = await lines.next();
  for (; !next.done; next = await lines.next()) await send(next.value);
  const rest = reader.rest();
  if (rest !== null) await send(rest);
  const summary = reader.summary();
  post({ end: { ...summary, parts: [...summary.parts, ...next.value] } });
}

async function work(port: MessagePort, input: BillWork): Promise<void> {
  const post = (message: BillMessage) => port.postMessage(message);
  let opened: OpenedBill | null = null;
  try {
    opened = await openBills(input.files);
    await sendBill(opened, input, port, post);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    post({ problem: problem.message, status: problem.status, fields: problem.fields });
  } finally {
    if (opened?.kind === 'parts') opened.close();
  }
  port.close();
}

if (parentPort) await work(parentPort, workerData as BillWork);
