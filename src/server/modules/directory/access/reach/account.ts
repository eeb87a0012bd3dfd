import type { AnswerOf } from '#calls/call.ts';
import type {
  AccountGrant,
  AccountName,
  grantsInAccount,
  GroupName,
  ListQuery,
  PersonName,
  reachOfAccount,
} from '#calls/reach.ts';
import type { Database } from '#server/platform/database/database.ts';
import { limitOf } from '#server/platform/http/query.ts';
import type { Made } from '#server/platform/http/door.ts';
import { among, contains, edgesAmong, inward, namesAmong, outward, personJson, READ_AT } from '../sql.ts';
import { chainOf, namesOf, nearest, wayBack, waysInto, type Edge, type Ways } from './chains.ts';

/** A group or a person of a page with a permission set in the account. */
interface Way {
  permission_set: AccountGrant['permission_set'];
  group: number | null;
  person: number | null;
}

interface FoundAccess {
  account: AccountName | null;
  ways: Way[];
  total: number;
  people: PersonName[];
  /** Of the people of the page: in which groups they are themselves. */
  places: (readonly [person: number, groups: number[]])[];
  edges: Edge[];
  names: GroupName[];
  read_at: string | null;
}

/** An account by its record, and everything that is granted in it. */
const GRANTED = `parent AS MATERIALIZED (
    SELECT *, lower(btrim(identifier)) AS key FROM cloud_parents WHERE id = $1
  ), granted AS MATERIALIZED (
    SELECT a.* FROM ad_assignments a JOIN parent p ON p.key = a.account_key
  )`;

/** `met` are those of the groups that lead into it in which people of the page are, at any depth. */
const ACCESS = (limit: string) => `WITH RECURSIVE ${GRANTED}, counted AS MATERIALIZED (
    SELECT * FROM granted WHERE ($3::integer IS NULL OR ad_permission_set_id = $3)
      AND ($4::integer IS NULL OR ad_group_id = $4)
  ), ${inward('within', 'SELECT ad_group_id FROM counted WHERE ad_group_id IS NOT NULL')}, who AS MATERIALIZED (
    SELECT ad_person_id FROM ad_members WHERE role = 'member' AND ad_group_id ${among('within')}
    UNION SELECT ad_person_id FROM counted WHERE ad_person_id IS NOT NULL
  ), matching AS MATERIALIZED (
    SELECT p.id, lower(p.name) AS name FROM who w JOIN ad_people p ON p.id = w.ad_person_id
    WHERE ${contains('$2', 'p.name', 'p.email', 'p.user_principal_name')}
  ), page AS MATERIALIZED (SELECT * FROM matching ORDER BY name, id ${limit}
  ), placed AS MATERIALIZED (
    SELECT m.ad_person_id, m.ad_group_id FROM page p JOIN ad_members m ON m.ad_person_id = p.id AND m.role = 'member'
    WHERE m.ad_group_id ${among('within')}
  ), ${outward('around', 'SELECT ad_group_id FROM placed')}, met AS MATERIALIZED (
    SELECT id FROM around INTERSECT SELECT id FROM within
  )
  SELECT (SELECT json_build_object('identifier', p.identifier, 'id', p.id, 'name', p.name, 'provider_type',
      p.provider_type, 'environment', p.environment, 'terminated', p.terminated) FROM parent p) AS account,
    (SELECT coalesce(json_agg(json_build_object('permission_set', json_build_object('id', s.id, 'name', s.name),
        'group', g.id, 'person', a.ad_person_id)
        ORDER BY lower(s.name), s.id, g.id IS NULL, lower(g.name), g.id), '[]')
      FROM counted a JOIN ad_permission_sets s ON s.id = a.ad_permission_set_id LEFT JOIN ad_groups g ON g.id = a.ad_group_id
      WHERE a.ad_group_id ${among('met')} OR a.ad_person_id ${among('page')}) AS ways,
    (SELECT count(*)::integer FROM matching) AS total,
    (SELECT coalesce(json_agg(${personJson('p')} ORDER BY lower(p.name), p.id), '[]')
      FROM ad_people p WHERE p.id ${among('page')}) AS people,
    (SELECT coalesce(json_agg(json_build_array(x.ad_person_id, x.groups)), '[]') FROM (
      SELECT ad_person_id, json_agg(ad_group_id) AS groups FROM placed GROUP BY 1) x) AS places,
    ${edgesAmong('met')} AS edges, ${namesAmong('met')} AS names, ${READ_AT} AS read_at`;

