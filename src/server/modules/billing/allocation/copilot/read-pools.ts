import type { CopilotAccount } from '#calls/copilot.ts';
import type { Runner } from '#server/platform/database/database.ts';

/**
 * The accounts of GitHub in a run, and by how many users each is borne; `unplaced` counts the bearers that nobody is charged
 * for. An account of Copilot is listed as a whole where it is split, and else with the others of its organization.
 */
const POOLS = `
WITH borne AS (
  SELECT b.run_id, b.invoice, b.account, count(b.username) AS seats, count(*) FILTER (WHERE b.fallback) AS fallback_seats,
    count(*) FILTER (WHERE a.problem IS NOT NULL) AS unplaced, min(b.organization) AS organization, bool_and(b.username IS NULL) AS no_seats
  FROM billing_seats b LEFT JOIN billing_accounts a ON a.run_id = b.run_id AND coalesce(a.account, '') = b.seat
  WHERE b.run_id = $1 GROUP BY b.run_id, b.invoice, b.account
), charged AS (
  SELECT CASE WHEN strpos(s.account, '/*') > 0 THEN s.account ELSE split_part(s.account, '/', 1) END AS account, strpos(s.account, '/*') > 0 AS split,
    i.currency, min(i.decimals)::integer AS decimals, sum(s.lines)::bigint AS lines, sum(s.amount) AS amount, sum(b.seats)::integer AS seats,
    sum(b.fallback_seats)::integer AS fallback_seats, sum(b.unplaced)::integer AS unplaced, bool_and(b.no_seats) AS no_seats, min(b.organization) AS organization
  FROM (SELECT invoice, account, sum(lines) AS lines, sum(amount) AS amount FROM billing_sums WHERE run_id = $1 GROUP BY 1, 2) s
  JOIN borne b ON b.invoice = s.invoice AND b.account = s.account JOIN billing_invoices i ON i.run_id = $1 AND i.n = s.invoice
  GROUP BY 1, 2, 3
)
SELECT account AS identifier, split, organization, lines, currency, round(amount, decimals)::text AS amount, seats, fallback_seats, unplaced, no_seats
FROM charged ORDER BY account, currency`;

/** The charges of a run for GitHub, by organization. */
export async function readPools(db: Runner, run: number): Promise<CopilotAccount[]> {
  const { rows } = await db.query<CopilotAccount>({ text: POOLS, values: [run] });
  return rows;
}
