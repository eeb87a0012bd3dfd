import type { AnswerOf } from '#calls/call.ts';
import type {
  GroupAccess,
  GroupMember,
  GroupName,
  ListQuery,
  MemberCounts,
  membersOfGroup,
  reachOfGroup,
} from '#calls/reach.ts';
import type { Database } from '#server/platform/database/database.ts';
import { limitOf } from '#server/platform/http/query.ts';
import type { Made } from '#server/platform/http/door.ts';
import { among, contains, edgesAmong, inward, namesAmong, outward, READ_AT } from '../sql.ts';
import { accountsSql, hadByGroups } from './accounts.ts';
import { chainOf, namesOf, nearest, wayBack, waysInto, waysOut, type Edge } from './chains.ts';

interface FoundMembers {
  is_there: boolean;
  total: number;
  counts: MemberCounts;
  members: Omit<GroupMember, 'chain'>[];
  /** Of the members of the page: in which groups they are themselves. */
  places: (readonly [person: number, groups: number[]])[];
  edges: Edge[];
  names: GroupName[];
  read_at: string | null;
}

/** A page of who and what is in a group: owners, nested groups, and people, those of nested groups included. */
export async function groupMembers(
  db: Database,
  id: number,
  { q, by_role: role, ...page }: Made<typeof membersOfGroup>['query'],
): Promise<AnswerOf<typeof membersOfGroup> | null> {
  const { rows } = await db.query<FoundMembers>(
    `WITH RECURSIVE ${inward('within', 'SELECT $1::integer')}, everybody AS MATERIALIZED (
       SELECT 1 AS rank, 'owner' AS role, p.id, p.name, p.email, p.user_principal_name AS known_as, p.enabled, p.gone
       FROM ad_members m JOIN ad_people p ON p.id = m.ad_person_id WHERE m.ad_group_id = $1 AND m.role = 'owner'
       UNION ALL
       SELECT 2, 'nested', g.id, g.name, g.email, '', true, false FROM ad_groups g
       WHERE g.id ${among('within')} AND g.id <> $1
       UNION ALL
       SELECT 3, 'member', p.id, p.name, p.email, p.user_principal_name, p.enabled, p.gone
       FROM (SELECT DISTINCT m.ad_person_id FROM ad_members m
           WHERE m.role = 'member' AND m.ad_group_id ${among('within')}) m
         JOIN ad_people p ON p.id = m.ad_person_id
     ), matching AS MATERIALIZED (
       SELECT * FROM everybody e WHERE ($2::text IS NULL OR e.role = $2)
         AND ${contains('$3', 'e.name', 'e.email', 'e.known_as')}
     ), page AS MATERIALIZED (SELECT * FROM matching ORDER BY rank, lower(name), id ${limitOf(page)}
     ), places AS (
       SELECT m.ad_person_id, json_agg(m.ad_group_id) AS groups FROM page p JOIN ad_members m
         ON m.ad_person_id = p.id AND m.role = 'member' AND m.ad_group_id ${among('within')}
       WHERE p.role = 'member' GROUP BY 1
     )
     SELECT EXISTS (SELECT FROM ad_groups WHERE id = $1) AS is_there,
       (SELECT count(*)::integer FROM matching) AS total,
       (SELECT json_build_object('member', count(*) FILTER (WHERE role = 'member'),
         'owner', count(*) FILTER (WHERE role = 'owner'), 'nested', count(*) FILTER (WHERE role = 'nested'))
         FROM everybody) AS counts,
       (SELECT coalesce(json_agg(json_build_object('role', role, 'id', id, 'name', name, 'email', email,
         'enabled', enabled, 'gone', gone) ORDER BY rank, lower(name), id), '[]') FROM page) AS members,
       (SELECT coalesce(json_agg(json_build_array(ad_person_id, groups)), '[]') FROM places) AS places,
       ${edgesAmong('within')} AS edges, ${namesAmong('within')} AS names, ${READ_AT} AS read_at`,
    [id, role, q],
  );
  const [found] = rows;
  if (!found?.is_there) return null;
  const ways = waysInto(id, found.edges);
  const names = namesOf(found.names);
  const places = new Map(found.places);
  // The way back from a group ends at this one, which everybody knows.
  const chainFrom = (group: number | undefined) =>
    group === undefined ? [] : chainOf(wayBack(ways, group).slice(0, -1), names);
  const chain = (member: Omit<GroupMember, 'chain'>) => {
    if (member.role === 'owner') return [];
    if (member.role === 'nested') return chainFrom(member.id).slice(1);
    return chainFrom(nearest(ways, places.get(member.id) ?? []));
  };
  return {
    data: found.members.map((member) => ({ ...member, chain: chain(member) })),
    meta: { total: found.total, ...page, read_at: found.read_at, counts: found.counts },
  };
}

/** Where the people of a group get, by itself and by the groups that it lies in. */
export async function groupAccess(
  db: Database,
  id: number,
  { q, ...page }: ListQuery,
): Promise<AnswerOf<typeof reachOfGroup> | null> {
  const around = outward('around', 'SELECT $1::integer');
  const { rows } = await db.query<{ edges: Edge[]; names: GroupName[]; read_at: string | null }>({
    name: 'groups around a group',
    text: `WITH RECURSIVE ${around} SELECT ${edgesAmong('around')} AS edges, ${namesAmong('around')} AS names,
      ${READ_AT} AS read_at`,
    values: [id],
  });
  const { edges = [], names: named = [], read_at: readAt = null } = rows[0] ?? {};
  const group = named.find((one) => one.id === id);
  if (!group) return null;
  const reached = await db.query<{ total: number; accounts: GroupAccess['accounts'] }>(
    `WITH RECURSIVE ${around}, ${accountsSql(hadByGroups('around'), '$2', page, false)}`,
    [id, q],
  );
  const { total = 0, accounts = [] } = reached.rows[0] ?? {};
  const names = namesOf(named);
  const ways = waysOut([id], edges);
  const parents = named
    .filter((one) => one.id !== id)
    .map((one) => ({ chain: chainOf(wayBack(ways, one.id).toReversed().slice(1), names) }));
  return { data: { group, parents, accounts }, meta: { total, ...page, read_at: readAt } };
}
