import type { PoolClient } from 'pg';
import type { ListView } from '#calls/views.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { unlessNameTaken } from '#server/platform/database/errors.ts';

/** A view as it is stored. */
export interface StoredView extends Omit<ListView, 'owner' | 'may_change' | 'default' | 'gone'> {
  owner: string;
  owner_name: string | null;
  /** The list begins with it, for the requester. */
  is_default: boolean;
}

/** So many views of one list are answered; nobody looks through more. */
export const MOST_LISTED = 500;
/** So many views of one list may a person have. */
const MOST_OWN = 100;
/** A deleted view is kept so long for the undo. */
const KEPT_DAYS = 30;

const columns = `id, model, name, shared, owner, owner_name, shown, lock_version, created_at, updated_at, updated_by,
  EXISTS (SELECT FROM list_view_defaults d WHERE d.view_id = v.id AND d.email = $1) AS is_default`;

/** The views of a model's list that somebody sees: their own, and those for everybody. */
export async function viewsOf(db: Database, email: string, model: string): Promise<StoredView[]> {
  const { rows } = await db.query<StoredView>(
    `SELECT ${columns} FROM list_views v
     WHERE model = $2 AND deleted_at IS NULL AND (shared OR owner = $1)
     ORDER BY shared, lower(name), id LIMIT ${MOST_LISTED}`,
    [email, model],
  );
  return rows;
}

/** A view that somebody sees; null without one. It stays as it is until the end of the transaction. */
export async function lockView(
  tx: PoolClient,
  email: string,
  id: number | null,
  { deleted = false } = {},
): Promise<StoredView | null> {
  const { rows } = await tx.query<StoredView>(
    `SELECT ${columns} FROM list_views v
     WHERE id = $2 AND (deleted_at IS NOT NULL) = $3 AND (shared OR owner = $1) FOR UPDATE`,
    [email, id, deleted],
  );
  return rows[0] ?? null;
}

/** A view that somebody sees; null without one. */
export async function readView(runner: Runner, email: string, id: number): Promise<StoredView | null> {
  const { rows } = await runner.query<StoredView>({
    text: `SELECT ${columns} FROM list_views v
      WHERE id = $2 AND deleted_at IS NULL AND (shared OR owner = $1)`,
    values: [email, id],
  });
  return rows[0] ?? null;
}

/** @throws {Refusal} 409 where the name is taken, or the person has as many as one may have */
export async function addView(
  tx: PoolClient,
  owner: { email: string; name: string | null },
  view: Pick<StoredView, 'model' | 'name' | 'shared' | 'shown'>,
): Promise<StoredView> {
  const { model, name, shared, shown } = view;
  const { rows: had } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM list_views WHERE owner = $1 AND model = $2 AND deleted_at IS NULL',
    [owner.email, model],
  );
  if ((had[0]?.count ?? 0) >= MOST_OWN)
    throw new Refusal(
      409,
      `You have ${MOST_OWN} views of this list. Delete one that is no longer needed first.`,
    );
  const { rows } = await unlessNameTaken('view', name, () =>
    tx.query<StoredView>(
      `INSERT INTO list_views AS v (model, name, shared, owner, owner_name, shown, updated_by)
       VALUES ($2, $3, $4, $1, $5, $6, $1) RETURNING ${columns}`,
      [owner.email, model, name, shared, owner.name, JSON.stringify(shown)],
    ),
  );
  return rows[0] as StoredView;
}

/** @throws {Refusal} 409 where the name is taken */
export async function changeView(tx: PoolClient, by: string, view: StoredView): Promise<StoredView> {
  const { id, name, shared, shown } = view;
  const { rows } = await unlessNameTaken('view', name, () =>
    tx.query<StoredView>(
      `UPDATE list_views v SET name = $3, shared = $4, shown = $5, updated_by = $1, updated_at = now(),
         lock_version = lock_version + 1
       WHERE id = $2 RETURNING ${columns}`,
      [by, id, name, shared, JSON.stringify(shown)],
    ),
  );
  return rows[0] as StoredView;
}

/** Deletes a view, or brings it back. @throws {Refusal} 409 where its name was taken meanwhile */
export async function deleteView(
  tx: PoolClient,
  by: string,
  { id, name }: Pick<StoredView, 'id' | 'name'>,
  isDeleted: boolean,
): Promise<StoredView> {
  const { rows } = await unlessNameTaken('view', name, () =>
    tx.query<StoredView>(
      `UPDATE list_views v SET deleted_at = CASE WHEN $3 THEN now() END, updated_by = $1, updated_at = now(),
         lock_version = lock_version + 1
       WHERE id = $2 RETURNING ${columns}`,
      [by, id, isDeleted],
    ),
  );
  return rows[0] as StoredView;
}

/** Has a list begin with a view for a person, or with none. */
export async function setDefault(
  runner: Runner,
  email: string,
  { id, model }: Pick<StoredView, 'id' | 'model'>,
  isDefault: boolean,
): Promise<void> {
  const text = isDefault
    ? `INSERT INTO list_view_defaults (email, model, view_id) VALUES ($1, $2, $3)
       ON CONFLICT (email, model) DO UPDATE SET view_id = excluded.view_id`
    : 'DELETE FROM list_view_defaults WHERE email = $1 AND model = $2 AND view_id = $3';
  await runner.query({ text, values: [email, model, id] });
}

/** Removes views whose deletion nobody undoes any more. */
export async function removeOldViews(db: Database): Promise<void> {
  await db.query(`DELETE FROM list_views WHERE deleted_at < now() - interval '${KEPT_DAYS} days'`);
}
