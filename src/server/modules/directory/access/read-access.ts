import { cloudName } from '#kernel/clouds.ts';
import type { PoolClient } from 'pg';
import { holdSnapshot } from '../hold-snapshot.ts';
import type { AccessSource } from './source.ts';
import { type Losses, NAMED_LOSSES, UnbelievedLosses } from '../sync/losses.ts';
import { demandStaged, stage, type Reading } from './stage.ts';

const SETS_PART = 1 / 4;
const ASSIGNMENTS_PART = 1 / 2;

/** So many of those whom the directory does not have are named. */
const MOST_NAMED = 20;

/** The results of reading a cloud. */
export interface AccessRead {
  permissionSets: number;
  /** Of groups and people of the directory, one per account. */
  assignments: number;
  /** Groups and people who have something in the cloud, but whom the directory does not have, or has twice. */
  unknown: { total: number; names: string[] };
}

/**
 * Reads the permission sets of a cloud and who has them, and brings the snapshot to it: all of it in one
 * transaction after the last page, or nothing. Groups and people are known by the object id of the directory, or else by
 * their name or address where one alone has it. Counts and names beside groups and people follow by `summarize`.
 * @throws {ProviderFailure} what the source throws, and nothing has changed
 * @throws {Refusal} 503 where what was read is lost before it is kept, 409 where far too much would be gone
 */
export async function readAccess(
  { acceptLosses, ...reading }: Reading & { acceptLosses: boolean },
  source: AccessSource,
): Promise<AccessRead> {
  const staged = await stage(reading, source);
  return reading.db.transaction(async (tx) => {
    await holdSnapshot(tx);
    await demandStaged(tx, source, staged);
    const there = await countSets(tx, source.provider_type);
    await applySets(tx, source.provider_type);
    const { losses: ofAssignments, ...read } = await applyAssignments(tx, source.provider_type);
    const losses = new UnbelievedLosses(cloudName(source.name));
    losses.weigh('assignments', ofAssignments, ASSIGNMENTS_PART);
    losses.weigh(
      'permission sets',
      { there, ...(await removeGoneSets(tx, source.provider_type)) },
      SETS_PART,
    );
    if (!acceptLosses) losses.refuse();
    await tx.query(
      `INSERT INTO ad_sources (name, read_at) VALUES ($1, now())
       ON CONFLICT (name) DO UPDATE SET read_at = excluded.read_at`,
      [source.name],
    );
    return { permissionSets: staged.permissionSets, ...read };
  });
}

async function countSets(tx: PoolClient, cloud: string): Promise<number> {
  const { rows } = await tx.query<{ sets: number }>(
    'SELECT count(*)::integer AS sets FROM ad_permission_sets WHERE provider_type = $1',
    [cloud],
  );
  return rows[0]?.sets ?? 0;
}

/** A permission set that the cloud has no more goes, once what it led to is gone. */
async function removeGoneSets(tx: PoolClient, cloud: string): Promise<Omit<Losses, 'there'>> {
  const { rows } = await tx.query<Omit<Losses, 'there'>>(
    `WITH gone AS (
       DELETE FROM ad_permission_sets s WHERE s.provider_type = $1 AND NOT EXISTS (
         SELECT FROM ad_read_permission_sets r WHERE r.provider_type = $1 AND r.key = lower(btrim(s.arn)))
       RETURNING s.name
     )
     SELECT (SELECT count(*) FROM gone)::integer AS lost,
       ARRAY(SELECT name FROM gone ORDER BY lower(name) LIMIT ${NAMED_LOSSES}) AS names`,
    [cloud],
  );
  return rows[0] ?? { lost: 0, names: [] };
}

/** Permission sets are known again by their ARN. */
async function applySets(tx: PoolClient, cloud: string): Promise<void> {
  const facts = ['name', 'description', 'duration', 'relay', 'managed_policies', 'inline_policy'];
  const of = (row: string) => facts.map((fact) => `${row}.${fact}`).join(', ');
  await tx.query(
    `INSERT INTO ad_permission_sets AS s
       (provider_type, arn, ${facts.join(', ')}, group_count, account_count)
     SELECT $1, btrim(r.arn), ${of('r')}, 0, 0
     FROM ad_read_permission_sets r WHERE r.provider_type = $1 ORDER BY r.key
     ON CONFLICT (lower(btrim(arn))) DO UPDATE SET ${facts.map((fact) => `${fact} = excluded.${fact}`).join(', ')},
       provider_type = excluded.provider_type, updated_at = now(), lock_version = s.lock_version + 1
     WHERE ROW(${of('s')}, s.provider_type) IS DISTINCT FROM ROW(${of('excluded')}, excluded.provider_type)`,
    [cloud],
  );
}

