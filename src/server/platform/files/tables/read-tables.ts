import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import { Refusal, type FieldError } from '#kernel/errors.ts';
import type { FileKind, PickedSheet } from './parse-tables.ts';
import type { TablePart } from './table-rows.ts';
import type { TableWord, TableWork } from './table-worker.ts';

/** One whole sheet of a file. */
export type FileTable = TablePart;

/** The content of a file, and its bytes, which the thread that read them gives back. */
export interface FileTables {
  tables: FileTable[];
  bytes: Uint8Array<ArrayBuffer>;
  /** The sheets of a workbook of which one was picked, where it has several. */
  sheets: readonly string[];
}

/** What a file is read as. */
export interface HowRead {
  /** Of a CSV file that is no Unicode. */
  encoding?: OtherEncoding | undefined;
  /** What the file is called where it was sent; `file` by default. */
  member?: string;
  /** The one sheet of a workbook that is read; all of them by default. */
  pick?: PickedSheet;
}

/** A file that takes longer is not one that a person made. */
const PATIENCE_MS = 60_000;
const MOST_HEAP_MB = 1024;

/**
 * Reads the tables of a file in a thread of its own, while others are served.
 * @param bytes in memory of their own, which is given away: to copy them would hold others up
 * @throws {Refusal} 422 for what is none of `kinds` or is damaged, 413 for what holds too much, with row and column of a cell; where
 * a sheet was picked among several, with all of them as `sheets`
 */
export async function readTables(
  bytes: Uint8Array<ArrayBuffer>,
  kinds: readonly FileKind[],
  { encoding, member = 'file', pick }: HowRead = {},
): Promise<FileTables> {
  const work: TableWork = { bytes, kinds, encoding, pick };
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: work,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  try {
    return await collect(worker, member);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof Error && error.name === 'AbortError')
      throw new Refusal(413, 'The file takes too long to read. Please split it.');
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new Refusal(413, 'The file holds too much to be read. Please split it.');
    throw error;
  } finally {
    await worker.terminate();
  }
}

async function collect(worker: Worker, member: string): Promise<FileTables> {
  const tables: FileTable[] = [];
  let sheets: readonly string[] = [];
  for await (const [word] of on(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })) {
    const received = word as TableWord;
    if ('done' in received) return { tables, bytes: received.done, sheets };
    if ('sheets' in received) {
      ({ sheets } = received);
      continue;
    }
    if ('problem' in received) {
      const { problem: message, status, place } = received;
      const wrong: FieldError = { ...place, field: place?.column ?? member, message };
      throw new Refusal(status, message, {
        errors: [wrong],
        ...(sheets.length > 0 && { details: { sheets } }),
      });
    }
    const { sheet, rows } = received.part;
    const last = tables.at(-1);
    if (last?.sheet === sheet) for (const row of rows) last.rows.push(row);
    else tables.push(received.part);
    worker.postMessage('more');
  }
  throw new Error('The thread that reads a file ended without a word.');
}
