import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import { parseTables, type FileKind, type PickedSheet } from './parse-tables.ts';
import type { TablePart } from './table-rows.ts';
import { UnreadableFile, type PlaceInFile } from './unreadable.ts';

/** The input of the thread. */
export interface TableWork {
  bytes: Uint8Array<ArrayBuffer>;
  kinds: readonly FileKind[];
  encoding: OtherEncoding | undefined;
  pick?: PickedSheet | undefined;
}

/** The messages of the thread: the next rows, the sheets of which one is picked, the end with the bytes, or why the file cannot be read. */
export type TableWord =
  | { part: TablePart }
  | { sheets: readonly string[] }
  | { done: Uint8Array<ArrayBuffer> }
  | { problem: string; status: 413 | 422; place: PlaceInFile | null };

async function work(
  port: NonNullable<typeof parentPort>,
  { bytes, kinds, encoding, pick }: TableWork,
): Promise<void> {
  const say = (word: TableWord, given?: ArrayBuffer[]) => port.postMessage(word, given);
  try {
    for await (const part of parseTables(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      kinds,
      { encoding, pick, onSheets: (sheets) => say({ sheets }) },
    )) {
      say({ part });
      // The other side requests more once it has served those who waited.
      await once(port, 'message');
    }
    say({ done: bytes }, [bytes.buffer]);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    say({ problem: error.message, status: error.status, place: error.place });
  }
  port.close();
}

if (parentPort) await work(parentPort, workerData as TableWork);
