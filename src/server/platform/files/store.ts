import type { Database } from '../database.ts';

/** A file that is kept in the database. */
export interface StoredFile {
  id: string;
  name: string;
  content_type: string;
  /** Bytes. */
  size: number;
}

/** Large enough that few statements are needed, small enough that several fit in memory. */
const CHUNK_BYTES = 256 * 1024;
/** Nothing takes this long to be written, so what is incomplete then was interrupted. */
const GIVEN_UP_AFTER = '1 day';

const COLUMNS = 'id, name, content_type, size';

/**
 * Keeps what `content` yields as a file, in portions, so that its size does not matter to memory. It can be read
 * once all of it is there. When `content` fails nothing is kept.
 */
export async function storeFile(
  db: Database,
  { name, contentType }: { name: string; contentType: string },
  content: AsyncIterable<Buffer>,
): Promise<StoredFile> {
  const { rows } = await db.query<{ id: string }>(
    'INSERT INTO files (name, content_type) VALUES ($1, $2) RETURNING id',
    [name, contentType],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The file was not begun.');
  try {
    let position = 0;
    let size = 0;
    for await (const chunk of chunked(content)) {
      await db.query('INSERT INTO file_chunks (file_id, position, content) VALUES ($1, $2, $3)', [
        id,
        position++,
        chunk,
      ]);
      size += chunk.length;
    }
    const stored = await db.query<StoredFile>(
      `UPDATE files SET complete = true, size = $2 WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, size],
    );
    if (!stored.rows[0]) throw new Error('The file was removed while it was written.');
    return stored.rows[0];
  } catch (error) {
    await db.query('DELETE FROM files WHERE id = $1', [id]).catch(() => undefined);
    throw error;
  }
}

/** The files of these ids that are complete, in their order. */
export async function findFiles(db: Database, ids: readonly string[]): Promise<StoredFile[]> {
  const text = `SELECT ${COLUMNS} FROM files WHERE id = ANY($1::uuid[]) AND complete
    ORDER BY array_position($1::uuid[], id)`;
  const { rows } = await db.query<StoredFile>(text, [ids]);
  return rows;
}

/** The content of a file, portion by portion; a reader that stops early costs nothing more. */
export async function* readFile(db: Database, id: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const { rows } = await db.query<{ content: Buffer }>(
      'SELECT content FROM file_chunks WHERE file_id = $1 AND position = $2',
      [id, position],
    );
    if (!rows[0]) return;
    yield rows[0].content;
  }
}

/** Removes what was begun and never finished, and what nothing needs any more. */
export async function removeStaleFiles(db: Database): Promise<void> {
  await db.query(
    `DELETE FROM files f WHERE f.created_at < now() - interval '${GIVEN_UP_AFTER}'
       AND NOT EXISTS (SELECT 1 FROM outbox_attachments a WHERE a.file_id = f.id)`,
  );
}

/** The same bytes in portions of one size, but for the last. */
async function* chunked(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of content) {
    parts.push(part);
    length += part.length;
    if (length < CHUNK_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(parts);
}
