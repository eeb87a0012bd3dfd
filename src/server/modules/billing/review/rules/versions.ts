import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import type { Pool, PoolSplit } from '#calls/pools.ts';
import type { RulesVersion, RulesWanted } from '#calls/rules.ts';
import { COMMITTING_CLOUDS } from '#kernel/billing/runs.ts';
import { conflict, invalid, type FieldError } from '#kernel/errors.ts';
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
       coalesce(v.rules -> 'pools', '[]') AS pools, v.version = max(v.version) OVER () AS current,
       (SELECT count(*) FROM billing_runs r WHERE r.rules_version = v.version AND ${isWaiting('r')}) AS open_runs,
       (SELECT count(*) FROM billing_runs r WHERE r.rules_version = v.version) AS runs,
       v.created_by, v.created_at
     FROM billing_rules v LEFT JOIN cost_centers c ON c.id = (v.rules -> 'shared' ->> 'cost_center_id')::integer
     ORDER BY v.version DESC`,
    values: [COMMITTING_CLOUDS],
  });
  if (rows.length > 0) return withCenters(db, rows);
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

/** The cost centers that a split names. */
const centersOf = (split: PoolSplit): number[] => {
  if (split.by === 'fixed') return split.shares.map(({ cost_center_id: id }) => id);
  return 'cost_center_ids' in split ? (split.cost_center_ids ?? []) : [];
};

/** Adds to pools how the cost centers that they name are called. */
async function withCenters(db: Runner, versions: readonly RulesVersion[]): Promise<RulesVersion[]> {
  const ids = versions.flatMap(({ pools }) => pools.flatMap(({ split }) => centersOf(split)));
  const { rows } = await db.query<{ id: number; identifier: string }>({
    text: 'SELECT id, identifier FROM cost_centers WHERE id = ANY($1::integer[])',
    values: [ids],
  });
  const called = new Map(rows.map(({ id, identifier }) => [id, identifier]));
  return versions.map((one) => ({
    ...one,
    pools: one.pools.map((pool) => ({
      ...pool,
      cost_centers: centersOf(pool.split).map((id) => ({
        cost_center_id: id,
        cost_center: called.get(id) ?? null,
      })),
    })),
  }));
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
  { shared, places, commitments, pools }: RulesWanted,
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
    pools: pools ?? before.pools,
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

/** The pools that were not kept before, with their places; what is kept may name what is gone. */
const addedPools = (pools: readonly Pool[], before: Rules) =>
  pools
    .map((pool, at) => ({ at, pool }))
    .filter(({ pool }) => !before.pools.some((kept) => isDeepStrictEqual(kept, pool)));

/** The errors of pools that take from accounts which the inventory does not have. */
async function unknownAccounts(tx: PoolClient, pools: readonly Pool[], before: Rules): Promise<FieldError[]> {
  const named = addedPools(pools, before).flatMap(({ at, pool: { source } }) =>
    source.by === 'account' ? [{ at, account: source.account }] : [],
  );
  if (named.length === 0) return [];
  const { rows } = await tx.query<{ account: string }>(
    `SELECT account FROM unnest($1::text[]) AS named(account)
     WHERE EXISTS (SELECT FROM cloud_parents p WHERE lower(btrim(p.identifier)) = lower(account))`,
    [named.map(({ account }) => account)],
  );
  const known = new Set(rows.map(({ account }) => account));
  return named
    .filter(({ account }) => !known.has(account))
    .map(({ at, account }) => ({
      field: `pools.${at}.source.account`,
      message: `No cloud parent has the identifier ${account}. Enter the account, subscription or project as the inventory has it.`,
    }));
}

/** @throws {Refusal} 422 that names every cost center that is not there or not valid; what was kept before may be gone */
async function demandCenters(
  tx: PoolClient,
  { shared, places, commitments, pools }: Rules,
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
    ...addedPools(pools, before).flatMap(({ at, pool }) =>
      centersOf(pool.split).map((id) => ({
        field: `pools.${at}.split.${pool.split.by === 'fixed' ? 'shares' : 'cost_center_ids'}`,
        id,
      })),
    ),
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
  const mistakes = [
    ...missing,
    ...(await mistakesOfPayers(tx, named, await ruledFrom(tx))),
    ...(await unknownAccounts(tx, pools, before)),
  ];
  if (mistakes.length > 0) throw invalid(mistakes);
}

/** The day from which rules that are added now are used. */
export async function ruledFrom(tx: PoolClient): Promise<PaidOn> {
  const { rows } = await tx.query<{ day: string }>('SELECT today() AS day');
  return { day: rows[0]?.day ?? '', what: 'the rules are used from' };
}
