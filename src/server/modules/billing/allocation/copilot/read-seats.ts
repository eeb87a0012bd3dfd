import type { Bearer } from '#calls/copilot.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import { isOfGithub } from './seats.ts';

/** Selects bearers; null for all. */
export interface BearersFilter {
  /** The number of a posting. */
  posting: number | null;
  account: string | null;
  /** A cost center or WBS element that is charged. */
  charged: string | null;
}

/** An amount with six digits at most, and at least those of its currency. */
const AMOUNT = `round(s.amount * b.share, greatest(least(scale(trim_scale(round(s.amount * b.share, 6))), 6), i.decimals))::text`;

const BEARERS = `
WITH sums AS MATERIALIZED (
  SELECT invoice, account, sum(amount) AS amount FROM billing_sums WHERE run_id = $1 AND ${isOfGithub('account')} GROUP BY invoice, account
)
SELECT b.account, b.seat AS identifier, b.username, b.organization, b.name, b.named, b.fallback, trim_scale(round(b.share, 6))::text AS share,
  i.reference, i.currency, ${AMOUNT} AS amount,
  b.posting, p.cost_center, p.wbs_element, p.company_code, a.problem, count(*) OVER () AS total
FROM billing_seats b JOIN sums s ON s.invoice = b.invoice AND s.account = b.account
JOIN billing_invoices i ON i.run_id = b.run_id AND i.n = b.invoice
LEFT JOIN billing_postings p ON p.run_id = b.run_id AND p.n = b.posting
LEFT JOIN billing_accounts a ON a.run_id = b.run_id AND coalesce(a.account, '') = b.seat
WHERE b.run_id = $1 AND ($2::integer IS NULL OR b.posting = $2) AND ($3::text IS NULL OR b.account = lower($3))
  AND ($4::text IS NULL OR lower(coalesce(p.cost_center, p.wbs_element, a.cost_center, a.wbs_element)) = lower($4))
ORDER BY b.invoice, b.account, lower(coalesce(b.username, '')), b.seat`;

/**
 * Who bears what a run is charged for GitHub, as it was when the run was allocated: users with a seat, and organizations for
 * what is no user's.
 */
export async function readBearers(
  db: Runner,
  run: number,
  { posting, account, charged }: BearersFilter,
  page: Page,
): Promise<{ rows: Bearer[]; total: number }> {
  const { rows } = await db.query<Bearer & { total: number }>({
    text: `${BEARERS} ${limitOf(page)}`,
    values: [run, posting, account, charged],
  });
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
