import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '#kernel/errors.ts';
import type { BillWord, BillWork } from './bill-worker.ts';
import type { BillSummary } from './read-bill.ts';

const MOST_HEAP_MB = 512;

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
  try {
    for await (const [word] of on(worker, 'message', { signal })) {
      const said = word as BillWord;
      if ('end' in said) return said.end;
      if ('problem' in said) throw new Refusal(said.status, said.problem);
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
    await worker.terminate();
  }
  throw new Error('The thread that reads a bill ended without a word.');
}
