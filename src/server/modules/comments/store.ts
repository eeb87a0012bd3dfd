import type { PoolClient } from 'pg';
import type { Author } from '#kernel/history.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page, type PageOf } from '#server/platform/http/query.ts';

/** A comment as it is stored, with the members whom it mentions, or did before. */
export interface StoredComment {
  id: number;
  model: string;
  record_id: number;
  text: string;
  by_email: string;
  by_name: string | null;
  created_at: string;
  changed_at: string | null;
  deleted_at: string | null;
  deleted_by_email: string | null;
  deleted_by_name: string | null;
  lock_version: number;
  mentioned: Author[];
}

const COLUMNS = `c.id, c.model, c.record_id, c.text, c.by_email, c.by_name, c.created_at, c.changed_at, c.deleted_at,
  c.deleted_by_email, c.deleted_by_name, c.lock_version,
  (SELECT coalesce(json_agg(json_build_object('email', m.email, 'name', m.name) ORDER BY m.email), '[]')
    FROM comment_mentions m WHERE m.comment_id = c.id) AS mentioned`;

/** A page of the comments on something, the newest first. */
export async function commentsOn(
  runner: Runner,
  model: string,
  record: number,
  page: Page,
): Promise<PageOf<StoredComment>> {
  const of = 'FROM comments c WHERE c.model = $1 AND c.record_id = $2';
  const { rows } = await runner.query<StoredComment>({
    text: `SELECT ${COLUMNS} ${of} ORDER BY c.id DESC ${limitOf(page)}`,
    values: [model, record],
  });
  const counted = await runner.query<{ total: number }>({
    name: 'comments-counted',
    text: `SELECT count(*)::integer AS total ${of}`,
    values: [model, record],
  });
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** A comment that nobody else changes until the transaction ends; null where there is none, or it was deleted. */
export async function lockComment(tx: PoolClient, id: number): Promise<StoredComment | null> {
  const { rows } = await tx.query<StoredComment>(
    `SELECT ${COLUMNS} FROM comments c WHERE c.id = $1 AND c.deleted_at IS NULL FOR UPDATE OF c`,
    [id],
  );
  return rows[0] ?? null;
}

async function readComment(tx: PoolClient, id: number): Promise<StoredComment> {
  const { rows } = await tx.query<StoredComment>(`SELECT ${COLUMNS} FROM comments c WHERE c.id = $1`, [id]);
  if (!rows[0]) throw new Error(`Comment ${id} is not there.`);
  return rows[0];
}

/** Adds a comment; answers its id. */
export async function addComment(
  tx: PoolClient,
  by: Author,
  { model, record_id: record, text }: Pick<StoredComment, 'model' | 'record_id' | 'text'>,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    'INSERT INTO comments (model, record_id, text, by_email, by_name) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [model, record, text, by.email, by.name],
  );
  if (!rows[0]) throw new Error('The comment was not kept.');
  return rows[0].id;
}

/** Changes the text of a comment. */
export async function setText(tx: PoolClient, id: number, text: string): Promise<void> {
  await tx.query(
    'UPDATE comments SET text = $2, changed_at = now(), lock_version = lock_version + 1 WHERE id = $1',
    [id, text],
  );
}

/** Marks a comment as deleted; answers what is left of it. */
export async function markDeleted(tx: PoolClient, id: number, by: Author): Promise<StoredComment> {
  await tx.query(
    `UPDATE comments SET deleted_at = now(), deleted_by_email = $2, deleted_by_name = $3,
      lock_version = lock_version + 1 WHERE id = $1`,
    [id, by.email, by.name],
  );
  return readComment(tx, id);
}

/** Notes whom a comment mentions anew; answers the comment as it is now. */
export async function noteMentioned(
  tx: PoolClient,
  id: number,
  mentioned: readonly Author[],
): Promise<StoredComment> {
  await tx.query(
    `INSERT INTO comment_mentions (comment_id, email, name)
      SELECT $1, given.email, given.name FROM unnest($2::text[], $3::text[]) AS given(email, name)`,
    [id, mentioned.map(({ email }) => email), mentioned.map(({ name }) => name)],
  );
  return readComment(tx, id);
}
