import type { PoolClient } from 'pg';
import { type Losses, NAMED_LOSSES } from './losses.ts';

/** How many memberships a reading has changed. */
export interface MembersApplied {
  joined: number;
  left: number;
}

/** The members that were read, with earlier ones whom nobody knew yet; of those read again the last reading counts. */
const LISTED = `SELECT group_id, role, member_id FROM ad_read_members WHERE NOT removed
  UNION SELECT u.group_id, u.role, u.member_id FROM ad_unknown_members u
  WHERE NOT $1::boolean AND NOT EXISTS (SELECT FROM ad_read_members r
    WHERE r.group_id = u.group_id AND r.role = u.role AND r.member_id = u.member_id)`;

/** Everybody who is in a group of the snapshot, by the ids of the directory. */
const THERE = `SELECT g.id AS ad_group_id, m.role, m.ad_person_id AS other_id, lower(btrim(g.external_id)) AS group_id,
    m.role AS listed_role, lower(btrim(p.external_id)) AS member_id
  FROM ad_members m JOIN ad_groups g ON g.id = m.ad_group_id JOIN ad_people p ON p.id = m.ad_person_id
  UNION ALL
  SELECT g.id, 'nested', n.child_id, lower(btrim(g.external_id)), 'member', lower(btrim(c.external_id))
  FROM ad_nested_groups n JOIN ad_groups g ON g.id = n.ad_group_id JOIN ad_groups c ON c.id = n.child_id`;

/**
 * Works out who joined and who left, for the statements that follow in this transaction. The groups that are gone are found
 * already, and those that are new are there.
 */
export async function compareMembers(tx: PoolClient, whole: boolean): Promise<Losses> {
  await tx.query(
    `CREATE TEMPORARY TABLE ad_differences (ad_group_id integer NOT NULL, role text NOT NULL, other_id integer NOT NULL,
       joined boolean NOT NULL) ON COMMIT DROP`,
  );
  await tx.query(
    `INSERT INTO ad_differences
     WITH listed AS MATERIALIZED (${LISTED}), known AS MATERIALIZED (
       SELECT g.id AS ad_group_id, t.role, p.id AS other_id FROM listed t
         JOIN ad_groups g ON lower(btrim(g.external_id)) = t.group_id
         JOIN ad_people p ON lower(btrim(p.external_id)) = t.member_id
       UNION ALL
       SELECT g.id, 'nested', c.id FROM listed t
         JOIN ad_groups g ON lower(btrim(g.external_id)) = t.group_id
         JOIN ad_groups c ON lower(btrim(c.external_id)) = t.member_id
       WHERE t.role = 'member' AND NOT EXISTS (SELECT FROM ad_gone_groups o WHERE o.id = c.id)
     )
     SELECT k.ad_group_id, k.role, k.other_id, true FROM known k
     WHERE NOT EXISTS (SELECT FROM ad_members m WHERE k.role <> 'nested'
         AND m.ad_group_id = k.ad_group_id AND m.role = k.role AND m.ad_person_id = k.other_id)
       AND NOT EXISTS (SELECT FROM ad_nested_groups n WHERE k.role = 'nested'
         AND n.ad_group_id = k.ad_group_id AND n.child_id = k.other_id)
       AND NOT EXISTS (SELECT FROM ad_gone_groups o WHERE o.id = k.ad_group_id)`,
    [whole],
  );
  const { rowCount: lost } = await tx.query(
    `INSERT INTO ad_differences
     SELECT t.ad_group_id, t.role, t.other_id, false FROM (${THERE}) t
     WHERE NOT EXISTS (SELECT FROM ad_gone_groups o WHERE o.id = t.ad_group_id) AND (
       $1::boolean AND NOT EXISTS (SELECT FROM ad_read_members r WHERE r.group_id = t.group_id
         AND r.role = t.listed_role AND r.member_id = t.member_id AND NOT r.removed)
       OR EXISTS (SELECT FROM ad_read_members r WHERE r.group_id = t.group_id
         AND r.role = t.listed_role AND r.member_id = t.member_id AND r.removed)
       OR t.role = 'nested' AND EXISTS (SELECT FROM ad_gone_groups o WHERE o.id = t.other_id))`,
    [whole],
  );
  const { rows } = await tx.query<Pick<Losses, 'there' | 'names'>>(
    `SELECT ((SELECT count(*) FROM ad_members) + (SELECT count(*) FROM ad_nested_groups))::integer AS there,
       ARRAY(SELECT g.name FROM ad_differences d JOIN ad_groups g ON g.id = d.ad_group_id WHERE NOT d.joined
         GROUP BY g.id ORDER BY count(*) DESC, lower(g.name) LIMIT ${NAMED_LOSSES}) AS names`,
  );
  return { there: 0, names: [], ...rows[0], lost: lost ?? 0 };
}

