import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { parseTables, type FileKind, type TablePart } from './parse-tables.ts';
import { UnreadableFile } from './unreadable.ts';

/** What the thread is given. */
export interface TableWork {
  bytes: Uint8Array;
  kinds: readonly FileKind[];
}

/** What it says: the next rows, the end, or why the file cannot be read. */
export type TableWord = { part: TablePart } | { done: true } | { problem: string; status: 413 | 422 };

async function work(port: NonNullable<typeof parentPort>, { bytes, kinds }: TableWork): Promise<void> {
  const say = (word: TableWord) => port.postMessage(word);
  try {
    for await (const part of parseTables(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      kinds,
    )) {
      say({ part });
      // The other side asks for more when it has served whoever waited.
      await once(port, 'message');
    }
    say({ done: true });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    say({ problem: error.message, status: error.status });
  }
  port.close();
}

if (parentPort) await work(parentPort, workerData as TableWork);
