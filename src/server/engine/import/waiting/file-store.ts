import type { PoolClient } from 'pg';
import type { DataOf } from '#calls/call.ts';
import type { readWaitingFile } from '#calls/waiting-files.ts';
import type { EmptyCells, ImportPreview } from '#kernel/csv/csv-import.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { ImportRow } from '../request.ts';
import type { ImportTable } from '../reading/read-part.ts';

/** The rows of a file that waits, and how they are read. */
export interface WaitingFile extends Pick<ImportTable, 'notation' | 'headings'> {
  update: boolean;
  emptyCells: EmptyCells;
  rows: readonly ImportRow[];
}

/** What is kept of a file beside the change that waits. */
interface KeptFile {
  created: number;
  preview: ImportPreview;
  file: WaitingFile;
}

/** Keeps a file with the change that waits. */
export async function storeFile(
  tx: PoolClient,
  change: number,
  { created, preview, file }: KeptFile,
): Promise<void> {
  await tx.query(
    'INSERT INTO waiting_change_files (change_id, created, preview, file) VALUES ($1, $2, $3::json, $4::json)',
    [change, created, JSON.stringify(preview), JSON.stringify(file)],
  );
}

/** The file of a change; null where it has none, or is decided. */
export async function readWaitingRows(runner: Runner, change: number): Promise<WaitingFile | null> {
  const { rows } = await runner.query<{ file: WaitingFile | null }>({
    text: 'SELECT file FROM waiting_change_files WHERE change_id = $1',
    values: [change],
  });
  return rows[0]?.file ?? null;
}

/** What the preview of a file that waits showed; null where the change has no file. */
export async function readPreview(
  runner: Runner,
  change: number,
): Promise<DataOf<typeof readWaitingFile> | null> {
  const { rows } = await runner.query<{ preview: DataOf<typeof readWaitingFile> }>({
    text: 'SELECT preview FROM waiting_change_files WHERE change_id = $1',
    values: [change],
  });
  return rows[0]?.preview ?? null;
}