/** Applies the differences to the snapshot, and keeps them as changes. */
export async function applyMembers(
  tx: PoolClient,
  whole: boolean,
  keepsChanges: boolean,
): Promise<MembersApplied> {
  const { rows } = await tx.query<MembersApplied>(
    `SELECT (count(*) FILTER (WHERE joined))::integer AS joined, (count(*) FILTER (WHERE NOT joined))::integer AS left
     FROM ad_differences`,
  );
  const { joined = 0, left = 0 } = rows[0] ?? {};
  if (keepsChanges && joined + left > 0)
    await tx.query(
      `INSERT INTO ad_membership_changes (noticed_at, group_name, ad_group_id, change, role, who, email)
       SELECT now(), g.name, g.id, CASE WHEN d.joined THEN 'joined' ELSE 'left' END, d.role,
         coalesce(p.name, c.name), coalesce(p.email, p.user_principal_name)
       FROM ad_differences d JOIN ad_groups g ON g.id = d.ad_group_id
         LEFT JOIN ad_people p ON d.role <> 'nested' AND p.id = d.other_id
         LEFT JOIN ad_groups c ON d.role = 'nested' AND c.id = d.other_id
       ORDER BY lower(g.name), g.id, d.joined, d.role, lower(coalesce(p.name, c.name))`,
    );
  await tx.query(
    `DELETE FROM ad_members m USING ad_differences d WHERE NOT d.joined AND d.role = m.role
       AND d.ad_group_id = m.ad_group_id AND d.other_id = m.ad_person_id`,
  );
  await tx.query(
    `DELETE FROM ad_nested_groups n USING ad_differences d WHERE NOT d.joined AND d.role = 'nested'
       AND d.ad_group_id = n.ad_group_id AND d.other_id = n.child_id`,
  );
  await tx.query(
    `INSERT INTO ad_members (ad_group_id, ad_person_id, role)
     SELECT ad_group_id, other_id, role FROM ad_differences WHERE joined AND role <> 'nested'
     ON CONFLICT DO NOTHING`,
  );
  await tx.query(
    `INSERT INTO ad_nested_groups (ad_group_id, child_id)
     SELECT ad_group_id, other_id FROM ad_differences WHERE joined AND role = 'nested' ON CONFLICT DO NOTHING`,
  );
  await keepUnknown(tx, whole);
  return { joined, left };
}

/** Keeps who is in a group and is not known yet; forgets those who are, who left, and whose group is no more. */
async function keepUnknown(tx: PoolClient, whole: boolean): Promise<void> {
  await tx.query(
    `DELETE FROM ad_unknown_members u WHERE $1::boolean
       OR EXISTS (SELECT FROM ad_people p WHERE lower(btrim(p.external_id)) = u.member_id)
       OR EXISTS (SELECT FROM ad_groups g WHERE lower(btrim(g.external_id)) = u.member_id)
       OR EXISTS (SELECT FROM ad_read_members r WHERE r.removed AND r.group_id = u.group_id AND r.role = u.role
         AND r.member_id = u.member_id)
       OR EXISTS (SELECT FROM ad_read_groups r WHERE r.gone AND r.external_id = u.group_id)`,
    [whole],
  );
  await tx.query(
    `INSERT INTO ad_unknown_members (group_id, role, member_id)
     SELECT r.group_id, r.role, r.member_id FROM ad_read_members r
     WHERE NOT r.removed AND r.kind <> 'other'
       AND NOT EXISTS (SELECT FROM ad_people p WHERE lower(btrim(p.external_id)) = r.member_id)
       AND NOT EXISTS (SELECT FROM ad_groups g WHERE lower(btrim(g.external_id)) = r.member_id)
     ON CONFLICT DO NOTHING`,
  );
}
