import type { Database, Runner } from '../database/database.ts';
import { inPortions, packing, unpacking } from './portions.ts';

/** A file that is kept in the database. */
export interface StoredFile {
  id: string;
  name: string;
  content_type: string;
  /** Bytes. */
  size: number;
}

/** The owner for which a file is kept. */
export interface FileOwner {
  /** OWNED_BY_JOB, or the name of a model. */
  kind: string;
  id: string | number;
}

/** The kind of owner that a job is; the sweep looks whether its owners are still there. */
export const OWNED_BY_JOB = 'job';

export interface NewFile {
  name: string;
  contentType: string;
  owner: FileOwner;
  /** For so many days it is kept; as long as the owner does not release it by default. */
  keepDays?: number;
  /** Whether it is kept packed, which pays for text; it is not by default. */
  isPacked?: boolean;
}

/** A file that is being written gets portions all the time, so an incomplete one without new portions was interrupted. */
const GIVEN_UP_AFTER = '1 hour';
/** Whoever downloads a file when another one takes its place gets all of it. */
const REPLACED_KEPT = '1 hour';
const REPLACED = 'replaced';
/** A version before owners were known keeps what a job made until its mail is there. */
const UNOWNED_KEPT = '1 day';

/** No portion waits for the disk: the commit that says that all of them are there does, for all of them. */
const UNHURRIED = `WHERE set_config('synchronous_commit', 'off', true) = 'off'`;

const COLUMNS = 'id, name, content_type, size';

/**
 * Keeps what `content` yields as a file, in portions, whatever its size. It can be read
 * once all of it is there, and belongs to its owner from then on. When `content` fails nothing is kept.
 * @param runner a transaction where the file is to be there together with what else that writes
 */
export async function storeFile(
  runner: Runner,
  { name, contentType, owner, keepDays, isPacked = false }: NewFile,
  content: AsyncIterable<Buffer>,
): Promise<StoredFile> {
  const { rows } = await runner.query<{ id: string }>({
    text: 'INSERT INTO files (name, content_type) VALUES ($1, $2) RETURNING id',
    values: [name, contentType],
  });
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The file was not begun.');
  let written: Promise<unknown> = Promise.resolve();
  try {
    let position = 0;
    let size = 0;
    const counted = counting(content, (bytes) => (size += bytes));
    for await (const portion of inPortions(isPacked ? packing(counted) : counted)) {
      await written;
      // Written while the next one arrives.
      written = writePortion(runner, id, position++, portion);
      written.catch(() => undefined);
    }
    await written;
    const stored = await runner.query<StoredFile>({
      text: `WITH owned AS (
         INSERT INTO file_owners (owner_kind, owner_id, file_id, keep_until)
         VALUES ($3, $4, $1, now() + make_interval(days => $5))
       )
       UPDATE files SET complete = true, size = $2, packed = $6 WHERE id = $1 RETURNING ${COLUMNS}`,
      values: [id, size, owner.kind, String(owner.id), keepDays ?? null, isPacked],
    });
    if (!stored.rows[0]) throw new Error('The file was removed while it was written.');
    return stored.rows[0];
  } catch (error) {
    await written.catch(() => undefined);
    await runner.query({ text: 'DELETE FROM files WHERE id = $1', values: [id] }).catch(() => undefined);
    throw error;
  }
}

async function* counting(
  content: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const part of content) {
    count(part.length);
    yield part;
  }
}

function writePortion(runner: Runner, id: string, position: number, content: Buffer): Promise<unknown> {
  const isAlone = 'transaction' in runner;
  return runner.query({
    text: `WITH begun AS (UPDATE files SET written_at = now() WHERE id = $1)
      INSERT INTO file_chunks (file_id, position, content) SELECT $1::uuid, $2::integer, $3::bytea ${isAlone ? UNHURRIED : ''}`,
    values: [id, position, content],
  });
}

/** The files of an owner that are complete, the oldest first. */
export async function filesOf(runner: Runner, owner: FileOwner): Promise<StoredFile[]> {
  const text = `SELECT ${COLUMNS} FROM files f JOIN file_owners o ON o.file_id = f.id
    WHERE o.owner_kind = $1 AND o.owner_id = $2 AND f.complete ORDER BY f.created_at, f.id`;
  const { rows } = await runner.query<StoredFile>({ text, values: [owner.kind, String(owner.id)] });
  return rows;
}

