import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import type { RulesVersion, RulesWanted } from '#calls/rules.ts';
import { COMMITTING_CLOUDS } from '#kernel/billing/runs.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { mistakesOfPayers, type PaidOn, type Payer } from '../../allocation/demand-payer.ts';
import { currentRules, effectiveOf, FIRST, readRulesOf, type Rules } from '../../runs/rules.ts';
import { isWaiting } from '../../runs/run-states.ts';

/** All versions of the rules, the newest first. */
export async function readVersions(db: Runner): Promise<RulesVersion[]> {
  const { rows } = await db.query<RulesVersion>({
    text: `SELECT v.version, CASE WHEN v.rules -> 'shared' ? 'cost_center_id'
         THEN (v.rules -> 'shared') || jsonb_build_object('cost_center', c.identifier) ELSE v.rules -> 'shared' END AS shared,
       (SELECT coalesce(jsonb_agg(p.kept || jsonb_build_object('cost_center', k.identifier) ORDER BY p.at), '[]')
         FROM jsonb_array_elements(v.rules -> 'places') WITH ORDINALITY AS p(kept, at)
         LEFT JOIN cost_centers k ON k.id = (p.kept ->> 'cost_center_id')::integer) AS places,
       (SELECT jsonb_object_agg(cloud, CASE WHEN v.rules -> 'commitments' ? cloud
           THEN v.rules -> 'commitments' -> cloud || jsonb_build_object('unused_cost_center', u.identifier)
           ELSE jsonb_build_object('charge', 'buyer') END)
         FROM unnest($1::text[]) AS k(cloud)
         LEFT JOIN cost_centers u ON u.id = (v.rules -> 'commitments' -> cloud ->> 'unused_cost_center_id')::integer) AS commitments,
       v.version = max(v.version) OVER () AS current,
       (SELECT count(*) FROM billing_runs r WHERE r.rules_version = v.version AND ${isWaiting('r')}) AS open_runs,
       (SELECT count(*) FROM billing_runs r WHERE r.rules_version = v.version) AS runs,
       v.created_by, v.created_at
     FROM billing_rules v LEFT JOIN cost_centers c ON c.id = (v.rules -> 'shared' ->> 'cost_center_id')::integer
     ORDER BY v.version DESC`,
    values: [COMMITTING_CLOUDS],
  });
  if (rows.length > 0) return rows;
  return [
    {
      version: 1,
      ...FIRST,
      commitments: Object.fromEntries(COMMITTING_CLOUDS.map((cloud) => [cloud, { charge: 'buyer' }])),
      current: true,
      open_runs: 0,
      runs: 0,
      created_by: 'skyledger',
      created_at: null,
    } as RulesVersion,
  ];
}

/**
 * Adds a version that runs use which begin from now on; those that are there keep theirs.
 * @returns its number
 * @throws {Refusal} 409 where the newest version has the same rules, 422 where its cost center is not there or not valid
 */
export async function addVersion(tx: PoolClient, rules: RulesWanted, by: string): Promise<number> {
  const { version, added } = await versionOf(tx, rules, by);
  if (!added) throw conflict(`Version ${version} has these rules already.`);
  return version;
}

/**
 * The newest version, where it has these rules, else a new one that has.
 * @throws {Refusal} 422 where one of its cost centers is not there or not valid
 */
export async function versionOf(
  tx: PoolClient,
  { shared, places, commitments }: RulesWanted,
  by: string,
): Promise<{ version: number; added: boolean }> {
  // Who adds another one waits; runs that begin meanwhile do not.
  await holdLock(tx, 'billing rules');
  const newest = await currentRules(tx);
  const before = await readRulesOf(tx, newest);
  const rules: Rules = {
    shared,
    places: places ?? before.places,
    commitments: commitments ? effectiveOf(commitments) : before.commitments,
  };
  await demandCenters(tx, rules, before);
  if (isDeepStrictEqual(rules, before)) return { version: newest, added: false };
  await tx.query('INSERT INTO billing_rules (version, rules, created_by) VALUES ($1, $2, $3)', [
    newest + 1,
    JSON.stringify(rules),
    by,
  ]);
  return { version: newest + 1, added: true };
}

/** @throws {Refusal} 422 that names every cost center that is not there or not valid; what was kept before may be gone */
async function demandCenters(
  tx: PoolClient,
  { shared, places, commitments }: Rules,
  before: Rules,
): Promise<void> {
  const referenced = [
    ...('cost_center_id' in shared && !isDeepStrictEqual(shared, before.shared)
      ? [{ field: 'shared', id: shared.cost_center_id }]
      : []),
    ...places
      .filter((one) => !before.places.some((kept) => isDeepStrictEqual(kept, one)))
      .map(({ cost_center_id: id }) => ({ field: 'places', id })),
    ...COMMITTING_CLOUDS.flatMap((cloud) => {
      const id = commitments[cloud]?.unused_cost_center_id ?? null;
      const isKept = id === before.commitments[cloud]?.unused_cost_center_id;
      return id === null || isKept ? [] : [{ field: `commitments.${cloud}.unused_cost_center_id`, id }];
    }),
  ];
  const { rows } = await tx.query<Payer & { id: number }>(
    'SELECT id, identifier, active_at, expired_at FROM cost_centers WHERE id = ANY($1::integer[])',
    [referenced.map(({ id }) => id)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const missing = referenced
    .filter(({ id }) => !byId.has(id))
    .map(({ field, id }) => ({ field, message: `Cost Center ${id} was not found.` }));
  const named = referenced.flatMap(({ field, id }) => {
    const payer = byId.get(id);
    return payer ? [{ field, payer }] : [];
  });
  const mistakes = [...missing, ...(await mistakesOfPayers(tx, named, await ruledFrom(tx)))];
  if (mistakes.length > 0) throw invalid(mistakes);
}

/** The day from which rules that are added now are used. */
export async function ruledFrom(tx: PoolClient): Promise<PaidOn> {
  const { rows } = await tx.query<{ day: string }>('SELECT today() AS day');
  return { day: rows[0]?.day ?? '', what: 'the rules are used from' };
}