/** The record that alone has a name or an address; null where several have it, as nobody knows which is meant. */
const onlyOne = (table: string, columns: readonly string[]) =>
  `(SELECT min(o.id) FROM ${table} o WHERE ${columns.map((column) => `lower(btrim(o.${column})) = lower(btrim(p.name))`).join(' OR ')} HAVING count(*) = 1)`;
const byObjectId = (table: string) =>
  `(SELECT o.id FROM ${table} o WHERE lower(btrim(o.external_id)) = lower(btrim(p.external_id)))`;

/** Who has something, held against the directory once for each of them, however much they have. */
const PRINCIPALS = `SELECT p.*,
    CASE WHEN p.kind = 'group' THEN coalesce(${byObjectId('ad_groups')}, ${onlyOne('ad_groups', ['name', 'email'])}) END AS ad_group_id,
    CASE WHEN p.kind = 'person' THEN coalesce(${byObjectId('ad_people')},
      ${onlyOne('ad_people', ['email', 'user_principal_name'])}) END AS ad_person_id
  FROM (SELECT DISTINCT kind, external_id, name FROM ad_read_assignments WHERE provider_type = $1) p`;

async function applyAssignments(
  tx: PoolClient,
  cloud: string,
): Promise<Omit<AccessRead, 'permissionSets'> & { losses: Losses }> {
  interface Counted extends Omit<Losses, 'names'> {
    assignments: number;
    unknown: number;
    names: string[] | null;
    losers: string[];
  }
  const { rows } = await tx.query<Counted>(
    `WITH principals AS MATERIALIZED (${PRINCIPALS}),
     wanted AS MATERIALIZED (
       SELECT DISTINCT ON (s.id, p.ad_group_id, p.ad_person_id, lower(btrim(r.account)))
         s.id AS ad_permission_set_id, p.ad_group_id, p.ad_person_id, btrim(r.account) AS account
       FROM ad_read_assignments r
         JOIN principals p ON p.kind = r.kind AND p.external_id IS NOT DISTINCT FROM r.external_id
           AND p.name IS NOT DISTINCT FROM r.name
         JOIN ad_permission_sets s ON lower(btrim(s.arn)) = r.set_key
       WHERE r.provider_type = $1 AND num_nonnulls(p.ad_group_id, p.ad_person_id) = 1
     ), gone AS (
       DELETE FROM ad_assignments a USING ad_permission_sets s
       WHERE s.id = a.ad_permission_set_id AND s.provider_type = $1 AND NOT EXISTS (
         SELECT FROM wanted w WHERE w.ad_permission_set_id = a.ad_permission_set_id
           AND lower(w.account) = a.account_key
           AND coalesce(w.ad_group_id, 0) = coalesce(a.ad_group_id, 0)
           AND coalesce(w.ad_person_id, 0) = coalesce(a.ad_person_id, 0))
       RETURNING a.ad_group_id, a.ad_person_id
     ), added AS (
       INSERT INTO ad_assignments (ad_permission_set_id, ad_group_id, ad_person_id, account)
       SELECT * FROM wanted ON CONFLICT DO NOTHING
     ), strangers AS (
       SELECT DISTINCT kind, coalesce(name, external_id, '') AS name FROM principals
       WHERE num_nonnulls(ad_group_id, ad_person_id) = 0
     )
     SELECT (SELECT count(*) FROM wanted)::integer AS assignments,
       (SELECT count(*) FROM strangers)::integer AS unknown,
       (SELECT array_agg(name) FROM (SELECT name FROM strangers ORDER BY lower(name) LIMIT ${MOST_NAMED}) s) AS names,
       (SELECT count(*) FROM ad_assignments a JOIN ad_permission_sets s ON s.id = a.ad_permission_set_id
         WHERE s.provider_type = $1)::integer AS there,
       (SELECT count(*) FROM gone)::integer AS lost,
       ARRAY(SELECT coalesce(g.name, p.name) FROM (
           SELECT ad_group_id, ad_person_id, count(*) AS lost FROM gone GROUP BY 1, 2) o
           LEFT JOIN ad_groups g ON g.id = o.ad_group_id LEFT JOIN ad_people p ON p.id = o.ad_person_id
         ORDER BY o.lost DESC, lower(coalesce(g.name, p.name)) LIMIT ${NAMED_LOSSES}) AS losers`,
    [cloud],
  );
  const { assignments = 0, unknown = 0, names, there = 0, lost = 0, losers = [] } = rows[0] ?? {};
  return {
    assignments,
    unknown: { total: unknown, names: names ?? [] },
    losses: { there, lost, names: losers },
  };
}
