import type { AnswerOf } from '#calls/call.ts';
import type { ListQuery, PersonAccess, PersonName, reachOfPerson } from '#calls/reach.ts';
import type { Database } from '#server/platform/database/database.ts';
import { among, outward, edgesAmong, personJson, READ_AT } from '../sql.ts';
import { accountsSql, hadByGroups } from './accounts.ts';
import { chainOf, namesOf, wayBack, waysOut, type Edge } from './chains.ts';

type Group = Omit<PersonAccess['groups'][number], 'chain'> & { direct: boolean };

const JOINED = `SELECT ad_group_id FROM ad_members WHERE ad_person_id = $1 AND role = 'member'`;
const MINE = (role: string) =>
  `EXISTS (SELECT FROM ad_members m WHERE m.ad_group_id = g.id AND m.ad_person_id = $1 AND m.role = '${role}')`;

const GROUPS = `WITH RECURSIVE ${outward('reached', JOINED)}
  SELECT (SELECT ${personJson('p')} FROM ad_people p WHERE p.id = $1) AS person,
    (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'cloud', g.cloud, 'dormant', g.dormant,
        'pim', g.pim, 'member', g.id ${among('reached')}, 'owner', ${MINE('owner')}, 'direct', ${MINE('member')})
        ORDER BY lower(g.name), g.id), '[]')
      FROM ad_groups g WHERE g.id = ANY (ARRAY(SELECT id FROM reached UNION
        SELECT ad_group_id FROM ad_members WHERE ad_person_id = $1 AND role = 'owner'))) AS groups,
    ${edgesAmong('reached')} AS edges, ${READ_AT} AS read_at`;

/** Every group that somebody is in or owns, and a page of the accounts that they reach. Null: there is no such person. */
export async function personAccess(
  db: Database,
  id: number,
  { q, ...page }: ListQuery,
): Promise<AnswerOf<typeof reachOfPerson> | null> {
  const { rows } = await db.query<{
    person: PersonName | null;
    groups: Group[];
    edges: Edge[];
    read_at: string | null;
  }>({ name: 'groups of a person', text: GROUPS, values: [id] });
  const [found] = rows;
  if (!found?.person) return null;
  const had = `${hadByGroups('reached')} UNION ALL
    SELECT account_key, account, ad_permission_set_id, NULL FROM ad_assignments WHERE ad_person_id = $1`;
  const reached = await db.query<{ total: number; accounts: PersonAccess['accounts'] }>(
    `WITH RECURSIVE ${outward('reached', JOINED)}, ${accountsSql(had, '$2', page, true)}`,
    [id, q],
  );
  const { total = 0, accounts = [] } = reached.rows[0] ?? {};
  const names = namesOf(found.groups);
  const ways = waysOut(
    found.groups.filter(({ direct }) => direct).map((group) => group.id),
    found.edges,
  );
  const groups = found.groups.map(({ direct: _direct, ...group }) => ({
    ...group,
    chain: chainOf(wayBack(ways, group.id).toReversed(), names),
  }));
  return {
    data: { person: found.person, groups, accounts },
    meta: { total, ...page, read_at: found.read_at },
  };
}
