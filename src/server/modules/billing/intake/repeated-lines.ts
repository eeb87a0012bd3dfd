import type { Database } from '#server/platform/database/database.ts';
import { longWork } from '#server/platform/database/limits.ts';

/**
 * Looks once for lines of a run's file that are like an earlier one in all that is read: invoice, account, kind, amount,
 * day, service and description. They are charged as the file says, since providers write such lines; people are shown them.
 * Lines are held against each other by a digest of 64 bits, which takes a second for a million of them.
 */
export async function findRepeated(db: Database, run: number): Promise<void> {
  await longWork(() =>
    db.query(
      `WITH alike AS (
         SELECT invoice, count(*) - 1 AS lines, (count(*) - 1) * min(amount) AS amount FROM billing_lines WHERE run_id = $1 AND line > 0
         GROUP BY invoice, hash_record_extended(ROW(account, kind, amount, day, service, description), 0) HAVING count(*) > 1
       ), sums AS (
         SELECT i.currency, sum(alike.lines) AS lines, round(sum(alike.amount), min(i.decimals)::integer)::text AS amount
         FROM alike JOIN billing_invoices i ON i.run_id = $1 AND i.n = alike.invoice GROUP BY i.currency
       )
       UPDATE billing_runs SET repeated = (SELECT coalesce(jsonb_agg(to_jsonb(sums) ORDER BY currency), '[]') FROM sums)
       WHERE id = $1 AND repeated IS NULL`,
      [run],
    ),
  );
}
