import type { Runner } from '#server/platform/database/database.ts';
import { isReplaced } from '../../runs/corrected-runs.ts';
import { isBooked } from '../../runs/run-states.ts';

/** What an account costs in a currency. */
interface Spent {
  currency: string;
  amount: string;
}

/** An account, by the id of its record, and the day from which on its costs count. */
interface SpentOn {
  id: number;
  since: string;
}

/**
 * Months that begin on the day or later count as they are booked, as those of a budget do. Where nothing is booked of one, and of the
 * month that the day is in, the exports count by day; what they have no day for counts with the whole months alone.
 */
const SPENT = `
WITH wanted AS (
  SELECT w.id, w.since, lower(btrim(p.identifier)) AS account
  FROM unnest($1::integer[], $2::date[]) AS w(id, since) JOIN cloud_parents p ON p.id = w.id
), booked AS MATERIALIZED (
  SELECT w.id, r.month, i.currency, round(sum(s.amount), i.decimals) AS amount
  FROM wanted w JOIN billing_accounts a ON lower(a.account) = w.account AND a.problem IS NULL
  JOIN billing_runs r ON r.id = a.run_id AND r.month >= w.since AND ${isBooked('r')}
  JOIN billing_sums s ON s.run_id = a.run_id AND coalesce(s.account, '') = a.account AND NOT s.pooled
  JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
  WHERE NOT ${isReplaced('s.run_id', 's.invoice', isBooked('d'))}
  GROUP BY w.id, r.month, s.run_id, s.invoice, i.currency, i.decimals
), running AS (
  SELECT w.id, c.month, c.currency, round(sum(c.amount), max(c.decimals)) AS amount
  FROM wanted w JOIN running_costs c ON lower(c.account) = w.account AND c.month >= date_trunc('month', w.since)
    AND coalesce(c.day, c.month) >= w.since
  GROUP BY w.id, c.month, c.currency
)
SELECT id, currency, sum(amount)::text AS amount FROM (
  SELECT id, currency, amount FROM booked
  UNION ALL
  SELECT r.id, r.currency, r.amount FROM running r
  WHERE NOT EXISTS (SELECT FROM booked b WHERE b.id = r.id AND b.month = r.month)
) both_of GROUP BY id, currency ORDER BY id, currency`;

/** What accounts cost since a day, by the id of each that costs anything: booked where that is known, else by the exports. */
export async function spentSince(
  runner: Runner,
  accounts: readonly SpentOn[],
): Promise<ReadonlyMap<number, Spent[]>> {
  if (accounts.length === 0) return new Map();
  const { rows } = await runner.query<Spent & { id: number }>({
    text: SPENT,
    values: [accounts.map(({ id }) => id), accounts.map(({ since }) => since)],
  });
  return Map.groupBy(rows, ({ id }) => id);
}
