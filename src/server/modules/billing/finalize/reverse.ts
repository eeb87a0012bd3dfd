import type { PoolClient } from 'pg';
import { cloudBills } from '#resources/cloud-bills.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';

/** A bill that is taken back: the same on the same date, with the opposite amount. */
const COUNTER_BILLS = `
SELECT l.posting AS n, jsonb_build_object('date', b.date, 'provider', b.provider, 'company_code', b.company_code, 'currency', b.currency,
  'reference', b.reference, 'account', b.account, 'identifier', b.identifier, 'amount', (-b.amount)::text,
  'business_units_id', b.business_units_id, 'cost_center_networks_id', b.cost_center_networks_id,
  'activity', concat_ws(' ', 'Reversal of', b.activity), 'line_item', b.line_item) AS values
FROM billing_bills l JOIN cloud_bills b ON b.id = l.bill_id
WHERE l.run_id = $1 AND NOT l.counters ORDER BY l.posting`;

/** Takes the bills of a run back, each by a bill against it. Nothing is deleted. @returns how many there are */
export async function reverseBills(
  tx: PoolClient,
  services: EngineServices,
  run: number,
  who: Who,
): Promise<number> {
  const { rows } = await tx.query<{ n: number; values: Record<string, unknown> }>(COUNTER_BILLS, [run]);
  if (rows.length === 0) return 0;
  const ids = await services.createMany(
    tx,
    cloudBills.name,
    rows.map(({ values }) => ({ values })),
    who,
  );
  await tx.query(
    `INSERT INTO billing_bills (bill_id, run_id, posting, counters)
     SELECT bill, $1, posting, true FROM unnest($2::integer[], $3::integer[]) AS booked(bill, posting)`,
    [run, ids, rows.map(({ n }) => n)],
  );
  return ids.length;
}
