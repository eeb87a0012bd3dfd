import { parse } from 'csv-parse/browser/esm/sync';
import {
  CsvProblem,
  EncodingProblem,
  type EncodingSample,
  type OtherEncoding,
} from '#kernel/csv/decode-text.ts';
import { readCsv } from '#kernel/csv/read-csv.ts';

/** The request to the worker: to read a file, in an encoding that a person chose where it is no Unicode. */
export interface WorkerRequest {
  file: File;
  encoding: OtherEncoding | undefined;
}

/** The worker's answer about a file: its content, or why it cannot be read. */
export type WorkerAnswer =
  | { body: Blob }
  | { problem: string; line: number | null; samples: EncodingSample[] | null };

async function read({ file, encoding }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { rows, rowNumbers } = readCsv(parse, bytes, encoding);
    // The text that is sent is made here as well: fifty thousand rows would hold the page up.
    const body = new Blob(['{"data":', JSON.stringify(rows), ',"row_numbers":', JSON.stringify(rowNumbers)]);
    return { body };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    const line = error instanceof CsvProblem ? error.line : null;
    return { problem, line, samples: error instanceof EncodingProblem ? error.samples : null };
  }
}

addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  void read(event.data).then((answer) => postMessage(answer));
});