/** Files of these owners are theirs no more; those that nothing else owns go with the next sweep. */
export async function releaseFiles(tx: Runner, kind: string, ids: readonly string[]): Promise<void> {
  const text = 'DELETE FROM file_owners WHERE owner_kind = $1 AND owner_id = ANY($2)';
  await tx.query({ text, values: [kind, ids] });
}

/** The files of an owner with this name are its own no more, since others take their place; they can be read for an hour. */
export async function replaceFiles(tx: Runner, { kind, id }: FileOwner, name: string): Promise<void> {
  await tx.query({
    text: `UPDATE file_owners o SET owner_kind = '${REPLACED}', owner_id = o.file_id, keep_until = now() + interval '${REPLACED_KEPT}'
      FROM files f WHERE f.id = o.file_id AND f.name = $3 AND o.owner_kind = $1 AND o.owner_id = $2`,
    values: [kind, String(id), name],
  });
}

/** Removes the files of an owner with this name at once; one that something else owns as well stays. */
export async function removeFiles(tx: Runner, { kind, id }: FileOwner, name: string): Promise<void> {
  const { rows } = await tx.query<{ file_id: string }>({
    text: `DELETE FROM file_owners o USING files f WHERE f.id = o.file_id AND f.name = $3
      AND o.owner_kind = $1 AND o.owner_id = $2 RETURNING o.file_id`,
    values: [kind, String(id), name],
  });
  await removeUnowned(tx, rows);
}

async function removeUnowned(runner: Runner, files: { file_id: string }[]): Promise<void> {
  await runner.query({
    text: `DELETE FROM files f WHERE id = ANY($1::uuid[])
      AND NOT EXISTS (SELECT 1 FROM file_owners o WHERE o.file_id = f.id)
      AND NOT EXISTS (SELECT 1 FROM outbox_attachments a WHERE a.file_id = f.id)`,
    values: [files.map(({ file_id: file }) => file)],
  });
}

/** The content of a file, portion by portion; a reader that stops early costs nothing more. */
export async function* readFile(db: Database, id: string): AsyncGenerator<Buffer> {
  const kept = readKept(db, id);
  yield* (await isPacked(db, id)) ? unpacking(kept) : kept;
}

/** Whether what is kept of a file is packed by gzip. */
export async function isPacked(db: Database, id: string): Promise<boolean> {
  const { rows } = await db.query<{ packed: boolean }>('SELECT packed FROM files WHERE id = $1', [id]);
  return rows[0]?.packed ?? false;
}

/** The content of a file as it is kept, which may be packed. */
export async function* readKept(db: Database, id: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const { rows } = await db.query<{ content: Buffer }>(
      'SELECT content FROM file_chunks WHERE file_id = $1 AND position = $2',
      [id, position],
    );
    if (!rows[0]) return;
    yield rows[0].content;
  }
}

/** Removes what was begun and never finished, and what nothing owns any more. */
export async function sweepFiles(db: Database): Promise<void> {
  const { rows: replaced } = await db.query<{ file_id: string }>(
    `DELETE FROM file_owners WHERE owner_kind = '${REPLACED}' AND keep_until < now() RETURNING file_id`,
  );
  await removeUnowned(db, replaced);
  // A process of the version before owners forgets jobs without releasing their files.
  await db.query(
    `DELETE FROM file_owners o WHERE keep_until < now()
       OR owner_kind = '${OWNED_BY_JOB}' AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id::text = o.owner_id)`,
  );
  await db.query(
    `DELETE FROM files f
     WHERE CASE WHEN complete THEN created_at < now() - interval '${UNOWNED_KEPT}'
           ELSE written_at < now() - interval '${GIVEN_UP_AFTER}' END
       AND NOT EXISTS (SELECT 1 FROM file_owners o WHERE o.file_id = f.id)
       AND NOT EXISTS (SELECT 1 FROM outbox_attachments a WHERE a.file_id = f.id)`,
  );
}
