import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '#kernel/errors.ts';
import type { FileKind, TableRow } from './parse-tables.ts';
import type { TableWord, TableWork } from './table-worker.ts';

/** One sheet of a file; `sheet` is its name where the file has several. */
export interface FileTable {
  sheet: string | null;
  rows: TableRow[];
}

/** A file that takes longer is not one that a person made. */
const PATIENCE_MS = 60_000;
const MOST_HEAP_MB = 1024;

/**
 * Reads the tables of a file in a thread of its own, so that others are served meanwhile.
 * @param bytes given away: nobody else can read them afterwards
 * @throws {Refusal} 422 for what is none of `kinds` or is damaged, 413 for what holds too much
 */
export async function readTables(bytes: Buffer, kinds: readonly FileKind[]): Promise<FileTable[]> {
  const own = new Uint8Array(bytes);
  const work: TableWork = { bytes: own, kinds };
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: work,
    transferList: [own.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  try {
    return await collect(worker);
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

async function collect(worker: Worker): Promise<FileTable[]> {
  const tables: FileTable[] = [];
  for await (const [word] of on(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })) {
    const said = word as TableWord;
    if ('done' in said) return tables;
    if ('problem' in said)
      throw new Refusal(said.status, said.problem, { errors: [{ field: 'file', message: said.problem }] });
    const { sheet, rows } = said.part;
    const last = tables.at(-1);
    if (last?.sheet === sheet) for (const row of rows) last.rows.push(row);
    else tables.push({ sheet, rows });
    worker.postMessage('more');
  }
  throw new Error('The thread that reads a file ended without a word.');
}
