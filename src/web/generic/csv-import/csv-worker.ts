import { CsvProblem } from './decode-text.ts';
import { readCsv } from './read-csv.ts';

/** What the worker says of a file: what it holds, or why it cannot be read. */
export type WorkerAnswer =
  { headers: string[]; count: number; body: Blob } | { problem: string; line: number | null };

async function read(file: File): Promise<WorkerAnswer> {
  try {
    const { headers, rows, rowNumbers } = readCsv(new Uint8Array(await file.arrayBuffer()));
    // The text that is sent is made here as well: fifty thousand rows would hold the page up.
    const body = new Blob(['{"data":', JSON.stringify(rows), ',"row_numbers":', JSON.stringify(rowNumbers)]);
    return { headers, count: rows.length, body };
  } catch (error) {
    if (error instanceof CsvProblem) return { problem: error.message, line: error.line };
    return { problem: error instanceof Error ? error.message : String(error), line: null };
  }
}

addEventListener('message', (event: MessageEvent<File>) => {
  void read(event.data).then((answer) => postMessage(answer));
});
