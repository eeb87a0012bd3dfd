import type { PoolClient } from 'pg';
import { type Losses, NAMED_LOSSES } from './losses.ts';

/** How many people a reading has changed. */
export interface PeopleApplied {
  added: number;
  changed: number;
  left: number;
}

/** Whether a person of the snapshot is no more; `whole` is the parameter that says whether everything was read. */
const goneSql = (whole: string) => `(EXISTS (SELECT FROM ad_read_people r
    WHERE r.external_id = lower(btrim(p.external_id)) AND r.gone)
  OR ${whole} AND NOT EXISTS (SELECT FROM ad_read_people r WHERE r.external_id = lower(btrim(p.external_id))))`;

/** How many who could sign in would be gone or disabled. */
export async function countLeaving(tx: PoolClient, whole: boolean): Promise<Losses> {
  const { rows } = await tx.query<Losses>(
    `WITH works AS MATERIALIZED (
       SELECT p.name, ${goneSql('$1::boolean')} OR EXISTS (SELECT FROM ad_read_people r
           WHERE r.external_id = lower(btrim(p.external_id)) AND NOT r.enabled) AS leaves
       FROM ad_people p WHERE p.enabled AND NOT p.gone
     )
     SELECT count(*)::integer AS there, (count(*) FILTER (WHERE leaves))::integer AS lost,
       ARRAY(SELECT name FROM works WHERE leaves ORDER BY lower(name) LIMIT ${NAMED_LOSSES}) AS names FROM works`,
    [whole],
  );
  return rows[0] ?? { there: 0, lost: 0, names: [] };
}

/** Brings the people to what was read. Who is gone stays, so that what they leave behind is found. */
export async function applyPeople(tx: PoolClient, whole: boolean): Promise<PeopleApplied> {
  const { rows } = await tx.query<{ changed: number; left: number }>(
    `WITH old_row AS MATERIALIZED (
       SELECT p.id, p.enabled AND NOT p.gone AS works, r.* FROM ad_people p
         JOIN ad_read_people r ON r.external_id = lower(btrim(p.external_id))
       WHERE NOT r.gone AND ROW(p.name, p.email, p.user_principal_name, p.enabled, p.gone)
         IS DISTINCT FROM ROW(r.name, r.email, r.user_principal_name, r.enabled, false)
     ), new_row AS (
       UPDATE ad_people p SET name = o.name, email = o.email, user_principal_name = o.user_principal_name,
         enabled = o.enabled, gone = false, left_at = CASE WHEN o.enabled THEN NULL ELSE coalesce(p.left_at, now()) END,
         updated_at = now(), lock_version = p.lock_version + 1
       FROM old_row o WHERE o.id = p.id RETURNING o.works AND NOT p.enabled AS has_left
     )
     SELECT count(*)::integer AS changed, (count(*) FILTER (WHERE has_left))::integer AS left FROM new_row`,
  );
  const { rowCount: gone } = await tx.query(
    `UPDATE ad_people p SET gone = true, left_at = coalesce(p.left_at, now()), updated_at = now(),
       lock_version = p.lock_version + 1
     WHERE NOT p.gone AND ${goneSql('$1::boolean')}`,
    [whole],
  );
  const { rowCount: added } = await tx.query(
    `INSERT INTO ad_people (external_id, name, email, user_principal_name, enabled, gone, group_count, account_count, left_at)
     SELECT r.external_id, r.name, r.email, r.user_principal_name, r.enabled, false, 0, 0,
       CASE WHEN r.enabled THEN NULL ELSE now() END
     FROM ad_read_people r
     WHERE NOT r.gone AND NOT EXISTS (SELECT FROM ad_people p WHERE lower(btrim(p.external_id)) = r.external_id)
     ORDER BY lower(r.name), r.external_id`,
  );
  const { changed = 0, left = 0 } = rows[0] ?? {};
  return { added: added ?? 0, changed: changed - left, left: left + (gone ?? 0) };
}
