import type { PoolClient } from 'pg';
import { buyerPlace, unusedPlace } from '#kernel/billing/places.ts';
import type { Rules } from '../../runs/rules.ts';

/**
 * The commitments of each invoice of the run $1, with what is billed for them and what of it is amortised over their usage. $2 are
 * the clouds that charge by effective cost: by each, the place that is charged for what nobody used, or null.
 * The buyer is the account with its fees, else the one that its id names.
 */
export const COMMITMENTS = `
facts AS (
  SELECT commitment, bool_or(effective IS NOT NULL OR i.amortised IS NOT NULL) AS known,
    coalesce((array_agg(account ORDER BY abs(billed) DESC, abs(coalesce(effective, 0)) DESC, account) FILTER (WHERE NOT used))[1],
      substring(commitment FROM '^arn:[^:]*:[^:]*:[^:]*:([0-9]{12}):'), concat('${buyerPlace('')}', commitment)) AS buyer
  FROM billing_commitments c JOIN billing_invoices i ON i.run_id = c.run_id AND i.n = c.invoice
  WHERE c.run_id = $1 GROUP BY commitment
), summed AS (
  SELECT c.invoice, c.commitment, sum(billed) AS billed, coalesce(sum(effective) FILTER (WHERE used), 0) AS used,
    coalesce(sum(effective) FILTER (WHERE NOT used), 0) AS unused,
    count(DISTINCT account) FILTER (WHERE used AND effective <> 0) AS users
  FROM billing_commitments c WHERE run_id = $1 GROUP BY c.invoice, c.commitment
), commitments AS (
  SELECT s.*, i.n, i.cloud, i.reference, i.currency, i.decimals, f.known, f.buyer,
    coalesce($2::jsonb -> i.cloud ->> 'place', f.buyer) AS unused_to, coalesce($2::jsonb ? i.cloud, false) AS split,
    CASE WHEN f.known THEN s.billed - s.used - s.unused ELSE 0 END AS difference
  FROM summed s JOIN facts f USING (commitment) JOIN billing_invoices i ON i.run_id = $1 AND i.n = s.invoice
)`;

/**
 * By effective cost users bear what they used in place of what their lines are billed, and somebody what nobody used. What then is
 * left of the billed amount, the buyer has paid for other months or has from them. All of it comes to nothing in each invoice.
 */
const MOVED = `
WITH ${COMMITMENTS}, split AS (
  SELECT * FROM commitments WHERE split AND known
)
INSERT INTO billing_sums (run_id, invoice, account, kind, lines, amount, moved)
SELECT $1, invoice, account, 'usage', 0, sum(amount), true FROM (
  SELECT c.invoice, c.account, CASE WHEN c.used THEN coalesce(c.effective, 0) ELSE 0 END - c.billed AS amount
  FROM billing_commitments c JOIN split s USING (invoice, commitment) WHERE c.run_id = $1
  UNION ALL SELECT invoice, unused_to, unused FROM split
  UNION ALL SELECT invoice, buyer, difference FROM split) each
GROUP BY invoice, account HAVING sum(amount) <> 0`;

/** Amortised costs that have other lines beside those of commitments than what is billed: they are of another state of the month. */
const AMORTISED_DIFFERS = `
WITH ${COMMITMENTS}, billed AS (
  SELECT invoice, sum(amount) AS amount FROM billing_sums WHERE run_id = $1 AND NOT added AND NOT moved GROUP BY invoice
), compared AS (
  SELECT i.n, i.reference, i.currency, i.cloud, i.lines, round(i.amortised - coalesce(b.amount, 0) + coalesce(
    (SELECT sum(difference) FROM commitments c WHERE c.invoice = i.n), 0), i.decimals) AS more
  FROM billing_invoices i LEFT JOIN billed b ON b.invoice = i.n
  WHERE i.run_id = $1 AND i.amortised IS NOT NULL AND $2::jsonb ? i.cloud
)
INSERT INTO billing_exceptions (run_id, n, reference, currency, cloud, account, problem, amount, lines)
SELECT $1, coalesce((SELECT max(n) FROM billing_exceptions WHERE run_id = $1), 0) + row_number() OVER (ORDER BY n),
  reference, currency, cloud, NULL, 'amortised_differs', more, lines
FROM compared WHERE more <> 0`;

/** In the place of a service, for what effective cost moves from one account to another. */
export const MOVED_SERVICE = `'Commitments by effective cost'`;

/** By which place each cloud that charges by effective cost charges what nobody used; null for the buyer. */
export const splitBy = ({ commitments }: Rules): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(commitments).map(([cloud, { unused_cost_center_id: center }]) => [
        cloud,
        { place: center === null ? null : unusedPlace(cloud) },
      ]),
    ),
  );

/** Moves what commitments cost from what their lines are billed to who used them, where the rules say so, and back where not. */
export async function moveCommitments(tx: PoolClient, run: number, rules: Rules): Promise<void> {
  await tx.query('DELETE FROM billing_sums WHERE run_id = $1 AND moved', [run]);
  await tx.query(MOVED, [run, splitBy(rules)]);
}

/** Makes exceptions of amortised costs by which commitments are split and that do not come to what is billed. */
export async function holdAmortised(tx: PoolClient, run: number, rules: Rules): Promise<void> {
  await tx.query(AMORTISED_DIFFERS, [run, splitBy(rules)]);
}
