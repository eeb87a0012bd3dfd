import pg from 'pg';
import { kindOf, type Field } from '#kernel/fields/kinds.ts';
import { conflict } from '#kernel/errors.ts';
import type { DeletedRecord, HistoryChange, HistoryEntry, Via } from '#kernel/history.ts';
import { defaultOf, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { fieldNamed } from '#kernel/system-fields.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { withSavepoint } from '#server/platform/database/savepoint.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import { today } from '#server/platform/database/today.ts';
import { sqlOf } from './kinds/sql-of.ts';
import { noRecord } from './records.ts';
import { columnFields } from './schema/schema.ts';
import { explainWrite } from './writes/write-errors.ts';
import type { Who } from './writes/write-statements.ts';
import type { Writer } from './writes/writer.ts';

export interface StoredChange {
  from?: unknown;
  to?: unknown;
  from_shown?: unknown;
  to_shown?: unknown;
}

/** A line of history as it is stored. */
export interface StoredEntry extends Omit<HistoryEntry, 'by' | 'via' | 'changes' | 'reason' | 'approved_by'> {
  via: Via[] | null;
  by_email: string;
  by_name: string | null;
  changes: Record<string, StoredChange>;
  reason: string | null;
  approved_by_email: string | null;
  approved_by_name: string | null;
}

function shown(field: Field | undefined, value: unknown, kept: unknown): string | null {
  if (kept !== undefined) return String(kept);
  if (value === null || value === undefined) return null;
  return field ? kindOf(field).display(value, field) : String(value);
}

/** Why a change was made, and who approved it. */
export const WHY_COLUMNS = 'h.reason, h.approved_by_email, h.approved_by_name';

/** Why a change was made and who approved it, as it is answered; nothing of what nobody said. */
export const whyOf = ({
  reason,
  approved_by_email: email,
  approved_by_name: name,
}: Pick<StoredEntry, 'reason' | 'approved_by_email' | 'approved_by_name'>): Pick<
  HistoryEntry,
  'reason' | 'approved_by'
> => ({
  ...(reason !== null && { reason }),
  ...(email !== null && { approved_by: { email, name } }),
});

/** The columns that `entryOf` reads, of the table `h`. */
const columnsWith = (name: string) =>
  `h.id, h.action, h.at, h.by_email, ${name}, h.via, h.request_id, h.lock_version, h.changes, ${WHY_COLUMNS}`;
export const ENTRY_COLUMNS = columnsWith('h.by_name');

/**
 * The same with the name that is known of somebody where the change brought none, as in a job, and what they are read
 * from: `author` beside `h`.
 */
export const NAMED_COLUMNS = columnsWith('coalesce(h.by_name, author.name) AS by_name');
export const AUTHOR = 'LEFT JOIN change_authors author ON author.email = h.by_email';

/** A line of history as it is answered. */
export const entryOf = (resource: Resource, line: StoredEntry): HistoryEntry => ({
  id: line.id,
  action: line.action,
  at: line.at,
  by: { email: line.by_email, name: line.by_name },
  via: line.via ?? [],
  request_id: line.request_id,
  lock_version: line.lock_version,
  changes: changesOf(resource, line.changes),
  ...whyOf(line),
});

/** The changes in the order of the declaration; fields that it has no more come last. */
export function changesOf(resource: Resource, stored: Record<string, StoredChange>): HistoryChange[] {
  const known = Object.keys(resource.fields).filter((name) => Object.hasOwn(stored, name));
  const former = Object.keys(stored).filter((name) => !Object.hasOwn(resource.fields, name));
  return [...known, ...former].map((name) => {
    const field = fieldNamed(resource, name);
    const { from_shown, to_shown, ...values } = stored[name] ?? {};
    const clean = (value: unknown) =>
      (typeof value === 'string' && field && sqlOf(field).clean?.(value)) || (value ?? null);
    const [from, to] = [clean(values.from), clean(values.to)];
    return {
      field: name,
      label: field?.label ?? name,
      from,
      to,
      from_shown: shown(field, from, from_shown),
      to_shown: shown(field, to, to_shown),
    };
  });
}

/** One page of a list, and how many there are in all. */
interface Paged<T> {
  data: T[];
  meta: { total: number } & Page;
}

/** The records that were deleted last and are not back, the newest first. */
export async function listDeleted(
  runner: Runner,
  resource: Resource,
  page: Page,
): Promise<Paged<DeletedRecord>> {
  const gone = `FROM record_history h
      WHERE h.resource = $1 AND h.action = 'delete' AND NOT EXISTS (
        SELECT FROM record_history later
        WHERE later.resource = h.resource AND later.record_id = h.record_id AND later.id > h.id)`;
  const { rows } = await runner.query<{
    id: number;
    title: unknown;
    at: string;
    by_email: string;
    by_name: string | null;
    request_id: string;
  }>({
    text: `SELECT h.record_id AS id, h.snapshot -> $2 AS title, h.at, h.by_email, h.by_name, h.request_id
      ${gone} ORDER BY h.id DESC ${limitOf(page)}`,
    values: [resource.name, resource.title],
  });
  const counted = await runner.query<{ total: number }>({
    name: 'history-deleted',
    text: `SELECT count(*)::integer AS total ${gone}`,
    values: [resource.name],
  });
  const data = rows.map(({ id, title, at, by_email: email, by_name: name, request_id }) => ({
    id,
    title: title === null ? String(id) : String(title),
    at,
    by: { email, name },
    request_id,
  }));
  return { data, meta: { total: counted.rows[0]?.total ?? 0, ...page } };
}

/**
 * Brings a deleted record back under its id, as it was, with a line of history; answers it as JSON.
 * Run in a transaction of its own.
 * @throws {Refusal} 404 where nothing was deleted under the id, 409 where the record is there or its
 * identifier was taken meanwhile, 422 where a record that it refers to is gone.
 */
export async function restoreRecord(
  tx: pg.PoolClient,
  writer: Writer,
  resource: Resource,
  id: number,
  who: Who,
): Promise<string> {
  const { rows } = await tx.query<{ action: string; snapshot: Values | null }>({
    text: `SELECT action, snapshot FROM record_history
      WHERE resource = $1 AND record_id = $2 ORDER BY id DESC LIMIT 1 FOR UPDATE`,
    values: [resource.name, id],
  });
  const last = rows[0];
  if (!last) throw noRecord(resource, id);
  if (!last.snapshot) throw isThere(resource, id);
  const values = restorable(resource, last.snapshot);
  try {
    return await withSavepoint(tx, () => writer.restore(tx, id, values, who));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === `${resource.name}_pkey`)
      throw isThere(resource, id);
    throw await explainWrite(error, tx, resource, values);
  }
}

const isThere = (resource: Resource, id: number) => conflict(`${resource.label[0]} ${id} is not deleted.`);

/** The kept row as the table is now: fields that came since get their default, those that went are left. */
function restorable(resource: Resource, snapshot: Values): Values {
  const fields = columnFields(resource).map(([name, field]) => [
    name,
    Object.hasOwn(snapshot, name) ? snapshot[name] : defaultOf(field, today()),
  ]);
  return {
    ...(Object.fromEntries(fields) as Values),
    created_at: snapshot['created_at'],
    lock_version: Number(snapshot['lock_version']) + 1,
  };
}
