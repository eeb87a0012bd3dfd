import { z } from 'zod';
import type { PoolClient } from 'pg';

/** How what belongs to no account is charged: in proportion to the others, or to a cost center. */
export const rulesOf = z.object({
  shared: z.union([
    z.strictObject({ split: z.literal('proportional') }),
    z.strictObject({ cost_center_id: z.int().positive() }),
  ]),
});
export type Rules = z.infer<typeof rulesOf>;

/** The rules of version 1, which is there from the first run on. */
export const FIRST: Rules = { shared: { split: 'proportional' } };

/** The version of the rules that a run that begins now uses. */
export async function currentRules(tx: PoolClient): Promise<number> {
  await tx.query(
    `INSERT INTO billing_rules (version, rules, created_by) VALUES (1, $1, 'skyledger') ON CONFLICT DO NOTHING`,
    [JSON.stringify(FIRST)],
  );
  const { rows } = await tx.query<{ version: number }>('SELECT max(version) AS version FROM billing_rules');
  return rows[0]?.version ?? 1;
}

/** The cost center that a version of the rules charges for what belongs to no account; null where it is split. */
export async function sharedCostCenter(tx: PoolClient, version: number): Promise<number | null> {
  const { rows } = await tx.query<{ rules: unknown }>('SELECT rules FROM billing_rules WHERE version = $1', [
    version,
  ]);
  const { shared } = rulesOf.parse(rows[0]?.rules);
  return 'cost_center_id' in shared ? shared.cost_center_id : null;
}
