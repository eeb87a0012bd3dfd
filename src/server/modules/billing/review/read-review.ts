import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { invalid, Refusal } from '#kernel/errors.ts';
import type { ReviewedWorkbook } from './review-row.ts';
import type { ReviewMessage } from './review-worker.ts';

/** A file that takes longer is not one that a person made. */
const PATIENCE_MS = 60_000;
const MOST_HEAP_MB = 512;

/**
 * Reads a reviewed workbook in a thread of its own, while others are served.
 * @param bytes in memory of their own, which is given away
 * @throws {Refusal} 422 for what is no such workbook, with sheet, row and column of each cell that is wrong; 413 for what holds too much
 */
export async function readReview(bytes: Uint8Array<ArrayBuffer>): Promise<ReviewedWorkbook> {
  const worker = new Worker(new URL('./review-worker.ts', import.meta.url), {
    workerData: bytes,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  try {
    const [word] = (await once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [
      ReviewMessage,
    ];
    if ('workbook' in word) return word.workbook;
    if ('mistakes' in word) throw invalid([...word.mistakes]);
    const { problem: message, status, place } = word;
    throw new Refusal(status, message, { errors: [{ ...place, field: place?.column ?? 'data', message }] });
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError')
      throw new Refusal(413, 'The file takes too long to read. Please split it.');
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new Refusal(413, 'The file holds too much to be read. Please split it.');
    throw error;
  } finally {
    await worker.terminate();
  }
}