/** A page of all who reach an account, and how. Null: there is no such account. */
export async function accountAccess(
  db: Database,
  id: number,
  { q, by_permission_set: set, by_group: by, ...page }: Made<typeof reachOfAccount>['query'],
): Promise<AnswerOf<typeof reachOfAccount> | null> {
  const { rows } = await db.query<FoundAccess>(ACCESS(limitOf(page)), [id, q, set ?? null, by ?? null]);
  const [found] = rows;
  if (!found?.account) return null;
  const { account, total, edges, read_at: readAt } = found;
  const names = namesOf(found.names);
  const places = new Map(found.places);
  // Each group is gone through once, however many people of the page are in it.
  const known = new Map<number, Ways>();
  const waysOf = (root: number): Ways => {
    const ways = known.get(root) ?? waysInto(root, edges);
    known.set(root, ways);
    return ways;
  };
  const reaches = ({ permission_set: set, group: given, person }: Way, who: PersonName) => {
    if (given === null) return person === who.id ? [{ permission_set: set, chain: [] }] : [];
    const ways = waysOf(given);
    const from = nearest(ways, places.get(who.id) ?? []);
    return from === undefined ? [] : [{ permission_set: set, chain: chainOf(wayBack(ways, from), names) }];
  };
  const people = found.people.map((person) => ({
    ...person,
    grants: found.ways.flatMap((way) => reaches(way, person)),
  }));
  return { data: { account, people }, meta: { total, ...page, read_at: readAt } };
}

/** A page of what groups and people have in an account, by permission set. Null: there is no such account. */
export async function accountGrants(
  db: Database,
  id: number,
  { q, ...page }: ListQuery,
): Promise<AnswerOf<typeof grantsInAccount> | null> {
  const { rows } = await db.query<{
    is_there: boolean;
    total: number;
    data: AccountGrant[];
    read_at: string | null;
  }>(
    `WITH ${GRANTED}, people AS MATERIALIZED (
       SELECT p.* FROM ad_people p WHERE p.id ${among('granted', 'ad_person_id')}
     ), groups AS MATERIALIZED (
       SELECT g.id, g.name, g.member_count FROM ad_groups g WHERE g.id ${among('granted', 'ad_group_id')}
     ), matching AS MATERIALIZED (
       SELECT s.id, lower(s.name) AS name, a.ad_group_id, a.ad_person_id, lower(coalesce(g.name, p.name)) AS holder
       FROM granted a JOIN ad_permission_sets s ON s.id = a.ad_permission_set_id
         LEFT JOIN groups g ON g.id = a.ad_group_id LEFT JOIN people p ON p.id = a.ad_person_id
       WHERE ${contains('$2', 's.name', 'g.name', 'p.name', 'p.email', 'p.user_principal_name')}
     ), page AS MATERIALIZED (
       SELECT *, row_number() OVER (ORDER BY name, id, ad_group_id IS NULL, holder, ad_group_id, ad_person_id) AS place
       FROM matching ORDER BY place ${limitOf(page)}
     )
     SELECT EXISTS (SELECT FROM parent) AS is_there, (SELECT count(*)::integer FROM matching) AS total,
       (SELECT coalesce(json_agg(json_build_object('permission_set', json_build_object('id', s.id, 'name', s.name),
           'group', CASE WHEN g.id IS NOT NULL THEN
             json_build_object('id', g.id, 'name', g.name, 'people', g.member_count) END,
           'person', CASE WHEN p.id IS NOT NULL THEN ${personJson('p')} END) ORDER BY x.place), '[]')
         FROM page x JOIN ad_permission_sets s ON s.id = x.id LEFT JOIN groups g ON g.id = x.ad_group_id
           LEFT JOIN people p ON p.id = x.ad_person_id) AS data, ${READ_AT} AS read_at`,
    [id, q],
  );
  const [found] = rows;
  if (!found?.is_there) return null;
  return { data: found.data, meta: { total: found.total, ...page, read_at: found.read_at } };
}
