import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '#kernel/errors.ts';
import type { BillWord, BillWork } from './bill-worker.ts';
import type { BillSummary } from './read-bill.ts';

const MOST_HEAP_MB = 512;

/** A piece of a Parquet file is unpacked in some seconds, and one that was made to be dear never is. */
const LONGEST_UNPACKING_MS = 120_000;

/**
 * The lines of a bill on the disk, read in a thread of its own while others are served: portion by portion, as COPY
 * takes them.
 * @param onProgress told how many of the file's bytes were read
 * @returns what is known of the file once all of it was read
 * @throws {Refusal} 422 for what is no bill of the provider or is damaged, 413 for what holds too much
 */
export async function* billLines(
  work: BillWork,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): AsyncGenerator<Buffer, BillSummary> {
  const worker = new Worker(new URL('./bill-worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  let isLate = false;
  let limit: NodeJS.Timeout | undefined;
  const stopLate = () => {
    isLate = true;
    void worker.terminate();
  };
  try {
    for await (const [word] of on(worker, 'message', { signal, close: ['exit'] })) {
      const said = word as BillWord;
      clearTimeout(limit);
      if ('unpacking' in said) {
        limit = setTimeout(stopLate, LONGEST_UNPACKING_MS);
        continue;
      }
      if ('end' in said) return said.end;
      if ('problem' in said) throw new Refusal(said.status, said.problem, { errors: [...said.fields] });
      onProgress(said.done, said.total);
      yield Buffer.from(said.lines.buffer, said.lines.byteOffset, said.lines.byteLength);
      worker.postMessage('more');
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new Refusal(
        413,
        'The file holds too much to be read. Please leave out columns that are not needed, and no lines.',
      );
    throw error;
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
  if (isLate)
    throw new Refusal(413, 'The Parquet file takes too long to be unpacked. Please send it as CSV.');
  throw new Error('The thread that reads a bill ended without a word.');
}
