import { z } from 'zod';
import type { PoolClient } from 'pg';
import { pools } from '#calls/pools.ts';
import { commitments, places, shared } from '#calls/rules.ts';
import { unusedPlace } from '#kernel/billing/places.ts';
import { COMMITTING_CLOUDS } from '#kernel/billing/runs.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** The clouds that charge by effective cost, each with who pays for what nobody used; null for the buyer. */
type Commitments = Partial<
  Record<
    (typeof COMMITTING_CLOUDS)[number],
    { charge: 'effective_cost'; unused_cost_center_id: number | null }
  >
>;

/** A cloud that charges to the buyer is as one that is not named. */
export const effectiveOf = (given: z.output<typeof commitments>): Commitments =>
  Object.fromEntries(
    COMMITTING_CLOUDS.flatMap((cloud) => {
      const one = given[cloud];
      if (one?.charge !== 'effective_cost') return [];
      return [[cloud, { charge: one.charge, unused_cost_center_id: one.unused_cost_center_id ?? null }]];
    }),
  );

/**
 * How what belongs to no account is charged: in proportion to the others, or to a cost center. `places` are kept for purchases
 * and usage without an account, which are never split; `commitments` say of reservations and savings plans who bears them, and `pools`
 * what is taken from accounts and shared by others.
 */
const rulesOf = z.object({
  shared,
  places: places.default([]),
  commitments: commitments.default({}).transform(effectiveOf),
  pools: pools.default([]),
});
export type Rules = z.infer<typeof rulesOf>;

/** The rules of version 1, which is there from the first run on. */
export const FIRST: Rules = { shared: { split: 'proportional' }, places: [], commitments: {}, pools: [] };

/** The version of the rules that a run that begins now uses. */
export async function currentRules(tx: PoolClient): Promise<number> {
  await tx.query(
    `INSERT INTO billing_rules (version, rules, created_by) VALUES (1, $1, 'skyledger') ON CONFLICT DO NOTHING`,
    [JSON.stringify(FIRST)],
  );
  const { rows } = await tx.query<{ version: number }>('SELECT max(version) AS version FROM billing_rules');
  return rows[0]?.version ?? 1;
}

/** The rules of a version. */
export async function readRulesOf(db: Runner, version: number): Promise<Rules> {
  const { rows } = await db.query<{ rules: unknown }>({
    text: 'SELECT rules FROM billing_rules WHERE version = $1',
    values: [version],
  });
  return rulesOf.parse(rows[0]?.rules);
}

/** The cost center that rules charge for what belongs to no account; null where it is split. */
export const sharedCostCenter = ({ shared }: Rules): number | null =>
  'cost_center_id' in shared ? shared.cost_center_id : null;

/** Who is charged for the lines of places: the places of the run itself go before those of the rules. */
export const placesOf = (
  own: Readonly<Record<string, number>>,
  { places, commitments: kept }: Rules,
): [string, number][] => [
  ...Object.entries(own),
  ...places.map(({ place, cost_center_id: id }): [string, number] => [place, id]),
  ...Object.entries(kept).flatMap(([cloud, { unused_cost_center_id: id }]): [string, number][] =>
    id === null ? [] : [[unusedPlace(cloud), id]],
  ),
];

/** A tag by which pools take lines. */
export interface PoolTag {
  key: string;
  value: string;
}

/** As many tags are looked for in each line, a bit for each of them. */
const MOST_TAGS = 30;

/** Whether a tag was not looked for while a run was read by which a pool of its own rules or of the newest ones takes lines, as SQL. */
export const poolTagsUnread = (run: string): string => `EXISTS (SELECT FROM billing_rules v
  CROSS JOIN jsonb_array_elements(v.rules -> 'pools') AS p(pool)
  WHERE (v.version = ${run}.rules_version OR v.version = (SELECT max(version) FROM billing_rules))
    AND pool -> 'source' ->> 'by' = 'tag' AND NOT ${run}.pool_tags @> jsonb_build_array((pool -> 'source') - 'by'))`;

/** The tags to look for while a bill is read: those of all versions, so that a run can take any of them. The newest come first. */
export async function wantedTags(db: Runner): Promise<PoolTag[]> {
  const { rows } = await db.query<PoolTag>({
    text: `SELECT source ->> 'key' AS key, source ->> 'value' AS value
      FROM billing_rules r CROSS JOIN jsonb_array_elements(r.rules -> 'pools') AS p(pool)
      CROSS JOIN LATERAL (SELECT pool -> 'source') AS s(source)
      WHERE source ->> 'by' = 'tag' GROUP BY 1, 2 ORDER BY max(version) DESC, 1, 2 LIMIT ${MOST_TAGS}`,
    values: [],
  });
  return rows;
}
