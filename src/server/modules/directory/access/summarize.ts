import type { PoolClient } from 'pg';
import { NAMES_SHOWN } from '#resources/ad-groups.ts';
import { holdSnapshot } from '../hold-snapshot.ts';

/** How many records had something else beside them before. */
export interface Summarized {
  groups: number;
  people: number;
  permissionSets: number;
}

/**
 * Every group with every group that lies in it, itself included, at any depth. UNION ends at what was met already, so
 * that groups which lie in each other end as well.
 */
const WITHIN = `WITH RECURSIVE nested (ad_group_id, inner_id) AS (
    SELECT ad_group_id, child_id FROM ad_nested_groups
    UNION
    SELECT w.ad_group_id, n.child_id FROM nested w JOIN ad_nested_groups n ON n.ad_group_id = w.inner_id
  ), within AS MATERIALIZED (
    SELECT ad_group_id, inner_id FROM nested WHERE ad_group_id <> inner_id
    UNION ALL SELECT id, id FROM ad_groups
  )`;

/**
 * Brings the derived columns of groups, people and permission sets (counts, and the names that a list shows and is searched by)
 * to what the tables of memberships and assignments say. Who is in a nested group is in the group around it, and has what
 * that one has. Rows that say the same already are not written. To be called in the transaction of what changed them.
 */
export async function summarize(tx: PoolClient): Promise<Summarized> {
  await holdSnapshot(tx);
  return {
    groups: await summarizeGroups(tx),
    people: await summarizePeople(tx),
    permissionSets: await summarizeSets(tx),
  };
}

async function summarizeGroups(tx: PoolClient): Promise<number> {
  const facts = [
    'member_count',
    'first_members',
    'nested_group_count',
    'owners',
    'cloud_parents',
    'permission_sets',
    'dormant',
  ];
  const of = (row: string) => facts.map((fact) => `${row}.${fact}`).join(', ');
  const { rowCount } = await tx.query(
    `${WITHIN}, members AS MATERIALIZED (
       SELECT w.ad_group_id, count(DISTINCT m.ad_person_id)::integer AS people
       FROM within w JOIN ad_members m ON m.ad_group_id = w.inner_id AND m.role = 'member' GROUP BY 1
     ), first_members AS MATERIALIZED (
       SELECT ad_group_id, jsonb_agg(jsonb_build_object('name', name) ORDER BY place) AS names
       FROM (SELECT p.*, row_number() OVER (PARTITION BY ad_group_id ORDER BY lower(name), id) AS place
         FROM (SELECT DISTINCT w.ad_group_id, x.id, x.name
           FROM within w JOIN ad_members m ON m.ad_group_id = w.inner_id AND m.role = 'member'
             JOIN ad_people x ON x.id = m.ad_person_id) p) named
       WHERE place <= ${NAMES_SHOWN} GROUP BY 1
     ), inner_groups AS MATERIALIZED (
       SELECT ad_group_id, count(*)::integer - 1 AS groups FROM within GROUP BY 1
     ), owners AS MATERIALIZED (
       SELECT m.ad_group_id, jsonb_agg(p.name ORDER BY lower(p.name), p.name) AS names
       FROM ad_members m JOIN ad_people p ON p.id = m.ad_person_id WHERE m.role = 'owner' GROUP BY 1
     ), accounts AS MATERIALIZED (
       SELECT k.account_key, coalesce(p.name, k.account) AS name
       FROM (SELECT account_key, min(account) AS account FROM ad_assignments GROUP BY 1) k
         LEFT JOIN cloud_parents p ON lower(btrim(p.identifier)) = k.account_key
     ), reached AS MATERIALIZED (
       SELECT w.inner_id AS ad_group_id, a.account_key, a.ad_permission_set_id
       FROM within w JOIN ad_assignments a ON a.ad_group_id = w.ad_group_id
     ), parents AS MATERIALIZED (
       SELECT x.ad_group_id, jsonb_agg(x.name ORDER BY lower(x.name), x.name) AS names
       FROM (SELECT DISTINCT r.ad_group_id, k.name FROM reached r JOIN accounts k USING (account_key)) x GROUP BY 1
     ), sets AS MATERIALIZED (
       SELECT x.ad_group_id, jsonb_agg(x.name ORDER BY lower(x.name), x.name) AS names
       FROM (SELECT DISTINCT r.ad_group_id, s.name FROM reached r
         JOIN ad_permission_sets s ON s.id = r.ad_permission_set_id) x GROUP BY 1
     ), counted AS MATERIALIZED (
       SELECT g.id, coalesce(m.people, 0) AS member_count, coalesce(f.names, '[]') AS first_members,
         coalesce(i.groups, 0) AS nested_group_count,
         coalesce(o.names, '[]') AS owners, coalesce(p.names, '[]') AS cloud_parents,
         coalesce(s.names, '[]') AS permission_sets, s.names IS NULL AS dormant
       FROM ad_groups g LEFT JOIN members m ON m.ad_group_id = g.id LEFT JOIN first_members f ON f.ad_group_id = g.id
         LEFT JOIN inner_groups i ON i.ad_group_id = g.id LEFT JOIN owners o ON o.ad_group_id = g.id
         LEFT JOIN parents p ON p.ad_group_id = g.id LEFT JOIN sets s ON s.ad_group_id = g.id
     )
     UPDATE ad_groups g SET ${facts.map((fact) => `${fact} = t.${fact}`).join(', ')},
       updated_at = now(), lock_version = g.lock_version + 1
     FROM counted t WHERE t.id = g.id AND ROW(${of('g')}) IS DISTINCT FROM ROW(${of('t')})`,
  );
  return rowCount ?? 0;
}

