import type { PoolClient } from 'pg';
import type { Via } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import type { ReviewState } from '#kernel/review.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page, type PageOf } from '#server/platform/http/query.ts';
import type { StoredChange } from '../history.ts';

/** A change that waits, as it is stored. */
export interface StoredWaiting {
  id: number;
  model: string;
  state: ReviewState;
  by_email: string;
  by_name: string | null;
  at: string;
  reason: string | null;
  via: Via[] | null;
  zone: string | null;
  decided_by_email: string | null;
  decided_by_name: string | null;
  decided_at: string | null;
  decision: string | null;
  total: number;
  /** How many new records the file has that waits as a whole; null where it is no file. */
  created: number | null;
  /** Of an undo: what it takes back, and of how many records beside those that it changes; null where it is none. */
  undoes: number[] | null;
  undoes_others: number | null;
  /** The sets of changes that it has made, once it is approved. */
  made: number[] | null;
}

/** One of its records. */
export interface StoredRecord {
  change_id: number;
  id: number;
  values: Values;
  changes: Record<string, StoredChange>;
}

const COLUMNS = `w.id, w.model, w.state, w.by_email, w.by_name, w.at, w.reason, w.via, w.zone, w.decided_by_email, w.decided_by_name,
  w.decided_at, w.decision, to_jsonb(w.made) AS made, to_jsonb(w.undoes) AS undoes,
  w.undoes_others,
  (SELECT f.created FROM waiting_change_files f WHERE f.change_id = w.id) AS created,
  (SELECT count(*)::integer FROM waiting_change_records c WHERE c.change_id = w.id) AS total`;

/** Which changes are listed. */
export interface WantedWaiting {
  models: readonly string[];
  record: number | null;
  state: ReviewState | null;
}

/** A page of the changes of these models, the newest first. */
export async function listStored(
  runner: Runner,
  { models, record, state }: WantedWaiting,
  page: Page,
): Promise<PageOf<StoredWaiting>> {
  const of = `FROM waiting_changes w WHERE w.model = ANY ($1) AND ($2::text IS NULL OR w.state = $2)
    AND ($3::integer IS NULL OR w.id IN (SELECT change_id FROM waiting_change_records WHERE record_id = $3))`;
  const values = [models, state, record];
  const { rows } = await runner.query<StoredWaiting>({
    text: `SELECT ${COLUMNS} ${of} ORDER BY w.id DESC ${limitOf(page)}`,
    values,
  });
  const counted = await runner.query<{ total: number }>({
    text: `SELECT count(*)::integer AS total ${of}`,
    values,
  });
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** A change; null where there is none. @param lock whether nobody else decides on it until the transaction ends */
export async function findStored(runner: Runner, id: number, lock = false): Promise<StoredWaiting | null> {
  const { rows } = await runner.query<StoredWaiting>({
    text: `SELECT ${COLUMNS} FROM waiting_changes w WHERE w.id = $1${lock ? ' FOR UPDATE OF w' : ''}`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** The records of these changes, each with the first `most` by id. */
export async function recordsOf(
  runner: Runner,
  changes: readonly number[],
  most: number | null = null,
): Promise<StoredRecord[]> {
  const { rows } = await runner.query<StoredRecord>({
    text: `SELECT r.change_id, r.record_id AS id, r."values", r.changes
      FROM unnest($1::integer[]) AS w(id) CROSS JOIN LATERAL (
        SELECT c.* FROM waiting_change_records c WHERE c.change_id = w.id ORDER BY c.record_id LIMIT $2) r
      ORDER BY r.change_id, r.record_id`,
    values: [changes, most],
  });
  return rows;
}

/** A page of the records of a change, by id. */
export async function pageOfRecords(runner: Runner, change: number, page: Page): Promise<StoredRecord[]> {
  const { rows } = await runner.query<StoredRecord>({
    text: `SELECT change_id, record_id AS id, "values", changes FROM waiting_change_records
      WHERE change_id = $1 ORDER BY record_id ${limitOf(page)}`,
    values: [change],
  });
  return rows;
}

/** Says what became of a change; the rows of a file are not kept beyond that. @param by null where it ends by itself */
export async function decideStored(
  tx: PoolClient,
  id: number,
  state: Exclude<ReviewState, 'waiting'>,
  by: { email: string; name: string | null } | null,
  decision: string | null = null,
  made: readonly number[] | null = null,
): Promise<void> {
  await tx.query(
    `UPDATE waiting_changes SET state = $2, decided_at = now(), decided_by_email = $3, decided_by_name = $4, decision = $5, made = $6
      WHERE id = $1`,
    [id, state, by?.email ?? null, by?.name ?? null, decision, made],
  );
  await tx.query('UPDATE waiting_change_files SET file = NULL WHERE change_id = $1', [id]);
}
