import { parentPort, workerData } from 'node:worker_threads';
import { Refusal, type FieldError } from '#kernel/errors.ts';
import { UnreadableFile, type PlaceInFile } from '#server/platform/files/tables/unreadable.ts';
import { parseReview } from './parse-review.ts';
import type { ReviewedWorkbook } from './review-row.ts';

/** The message of the thread: the workbook, the cells that are wrong, or why it cannot be read. */
export type ReviewMessage =
  | { workbook: ReviewedWorkbook }
  | { mistakes: readonly FieldError[] }
  | { problem: string; status: 413 | 422; place: PlaceInFile | null };

if (parentPort) {
  const bytes = workerData as Uint8Array;
  let message: ReviewMessage;
  try {
    message = {
      workbook: await parseReview(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    };
  } catch (error) {
    if (error instanceof Refusal) message = { mistakes: error.errors };
    else if (error instanceof UnreadableFile)
      message = { problem: error.message, status: error.status, place: error.place };
    else throw error;
  }
  parentPort.postMessage(message);
}
