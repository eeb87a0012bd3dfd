import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import type { JobContext } from '#server/platform/jobs/kind.ts';
import { keepBill, KEPT_COLUMNS, type KeptBill } from '../begin/bill-files.ts';
import { attended, type BillSource, type FoundExport, type SourceFile } from './source.ts';

/** The files that earlier attempts have kept, by where they lie and how they were written. */
const reachedOf = z.object({ kept: z.record(z.string(), z.uuid()) });

const keyOf = ({ path, tag }: SourceFile) => `${path} ${tag ?? ''}`;

/** Fetches the files of an export into the database, one by one; an attempt goes on with those that the one before it has kept. */
export async function fetchFiles(
  db: Database,
  source: BillSource,
  { files }: FoundExport,
  { createdBy: by, reached, save, progress, signal }: JobContext,
): Promise<KeptBill[]> {
  const ids = { ...reachedOf.safeParse(reached).data?.kept };
  const before = await stillKept(db, Object.values(ids));
  const kept: KeptBill[] = [];
  const whole = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  let done = 0;
  for (const file of files) {
    const known = before.get(ids[keyOf(file)] ?? '');
    const fetched =
      known ??
      (await attended(source.place, signal, (abort, alive) => {
        const bytes = counted(source.read(file, abort), (count) => {
          done += count;
          alive();
          if (whole > 0) progress(Math.min(done, whole), whole);
        });
        return keepBill(db, { name: file.name, by }, Readable.from(bytes, { objectMode: false }));
      }));
    if (known) done += file.size ?? 0;
    kept.push(fetched);
    ids[keyOf(file)] = fetched.id;
    await save({ kept: ids });
  }
  return kept;
}

async function* counted(
  bytes: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    count(part.length);
    yield part;
  }
}

/** Those of these files that no run has and that are not swept yet, by their ids. */
async function stillKept(db: Database, ids: readonly string[]): Promise<Map<string, KeptBill>> {
  const { rows } = await db.query<KeptBill>(
    `SELECT ${KEPT_COLUMNS} FROM billing_sent_files b WHERE b.file_id = ANY($1) AND b.run_id IS NULL`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
