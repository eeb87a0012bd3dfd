import type { PoolClient } from 'pg';
import type { Spread } from '#calls/run-details.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page, type PageOf } from '#server/platform/http/query.ts';
import { isUnplaced } from '../runs/problems.ts';

/**
 * The costs of the run $1 that are of no account, and the rule by which each is charged: split in proportion to what each is charged, as a part of
 * the largest posting, or to the cost center that is named. What found no place is an exception and none of it.
 */
const POOLED = `
SELECT i.n, i.reference, i.currency, i.decimals, s.kind, s.lines, s.amount, coalesce(a.cost_center, a.wbs_element) AS charged_to,
  CASE WHEN a.run_id IS NOT NULL THEN 'named' WHEN s.added AND s.kind = 'rounding' THEN 'rounding' ELSE 'proportional' END AS rule
FROM billing_sums s JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
LEFT JOIN billing_accounts a ON a.run_id = s.run_id AND coalesce(a.account, '') = ''
WHERE s.run_id = $1 AND s.account IS NULL AND NOT EXISTS (SELECT FROM billing_exceptions e
  WHERE e.run_id = $1 AND e.reference = i.reference AND e.currency = i.currency AND coalesce(e.account, '') = '' AND ${isUnplaced('e.problem')})`;

/** Keeps of each invoice what of it was split by the others, once a run was allocated. */
export async function keepSpread(tx: PoolClient, run: number): Promise<void> {
  await tx.query(
    `UPDATE billing_invoices i SET spread = coalesce(s.amount, 0)
     FROM billing_invoices own LEFT JOIN (
       SELECT n, sum(amount) AS amount FROM (${POOLED}) p WHERE rule = 'proportional' GROUP BY n) s USING (n)
     WHERE own.run_id = $1 AND i.run_id = $1 AND i.n = own.n`,
    [run],
  );
}

/** Who bears what is split: who is charged something above zero, and where nobody is, everybody. */
const BEARERS = `
SELECT reference, currency, count(*) FILTER (WHERE posted AND bears) AS postings, count(*) FILTER (WHERE NOT posted AND bears) AS exceptions
FROM (
  SELECT reference, currency, posted,
    CASE WHEN bool_or(exact > 0) OVER (PARTITION BY reference, currency) THEN exact > 0 ELSE exact <> 0 END AS bears
  FROM (
    SELECT p.reference, p.currency, true AS posted, sum(s.amount * h.share) AS exact FROM billing_postings p
    JOIN billing_shares h ON h.run_id = p.run_id AND h.posting = p.n AND NOT h.rounding
    JOIN billing_sums s ON s.run_id = h.run_id AND s.invoice = h.invoice AND coalesce(s.account, '') = coalesce(h.account, '')
    WHERE p.run_id = $1 GROUP BY p.reference, p.currency, p.n
    UNION ALL
    SELECT reference, currency, false, amount FROM billing_exceptions WHERE run_id = $1 AND ${isUnplaced()}) weights) each
GROUP BY reference, currency`;

const SPREAD = `
WITH pooled AS (
  SELECT reference, currency, decimals, kind, rule, charged_to, min(n) AS n, sum(amount) AS amount, sum(lines)::bigint AS lines
  FROM (${POOLED}) p GROUP BY reference, currency, decimals, kind, rule, charged_to
)
SELECT reference, currency, kind, rule, charged_to, lines, round(amount, greatest(scale(trim_scale(amount)), decimals))::text AS amount,
  CASE rule WHEN 'proportional' THEN coalesce(b.postings, 0) ELSE 1 END AS postings,
  CASE rule WHEN 'proportional' THEN coalesce(b.exceptions, 0) ELSE 0 END AS exceptions, count(*) OVER () AS total
FROM pooled LEFT JOIN (${BEARERS}) b USING (reference, currency) WHERE amount <> 0 ORDER BY n, currency, kind, rule`;

/** The costs of a run's invoices that belong to no account, by kind: their sum, who bears them and by which rule. */
export async function readSpread(db: Runner, run: number, page: Page): Promise<PageOf<Spread>> {
  const { rows } = await db.query<Spread & { total: number }>({
    text: `${SPREAD} ${limitOf(page)}`,
    values: [run],
  });
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
