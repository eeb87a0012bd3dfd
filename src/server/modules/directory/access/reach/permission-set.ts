import type { AnswerOf } from '#calls/call.ts';
import { MOST_ACCOUNTS, type holdersOfSet, type ListQuery, type PermissionSetAccess } from '#calls/reach.ts';
import type { Database } from '#server/platform/database/database.ts';
import { limitOf } from '#server/platform/http/query.ts';
import { accountJson, among, accountOrder, contains, namedAccounts, personJson, READ_AT } from '../sql.ts';

/** A page of who has a permission set and in which accounts: groups first, each by name. */
export async function permissionSetAccess(
  db: Database,
  id: number,
  { q, ...page }: ListQuery,
): Promise<AnswerOf<typeof holdersOfSet> | null> {
  const { rows } = await db.query<{
    is_there: boolean;
    total: number;
    data: PermissionSetAccess[];
    read_at: string | null;
  }>(
    `WITH holders AS MATERIALIZED (
       SELECT a.ad_group_id, a.ad_person_id, count(*)::integer AS accounts FROM ad_assignments a
       WHERE a.ad_permission_set_id = $1 GROUP BY 1, 2
     ), people AS MATERIALIZED (
       SELECT p.* FROM ad_people p WHERE p.id ${among('holders', 'ad_person_id')}
     ), groups AS MATERIALIZED (
       SELECT g.id, g.name, g.member_count FROM ad_groups g WHERE g.id ${among('holders', 'ad_group_id')}
     ), matching AS MATERIALIZED (
       SELECT h.*, g.name AS group_name, g.member_count, coalesce(g.name, p.name) AS name,
         CASE WHEN p.id IS NOT NULL THEN ${personJson('p')} END AS person
       FROM holders h LEFT JOIN groups g ON g.id = h.ad_group_id LEFT JOIN people p ON p.id = h.ad_person_id
       WHERE ${contains('$2', 'g.name', 'p.name', 'p.email')}
     ), page AS MATERIALIZED (
       SELECT * FROM matching ORDER BY ad_group_id IS NULL, lower(name), coalesce(ad_group_id, ad_person_id) ${limitOf(page)}
     )
     SELECT EXISTS (SELECT FROM ad_permission_sets WHERE id = $1) AS is_there,
       (SELECT count(*)::integer FROM matching) AS total, ${READ_AT} AS read_at,
       (SELECT coalesce(json_agg(json_build_object(
           'group', CASE WHEN h.ad_group_id IS NOT NULL THEN
             json_build_object('id', h.ad_group_id, 'name', h.group_name, 'people', h.member_count) END,
           'person', h.person, 'account_count', h.accounts, 'accounts', (
             SELECT coalesce(json_agg(${accountJson('k')} ORDER BY ${accountOrder('k')}), '[]') FROM (
               SELECT * FROM (${namedAccounts(
                 `SELECT account_key, account, ad_permission_set_id AS set_id FROM ad_assignments a
                  WHERE a.ad_permission_set_id = $1 AND (a.ad_group_id = h.ad_group_id OR a.ad_person_id = h.ad_person_id)`,
               )}) k ORDER BY ${accountOrder('k')} LIMIT ${MOST_ACCOUNTS}) k))
           ORDER BY h.ad_group_id IS NULL, lower(h.name), coalesce(h.ad_group_id, h.ad_person_id)), '[]')
         FROM page h) AS data`,
    [id, q],
  );
  const [found] = rows;
  if (!found?.is_there) return null;
  const { data, total, read_at: readAt } = found;
  return { data, meta: { total, ...page, read_at: readAt } };
}
