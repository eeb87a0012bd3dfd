import type { WorkerAnswer } from './csv-worker.ts';
import { CsvProblem } from './decode-text.ts';

/** A file that was read, ready to be sent. */
export interface ParsedFile {
  name: string;
  headers: string[];
  /** How many rows it has. */
  count: number;
  /** The request's JSON text without its last brace, so that members can follow. */
  body: Blob;
}

/**
 * Reads a CSV file in a worker, so that the page stays responsive.
 * Throws a CsvProblem for what is no readable CSV, AbortError when `signal` aborts.
 */
export function parseFile(file: File, signal: AbortSignal): Promise<ParsedFile> {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<ParsedFile>();
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    if ('problem' in data) reject(new CsvProblem(data.problem, data.line));
    else resolve({ name: file.name, ...data });
  });
  worker.addEventListener('error', () => reject(new CsvProblem('The file could not be read.')));
  signal.addEventListener('abort', () => reject(new DOMException('Given up.', 'AbortError')));
  worker.postMessage(file);
  return promise.finally(() => worker.terminate());
}
