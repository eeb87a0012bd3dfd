import type { PoolClient } from 'pg';
import { type Losses, NAMED_LOSSES } from './losses.ts';

/** How many groups a reading has changed. */
export interface GroupsApplied {
  added: number;
  changed: number;
  removed: number;
}

/** Which groups lead into which cloud, by how their names begin. */
export interface Prefixes {
  prefixes: Readonly<Record<'aws' | 'azure' | 'gcp', readonly string[]>>;
  pimPrefix: string;
}

/** Finds the groups that the directory has no more, for the statements that follow in this transaction. */
export async function findGoneGroups(tx: PoolClient, whole: boolean): Promise<Losses> {
  await tx.query('CREATE TEMPORARY TABLE ad_gone_groups (id integer PRIMARY KEY) ON COMMIT DROP');
  const { rowCount: lost } = await tx.query(
    `INSERT INTO ad_gone_groups SELECT g.id FROM ad_groups g
     WHERE EXISTS (SELECT FROM ad_read_groups r WHERE r.external_id = lower(btrim(g.external_id)) AND r.gone)
       OR $1::boolean AND NOT EXISTS (SELECT FROM ad_read_groups r WHERE r.external_id = lower(btrim(g.external_id)))`,
    [whole],
  );
  const { rows } = await tx.query<Pick<Losses, 'there' | 'names'>>(
    `SELECT count(*)::integer AS there, ARRAY(SELECT g.name FROM ad_groups g JOIN ad_gone_groups o ON o.id = g.id
       ORDER BY lower(g.name) LIMIT ${NAMED_LOSSES}) AS names FROM ad_groups`,
  );
  return { there: 0, names: [], ...rows[0], lost: lost ?? 0 };
}

/**
 * Brings the groups to what was read, without who is in them.
 * @param keepsChanges whether new and renamed groups are kept as changes
 */
export async function applyGroups(
  tx: PoolClient,
  { prefixes, pimPrefix }: Prefixes,
  keepsChanges: boolean,
): Promise<Omit<GroupsApplied, 'removed'>> {
  if (keepsChanges)
    await tx.query(
      `INSERT INTO ad_membership_changes (noticed_at, group_name, ad_group_id, change, who)
       SELECT now(), r.name, g.id, 'renamed', g.name
       FROM ad_groups g JOIN ad_read_groups r ON r.external_id = lower(btrim(g.external_id))
       WHERE NOT r.gone AND r.name <> g.name ORDER BY lower(r.name), g.id`,
    );
  const facts = ['name', 'description', 'email', 'dynamic', 'synced_elsewhere'];
  const of = (row: string) => facts.map((fact) => `${row}.${fact}`).join(', ');
  const { rowCount: changed } = await tx.query(
    `UPDATE ad_groups g SET ${facts.map((fact) => `${fact} = r.${fact}`).join(', ')}, updated_at = now(),
       lock_version = g.lock_version + 1
     FROM ad_read_groups r
     WHERE r.external_id = lower(btrim(g.external_id)) AND NOT r.gone
       AND ROW(${of('g')}) IS DISTINCT FROM ROW(${of('r')})`,
  );
  const { rowCount: added } = await tx.query(
    `WITH made AS (
       INSERT INTO ad_groups (external_id, ${facts.join(', ')}, member_count, nested_group_count, owners, cloud_parents,
         permission_sets, dormant, pim)
       SELECT r.external_id, ${of('r')}, 0, 0, '[]', '[]', '[]', true, false
       FROM ad_read_groups r
       WHERE NOT r.gone AND NOT EXISTS (SELECT FROM ad_groups g WHERE lower(btrim(g.external_id)) = r.external_id)
       ORDER BY lower(r.name), r.external_id RETURNING id, name
     ), noticed AS (
       INSERT INTO ad_membership_changes (noticed_at, group_name, ad_group_id, change)
       SELECT now(), name, id, 'created' FROM made WHERE $1::boolean ORDER BY id
     ) SELECT FROM made`,
    [keepsChanges],
  );
  const clouds = Object.entries(prefixes).flatMap(([cloud, list]) => list.map((prefix) => [cloud, prefix]));
  await tx.query(
    `WITH named AS MATERIALIZED (
       SELECT g.id, (SELECT c.cloud FROM unnest($1::text[], $2::text[]) c (cloud, prefix)
           WHERE starts_with(lower(g.name), lower(c.prefix)) ORDER BY length(c.prefix) DESC, c.cloud LIMIT 1) AS cloud,
         $3 <> '' AND starts_with(lower(g.name), lower($3)) AS pim
       FROM ad_groups g
     )
     UPDATE ad_groups g SET cloud = t.cloud, pim = t.pim, updated_at = now(), lock_version = g.lock_version + 1
     FROM named t WHERE t.id = g.id AND ROW(g.cloud, g.pim) IS DISTINCT FROM ROW(t.cloud, t.pim)`,
    [clouds.map(([cloud]) => cloud), clouds.map(([, prefix]) => prefix), pimPrefix],
  );
  return { added: added ?? 0, changed: changed ?? 0 };
}

/** Removes the groups that were found gone; changes that were kept before stay. */
export async function removeGoneGroups(tx: PoolClient, keepsChanges: boolean): Promise<number> {
  const { rows } = await tx.query<{ some: boolean }>('SELECT EXISTS (SELECT FROM ad_gone_groups) AS some');
  if (rows[0]?.some !== true) return 0;
  await tx.query(
    `UPDATE ad_membership_changes c SET ad_group_id = NULL FROM ad_gone_groups o WHERE o.id = c.ad_group_id`,
  );
  if (keepsChanges)
    await tx.query(
      `INSERT INTO ad_membership_changes (noticed_at, group_name, change)
       SELECT now(), g.name, 'removed' FROM ad_groups g JOIN ad_gone_groups o ON o.id = g.id ORDER BY lower(g.name), g.id`,
    );
  const { rowCount } = await tx.query('DELETE FROM ad_groups g USING ad_gone_groups o WHERE o.id = g.id');
  return rowCount ?? 0;
}
