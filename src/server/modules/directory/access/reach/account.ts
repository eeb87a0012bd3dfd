import type { AccountAccess, AccountName, GroupName, PersonName } from '#kernel/directory-access.ts';
import type { Database } from '#server/platform/database/database.ts';
import { limitOf } from '#server/platform/http/query.ts';
import { contains, edgesAmong, inward, namesAmong, personJson, READ_AT } from '../sql.ts';
import type { Asked, Told } from './asked.ts';
import { chainOf, namesOf, nearest, wayBack, waysInto, type Edge, type Ways } from './chains.ts';

/** What of an account's access is asked for: all, or by one permission set or one group that has it there. */
export interface AskedAccount extends Asked {
  permissionSet: number | null;
  group: number | null;
}

type Grant = AccountAccess['grants'][number];

interface FoundAccess {
  account: AccountName | null;
  grants: Grant[];
  total: number;
  people: PersonName[];
  /** Of the people of the page: in which groups they are themselves, and which permission sets they have themselves. */
  places: (readonly [person: number, groups: number[]])[];
  edges: Edge[];
  names: GroupName[];
  read_at: string | null;
}

const ACCESS = (limit: string) => `WITH RECURSIVE parent AS MATERIALIZED (
    SELECT *, lower(btrim(identifier)) AS key FROM cloud_parents WHERE id = $1
  ), granted AS MATERIALIZED (
    SELECT a.* FROM ad_assignments a JOIN parent p ON p.key = a.account_key
  ), counted AS MATERIALIZED (
    SELECT * FROM granted WHERE ($3::integer IS NULL OR ad_permission_set_id = $3)
      AND ($4::integer IS NULL OR ad_group_id = $4)
  ), ${inward('within', 'SELECT ad_group_id FROM counted WHERE ad_group_id IS NOT NULL')}, who AS MATERIALIZED (
    SELECT m.ad_person_id FROM within w JOIN ad_members m ON m.ad_group_id = w.id AND m.role = 'member'
    UNION SELECT ad_person_id FROM counted WHERE ad_person_id IS NOT NULL
  ), matching AS MATERIALIZED (
    SELECT p.* FROM who w JOIN ad_people p ON p.id = w.ad_person_id
    WHERE ${contains('$2', 'p.name', 'p.email', 'p.user_principal_name')}
  ), page AS MATERIALIZED (SELECT * FROM matching ORDER BY lower(name), id ${limit}
  ), places AS (
    SELECT m.ad_person_id, json_agg(m.ad_group_id) AS groups FROM page p JOIN ad_members m
      ON m.ad_person_id = p.id AND m.role = 'member' AND m.ad_group_id IN (SELECT id FROM within) GROUP BY 1
  )
  SELECT (SELECT json_build_object('identifier', p.identifier, 'id', p.id, 'name', p.name, 'provider_type',
      p.provider_type, 'environment', p.environment, 'terminated', p.terminated) FROM parent p) AS account,
    (SELECT coalesce(json_agg(json_build_object('permission_set', json_build_object('id', s.id, 'name', s.name),
        'group', CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'name', g.name, 'people', g.member_count) END,
        'person', CASE WHEN p.id IS NOT NULL THEN ${personJson('p')} END)
        ORDER BY lower(s.name), s.id, g.id IS NULL, lower(coalesce(g.name, p.name)), coalesce(g.id, p.id)), '[]')
      FROM granted a JOIN ad_permission_sets s ON s.id = a.ad_permission_set_id
        LEFT JOIN ad_groups g ON g.id = a.ad_group_id LEFT JOIN ad_people p ON p.id = a.ad_person_id) AS grants,
    (SELECT count(*)::integer FROM matching) AS total,
    (SELECT coalesce(json_agg(${personJson('p')} ORDER BY lower(p.name), p.id), '[]') FROM page p) AS people,
    (SELECT coalesce(json_agg(json_build_array(ad_person_id, groups)), '[]') FROM places) AS places,
    ${edgesAmong('within')} AS edges, ${namesAmong('within')} AS names, ${READ_AT} AS read_at`;

/** Which groups and people have what in an account, and a page of all who reach it by that. */
export async function accountAccess(
  db: Database,
  id: number,
  { page, q, permissionSet, group }: AskedAccount,
): Promise<Told<AccountAccess> | null> {
  const { rows } = await db.query<FoundAccess>(ACCESS(limitOf(page)), [id, q, permissionSet, group]);
  const [found] = rows;
  if (!found?.account) return null;
  const { account, grants, total, edges, read_at: readAt } = found;
  const names = namesOf(found.names);
  const places = new Map(found.places);
  const counted = grants.filter(
    (grant) =>
      (permissionSet === null || grant.permission_set.id === permissionSet) &&
      (group === null || grant.group?.id === group),
  );
  // Each group is gone through once, however many people of the page are in it.
  const known = new Map<number, Ways>();
  const waysOf = (root: number): Ways => {
    const ways = known.get(root) ?? waysInto(root, edges);
    known.set(root, ways);
    return ways;
  };
  const reaches = ({ permission_set: set, group: given, person }: Grant, who: PersonName) => {
    if (!given) return person?.id === who.id ? [{ permission_set: set, chain: [] }] : [];
    const ways = waysOf(given.id);
    const from = nearest(ways, places.get(who.id) ?? []);
    return from === undefined ? [] : [{ permission_set: set, chain: chainOf(wayBack(ways, from), names) }];
  };
  const people = found.people.map((person) => ({
    ...person,
    grants: counted.flatMap((grant) => reaches(grant, person)),
  }));
  return { data: { account, grants, people }, meta: { total, ...page, read_at: readAt } };
}
