import { z } from 'zod';
import type { PoolClient } from 'pg';
import { isPlace, LONGEST_PLACE } from '#kernel/billing/places.ts';
import { MAX_ID } from '#kernel/ids.ts';

/** A version keeps no more places. */
export const MOST_PLACES = 1000;

/** A place that purchases and usage without an account stand under, and who is charged for them. */
const keptPlace = z.strictObject({
  place: z.string().max(LONGEST_PLACE).refine(isPlace),
  cost_center_id: z.int().positive().max(MAX_ID),
});

const isOnce = (places: readonly { place: string }[]) =>
  new Set(places.map(({ place }) => place.toLowerCase())).size === places.length;

/**
 * How what belongs to no account is charged: in proportion to the others, or to a cost center. `places` are kept for purchases
 * and usage without an account, which are never split.
 */
export const rulesOf = z.object({
  shared: z.union([
    z.strictObject({ split: z.literal('proportional') }),
    z.strictObject({ cost_center_id: z.int().positive() }),
  ]),
  places: z.array(keptPlace).max(MOST_PLACES).refine(isOnce).default([]),
});
export type Rules = z.infer<typeof rulesOf>;

/** The rules of version 1, which is there from the first run on. */
export const FIRST: Rules = { shared: { split: 'proportional' }, places: [] };

/** The version of the rules that a run that begins now uses. */
export async function currentRules(tx: PoolClient): Promise<number> {
  await tx.query(
    `INSERT INTO billing_rules (version, rules, created_by) VALUES (1, $1, 'skyledger') ON CONFLICT DO NOTHING`,
    [JSON.stringify(FIRST)],
  );
  const { rows } = await tx.query<{ version: number }>('SELECT max(version) AS version FROM billing_rules');
  return rows[0]?.version ?? 1;
}

/** What a version of the rules says. */
export async function readRulesOf(tx: PoolClient, version: number): Promise<Rules> {
  const { rows } = await tx.query<{ rules: unknown }>('SELECT rules FROM billing_rules WHERE version = $1', [
    version,
  ]);
  return rulesOf.parse(rows[0]?.rules);
}

/** The cost center that rules charge for what belongs to no account; null where it is split. */
export const sharedCostCenter = ({ shared }: Rules): number | null =>
  'cost_center_id' in shared ? shared.cost_center_id : null;

/** Who is charged for what stands under places: what is said in a run itself goes before what the rules keep. */
export const placesOf = (said: Readonly<Record<string, number>>, { places }: Rules): [string, number][] => [
  ...Object.entries(said),
  ...places.map(({ place, cost_center_id: id }): [string, number] => [place, id]),
];
