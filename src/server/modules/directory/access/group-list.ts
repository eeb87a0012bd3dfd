import { Readable } from 'node:stream';
import { NAMES_SHOWN } from '#resources/ad-groups.ts';
import { instantText } from '#server/platform/database/instant-text.ts';
import { LongWork } from '#server/platform/database/limits.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Groups are read so many at a time, or fewer where they have more members than this together. */
const MOST_GROUPS = 250;
const MOST_MEMBERS = 4000;

interface Chosen {
  id: number;
  members: number;
}

/** The chosen groups, in their order. */
export interface ChosenGroups {
  ids: readonly number[];
  /** The members of the answer beside the groups, as JSON. */
  meta: string;
}

/**
 * Groups as JSON: `{ data: [...], meta }`. They follow a portion at a time, each of which PostgreSQL writes; no connection is held
 * meanwhile.
 * @param isBrief of the members of a group only the first are listed
 */
export async function answerGroups(
  db: Database,
  { ids, meta }: ChosenGroups,
  isBrief: boolean,
): Promise<Readable> {
  const work = new LongWork();
  const chosen = isBrief ? ids.map((id) => ({ id, members: NAMES_SHOWN })) : await sized(db, ids, work);
  return Readable.from(written(db, { portions: portionsOf(chosen), isBrief }, work, meta), {
    objectMode: false,
  });
}

/** How many names the answer has of each group. */
async function sized(db: Database, ids: readonly number[], work: LongWork): Promise<Chosen[]> {
  const { rows } = await work.run(() =>
    db.query<Chosen>(
      `SELECT g.id, g.member_count + jsonb_array_length(g.cloud_parents) AS members
       FROM unnest($1::integer[]) WITH ORDINALITY x (id, place) JOIN ad_groups g ON g.id = x.id ORDER BY x.place`,
      [ids],
    ),
  );
  return rows;
}

/** Ids in portions of about the same size. */
function portionsOf(groups: readonly Chosen[]): number[][] {
  const portions: number[][] = [];
  let held = 0;
  for (const { id, members } of groups) {
    const last = portions.at(-1);
    held += members;
    if (last && last.length < MOST_GROUPS && held <= MOST_MEMBERS) last.push(id);
    else {
      portions.push([id]);
      held = members;
    }
  }
  return portions;
}

async function* written(
  db: Database,
  { portions, isBrief }: { portions: readonly number[][]; isBrief: boolean },
  work: LongWork,
  meta: string,
): AsyncGenerator<string> {
  let isFirst = true;
  yield '{"data":[';
  for (const ids of portions) {
    const { rows } = await work.run(() =>
      db.query<{ rows: string | null }>({
        name: 'ad groups with members',
        text: GROUPS,
        values: [ids, isBrief],
      }),
    );
    const text = rows[0]?.rows;
    // They were removed meanwhile.
    if (!text) continue;
    yield isFirst ? text : `,${text}`;
    isFirst = false;
  }
  yield `],"meta":${meta}}`;
}

/** Groups by their ids, in that order. Who is in a nested group is in the group around it, and has what that one has; what it has itself comes first. */
const GROUPS = `WITH RECURSIVE given AS MATERIALIZED (
    SELECT id, place FROM unnest($1::integer[]) WITH ORDINALITY x (id, place)
  ), within (root, id) AS (
    SELECT id, id FROM given WHERE NOT $2::boolean
    UNION SELECT w.root, n.child_id FROM within w JOIN ad_nested_groups n ON n.ad_group_id = w.id
  ), outward (root, id) AS (
    SELECT g.id, n.ad_group_id FROM given g JOIN ad_nested_groups n ON n.child_id = g.id
    UNION SELECT a.root, n.ad_group_id FROM outward a JOIN ad_nested_groups n ON n.child_id = a.id
  ), around AS MATERIALIZED (
    SELECT id AS root, id, true AS own FROM given
    UNION ALL SELECT root, id, false FROM outward WHERE root <> id
  ), members AS MATERIALIZED (
    SELECT m.root, json_agg(json_build_object('name', p.name) ORDER BY lower(p.name), p.id) AS names
    FROM (SELECT DISTINCT w.root, m.ad_person_id FROM within w
        JOIN ad_members m ON m.ad_group_id = w.id AND m.role = 'member') m
      JOIN ad_people p ON p.id = m.ad_person_id GROUP BY 1
  ), owners AS MATERIALIZED (
    SELECT a.id AS root, json_agg(json_build_object('name', p.name) ORDER BY lower(p.name), p.id) AS names
    FROM given a JOIN ad_members m ON m.ad_group_id = a.id AND m.role = 'owner'
      JOIN ad_people p ON p.id = m.ad_person_id GROUP BY 1
  ), had AS MATERIALIZED (
    SELECT a.root, x.account_key, min(x.account) AS account, s.id AS set_id, s.name AS set_name, s.provider_type,
      bool_or(a.own) AS own
    FROM around a JOIN ad_assignments x ON x.ad_group_id = a.id JOIN ad_permission_sets s ON s.id = x.ad_permission_set_id
    GROUP BY a.root, x.account_key, s.id
  ), parents AS MATERIALIZED (
    SELECT k.root, json_agg(json_build_object('name', coalesce(c.name, k.account), 'id', c.id)
      ORDER BY lower(coalesce(c.name, k.account)), k.account_key) AS names
    FROM (SELECT root, account_key, min(account) AS account FROM had GROUP BY 1, 2) k
      LEFT JOIN cloud_parents c ON lower(btrim(c.identifier)) = k.account_key GROUP BY 1
  ), sets AS MATERIALIZED (
    SELECT k.root, (array_agg(k.set_id ORDER BY k.own DESC, lower(k.set_name), k.set_id))[1] AS first,
      json_agg(json_build_object('id', k.set_id, 'name', k.set_name) ORDER BY lower(k.set_name), k.set_id) AS names
    FROM (SELECT root, set_id, set_name, bool_or(own) AS own FROM had GROUP BY root, set_id, set_name) k GROUP BY 1
  ), projects AS MATERIALIZED (
    SELECT k.root, json_object_agg(k.account, k.first ORDER BY k.account) AS mappings
    FROM (SELECT root, min(account) AS account, (array_agg(set_id ORDER BY own DESC, lower(set_name), set_id))[1] AS first
      FROM had WHERE provider_type = 'GcpCloudParent' GROUP BY root, account_key) k GROUP BY 1
  )
  SELECT string_agg(row_to_json(r)::text, ',') AS rows FROM (
    SELECT g.id, g.external_id, g.name, g.description, g.email, g.cloud, g.dormant, g.pim, g.dynamic, g.synced_elsewhere,
      g.member_count, g.nested_group_count,
      CASE WHEN $2::boolean THEN g.first_members::json ELSE coalesce(m.names, '[]') END AS members,
      coalesce(o.names, '[]') AS owners, coalesce(p.names, '[]') AS cloud_parents,
      s.first AS ad_permission_set_id, coalesce(s.names, '[]') AS permission_sets,
      coalesce(j.mappings, '{}') AS gcp_ad_permission_set_mappings,
      ${instantText('g.created_at')} AS created_at, ${instantText('g.updated_at')} AS updated_at, g.lock_version
    FROM given a JOIN ad_groups g ON g.id = a.id LEFT JOIN members m ON m.root = a.id
      LEFT JOIN owners o ON o.root = a.id LEFT JOIN parents p ON p.root = a.id
      LEFT JOIN sets s ON s.root = a.id LEFT JOIN projects j ON j.root = a.id
    ORDER BY a.place
  ) r`;
