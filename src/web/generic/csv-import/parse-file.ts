import { CsvProblem, EncodingProblem, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import { base64Of } from '#web/data/base64-of.ts';
import type { WorkerAnswer, WorkerRequest } from './csv-worker.ts';

/** A file that was read, ready to be sent. */
export interface ParsedFile {
  name: string;
  /** The request's JSON text without its last brace, so that members can follow. */
  body: Blob;
}

/**
 * Reads a CSV file in a worker; the page stays responsive.
 * Throws a CsvProblem for what is no readable CSV, an EncodingProblem for what is no Unicode, AbortError when
 * `signal` aborts.
 * @param encoding of a file that is no Unicode, as a person chose it
 */
export function parseFile(file: File, signal: AbortSignal, encoding?: OtherEncoding): Promise<ParsedFile> {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<ParsedFile>();
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    if ('problem' in data) reject(problemOf(data));
    else resolve({ name: file.name, body: data.body });
  });
  worker.addEventListener('error', () => reject(new CsvProblem('The file could not be read.')));
  signal.addEventListener('abort', () => reject(new DOMException('Given up.', 'AbortError')));
  const request: WorkerRequest = { file, encoding };
  worker.postMessage(request);
  return promise.finally(() => worker.terminate());
}

/** Whether a file is a workbook, by its name. */
export const isWorkbook = ({ name }: File): boolean => /\.xlsx$/i.test(name);

/** A workbook as it is sent: only the server reads it. @throws {ApiError} where the file cannot be read */
export async function packWorkbook(file: File): Promise<ParsedFile> {
  return { name: file.name, body: new Blob(['{"file":"', await base64Of(file), '"']) };
}

const problemOf = ({ problem, line, samples }: Extract<WorkerAnswer, { problem: string }>): CsvProblem =>
  samples && line !== null ? new EncodingProblem(problem, line, samples) : new CsvProblem(problem, line);
