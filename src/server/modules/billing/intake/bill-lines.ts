import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '#kernel/errors.ts';
import type { BillMessage, BillWork } from './bill-worker.ts';
import type { BillBegin, BillSummary } from './read-bill.ts';

const MOST_HEAP_MB = 512;

/** A piece of a Parquet file is unpacked in some seconds, and one that was made to be dear never is. */
const LONGEST_UNPACKING_MS = 120_000;

const TOO_MUCH =
  'The file holds too much to be read. Please leave out columns that are not needed, and no lines.';
/** Lists and maps of a row group are unpacked at once. */
const GROUP_TOO_LARGE =
  'The Parquet file holds more in one row group than can be read at once. Please export it with at most 250,000 rows in a row group, or as CSV.';

type ReadMessage = Exclude<BillMessage, { problem: string } | { unpacking: true }>;

/** The messages of the thread about a bill, as long as somebody listens. @throws {Refusal} 422 or 413 for what it refuses */
async function* messagesOf(
  work: BillWork,
  signal: AbortSignal,
): AsyncGenerator<ReadMessage, void, 'more' | undefined> {
  const worker = new Worker(new URL('./bill-worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  let isLate = false;
  /** Whether a piece of a Parquet file was unpacked. */
  let isParquet = false;
  let limit: NodeJS.Timeout | undefined;
  const stopLate = () => {
    isLate = true;
    void worker.terminate();
  };
  try {
    for await (const [data] of on(worker, 'message', { signal, close: ['exit'] })) {
      const message = data as BillMessage;
      clearTimeout(limit);
      isParquet ||= 'unpacking' in message;
      if ('unpacking' in message) {
        limit = setTimeout(stopLate, LONGEST_UNPACKING_MS);
        continue;
      }
      if ('problem' in message)
        throw new Refusal(message.status, message.problem, { errors: [...message.fields] });
      if ((yield message) === 'more') worker.postMessage('more');
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new Refusal(413, isParquet ? GROUP_TOO_LARGE : TOO_MUCH);
    throw error;
  } finally {
    clearTimeout(limit);
    await worker.terminate();
  }
  if (isLate)
    throw new Refusal(413, 'The Parquet file takes too long to be unpacked. Please send it as CSV.');
}

const noMessage = () => new Error('The thread that reads a bill ended without a word.');

/**
 * Reads the header and the first rows of a bill; all of a short one is read.
 * @returns null where all of it has to be there to be read
 * @throws {Refusal} as `billLines`, for what shows in these rows
 */
export async function billBegin(work: BillWork, signal: AbortSignal): Promise<BillBegin | null> {
  for await (const message of messagesOf({ ...work, beginOnly: true }, signal))
    if ('begin' in message) return message.begin;
  throw noMessage();
}

/**
 * The lines of a bill on the disk, read in a thread of its own while others are served: portion by portion, as COPY
 * takes them.
 * @param onProgress called with how many of the file's bytes were read
 * @returns what is known of the file once all of it was read
 * @throws {Refusal} 422 for what is no bill of the provider or is damaged, 413 for what holds too much
 */
export async function* billLines(
  work: BillWork,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): AsyncGenerator<Buffer, BillSummary> {
  const messages = messagesOf(work, signal);
  try {
    let next = await messages.next();
    while (!next.done) {
      const message = next.value;
      if ('end' in message) return message.end;
      if ('lines' in message) {
        onProgress(message.done, message.total);
        yield Buffer.from(message.lines.buffer, message.lines.byteOffset, message.lines.byteLength);
      }
      next = await messages.next('more');
    }
  } finally {
    await messages.return();
  }
  throw noMessage();
}
