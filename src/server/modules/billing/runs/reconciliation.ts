import type { Reconciled } from '#calls/reconciliation.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { bookedBefore } from './corrected-runs.ts';
import { WEAKEST_HELD } from './held-against.ts';
import { isUnplaced } from './problems.ts';

/** The sums of rows by invoice, computed once for all of them. */
const summed = (alias: string, rows: string) =>
  `LEFT JOIN (SELECT reference, currency, sum(amount) AS amount FROM ${rows} GROUP BY reference, currency) ${alias}
    ON ${alias}.reference = i.reference AND ${alias}.currency = i.currency`;

/**
 * The invoices of a run, each with what its lines, postings and bills come to. An exception that only reports a
 * difference charges nothing, and counts as nothing unallocated. What is booked under a number that the invoice has no more is
 * an invoice of nothing.
 */
export async function reconcile(runner: Runner, run: number): Promise<Reconciled[]> {
  const { rows } = await runner.query<Reconciled>({
    text: `SELECT i.reference, i.currency, round(i.invoice, i.decimals)::text AS invoice, i.confirmed, i.held_against, round(i.total, i.decimals)::text AS lines,
       round(i.rounding, i.decimals)::text AS rounding, round(i.spread, i.decimals)::text AS spread, round(i.before, i.decimals)::text AS before, round(coalesce(p.amount, 0), i.decimals)::text AS postings,
       round(coalesce(e.amount, 0), i.decimals)::text AS unallocated, round(coalesce(b.amount, 0), i.decimals)::text AS bills,
       (round(i.invoice, i.decimals) - round(i.before, i.decimals) - round(coalesce(p.amount, 0), i.decimals))::text AS difference
     FROM (SELECT reference, currency, coalesce(o.decimals, scale(b.amount)) AS decimals, o.n, coalesce(o.invoice, 0) AS invoice,
         coalesce(o.confirmed, true) AS confirmed, coalesce(o.held_against, 'stated_total') AS held_against,
         coalesce(o.total, 0) AS total, coalesce(o.rounding, 0) AS rounding, coalesce(o.spread, 0) AS spread, coalesce(b.amount, 0) AS before
       FROM (SELECT reference, currency, min(decimals)::integer AS decimals, min(n) AS n, sum(coalesce(stated, total)) AS invoice,
           bool_and(stated IS NOT NULL) AS confirmed, ${WEAKEST_HELD} AS held_against, sum(total) AS total, sum(rounding) AS rounding, sum(spread) AS spread
         FROM billing_invoices WHERE run_id = $1 GROUP BY reference, currency) o
       FULL JOIN (SELECT reference, currency, sum(amount) AS amount FROM ${bookedBefore('$1')} p GROUP BY reference, currency) b
         USING (reference, currency)) i
     ${summed('p', 'billing_postings WHERE run_id = $1')}
     ${summed('e', `billing_exceptions WHERE run_id = $1 AND ${isUnplaced()}`)}
     ${summed('b', 'billing_bills l JOIN cloud_bills c ON c.id = l.bill_id WHERE l.run_id = $1')}
     ORDER BY i.n, i.reference, i.currency`,
    values: [run],
  });
  return rows;
}