/**
 * Who is in thousands of groups which lead to thousands of accounts is not multiplied out: the accounts of a group are bits,
 * and those of a person the bits of all their groups.
 */
async function summarizePeople(tx: PoolClient): Promise<number> {
  const { rowCount } = await tx.query(
    `${WITHIN}, accounts AS MATERIALIZED (
       SELECT account_key, (row_number() OVER (ORDER BY account_key))::integer - 1 AS place
       FROM (SELECT DISTINCT account_key FROM ad_assignments) k
     ), nothing AS MATERIALIZED (
       SELECT repeat('0', greatest(count(*), 1)::integer)::varbit AS bits FROM accounts
     ), of_groups AS MATERIALIZED (
       SELECT w.inner_id AS ad_group_id, bit_or(set_bit(e.bits, k.place, 1)) AS bits
       FROM within w JOIN ad_assignments a ON a.ad_group_id = w.ad_group_id
         JOIN accounts k ON k.account_key = a.account_key CROSS JOIN nothing e GROUP BY 1
     ), had AS (
       SELECT m.ad_person_id, g.bits FROM ad_members m JOIN of_groups g ON g.ad_group_id = m.ad_group_id
       WHERE m.role = 'member'
       UNION ALL
       SELECT a.ad_person_id, set_bit(e.bits, k.place, 1) FROM ad_assignments a
         JOIN accounts k ON k.account_key = a.account_key CROSS JOIN nothing e WHERE a.ad_person_id IS NOT NULL
     ), reached AS MATERIALIZED (
       SELECT ad_person_id, bit_count(bit_or(bits))::integer AS accounts FROM had GROUP BY 1
     ), joined AS MATERIALIZED (
       SELECT m.ad_person_id, count(DISTINCT w.ad_group_id)::integer AS groups
       FROM ad_members m JOIN within w ON w.inner_id = m.ad_group_id WHERE m.role = 'member' GROUP BY 1
     ), counted AS MATERIALIZED (
       SELECT p.id, coalesce(j.groups, 0) AS group_count, coalesce(r.accounts, 0) AS account_count
       FROM ad_people p LEFT JOIN joined j ON j.ad_person_id = p.id LEFT JOIN reached r ON r.ad_person_id = p.id
     )
     UPDATE ad_people p SET group_count = t.group_count, account_count = t.account_count,
       updated_at = now(), lock_version = p.lock_version + 1
     FROM counted t WHERE t.id = p.id
       AND ROW(p.group_count, p.account_count) IS DISTINCT FROM ROW(t.group_count, t.account_count)`,
  );
  return rowCount ?? 0;
}

async function summarizeSets(tx: PoolClient): Promise<number> {
  const { rowCount } = await tx.query(
    `WITH counted AS MATERIALIZED (
       SELECT s.id, count(DISTINCT a.ad_group_id)::integer AS group_count,
         count(DISTINCT a.account_key)::integer AS account_count
       FROM ad_permission_sets s LEFT JOIN ad_assignments a ON a.ad_permission_set_id = s.id GROUP BY 1
     )
     UPDATE ad_permission_sets s SET group_count = t.group_count, account_count = t.account_count,
       updated_at = now(), lock_version = s.lock_version + 1
     FROM counted t WHERE t.id = s.id
       AND ROW(s.group_count, s.account_count) IS DISTINCT FROM ROW(t.group_count, t.account_count)`,
  );
  return rowCount ?? 0;
}
