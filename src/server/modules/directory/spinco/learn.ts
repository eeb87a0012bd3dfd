import type { PoolClient } from 'pg';
import { holdSnapshot } from '../hold-snapshot.ts';
import type { Deed } from './changes.ts';

const KNOWN = `group_meant AS (SELECT id, name FROM ad_groups WHERE lower(btrim(external_id)) = lower(btrim($1))),
  people AS (
    SELECT id, name, email FROM ad_people
    WHERE lower(btrim(external_id)) IN (SELECT lower(btrim(e)) FROM unnest($2::text[]) e))`;

const CHANGED: Record<Deed, string> = {
  add: `INSERT INTO ad_members (ad_group_id, ad_person_id, role)
    SELECT g.id, p.id, 'member' FROM group_meant g, people p ON CONFLICT DO NOTHING RETURNING ad_person_id`,
  remove: `DELETE FROM ad_members m USING group_meant g, people p
    WHERE m.ad_group_id = g.id AND m.role = 'member' AND m.ad_person_id = p.id RETURNING m.ad_person_id`,
};

/**
 * Has what was read of the directory say who is in a group now, and since when, so that nobody waits for the next
 * reading. People that it does not know yet come with the next reading; counts are summed up once at the end.
 * @param group the object id
 * @param people their object ids
 */
export async function learnMembers(
  tx: PoolClient,
  deed: Deed,
  group: string,
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return;
  await holdSnapshot(tx);
  await tx.query(
    `WITH ${KNOWN}, changed AS (${CHANGED[deed]})
     INSERT INTO ad_membership_changes (noticed_at, group_name, ad_group_id, change, role, who, email)
     SELECT now(), g.name, g.id, $3, 'member', p.name, p.email
     FROM changed c JOIN people p ON p.id = c.ad_person_id, group_meant g`,
    [group, people, deed === 'add' ? 'joined' : 'left'],
  );
}
