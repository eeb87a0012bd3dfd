import type { MadeOf } from '#calls/explain.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { nameOfAccount } from '../runs/account-names.ts';
import { bookedBefore, samePlace } from '../runs/corrected-runs.ts';
import { isPoolIn } from '../runs/pooled.ts';
import { readPoolShares } from '../allocation/pools/read-shares.ts';
import { readBearers } from '../allocation/copilot/read-seats.ts';
import { readPosting } from './details.ts';

/** As many accounts of a posting are listed with their chains; the count is of all of them. */
export const MOST_ACCOUNTS = 100;

const ACCOUNTS = `
SELECT h.account AS identifier, sum(s.lines)::bigint AS lines, sum(s.amount)::text AS amount,
  trim_scale(round(coalesce(sum(s.amount * h.share) / nullif(sum(s.amount), 0), max(h.share)), 6))::text AS share,
  ${nameOfAccount('h.account')} AS account_name, a.named, a.cloud_parent_id, coalesce(a.chain, '[]') AS chain, count(*) OVER () AS total
FROM billing_shares h
JOIN billing_sums s ON s.run_id = h.run_id AND s.invoice = h.invoice AND coalesce(s.account, '') = coalesce(h.account, '')
LEFT JOIN billing_accounts a ON a.run_id = h.run_id AND coalesce(a.account, '') = coalesce(h.account, '')
WHERE h.run_id = $1 AND h.posting = $2 AND NOT h.rounding AND NOT ${isPoolIn('h.account')}
GROUP BY h.account, a.named, a.cloud_parent_id, a.chain HAVING sum(s.lines) <> 0 OR sum(s.amount) <> 0
ORDER BY abs(sum(s.amount)) DESC, h.account LIMIT ${MOST_ACCOUNTS}`;

/**
 * The part of a posting that is of no account; the lines are those of its invoice that belong to no account and are split. The difference
 * from a stated total is a part of it or not.
 */
const SPLIT = `
SELECT (SELECT coalesce(sum(s.lines), 0)::bigint FROM billing_invoices i
    JOIN billing_sums s ON s.run_id = i.run_id AND s.invoice = i.n AND s.account IS NULL
    WHERE i.run_id = p.run_id AND i.reference = p.reference AND i.currency = p.currency
      AND (NOT (s.added AND s.kind = 'rounding') OR EXISTS (SELECT FROM billing_shares h
        WHERE h.run_id = p.run_id AND h.invoice = i.n AND h.rounding AND h.posting = p.n))
      AND NOT EXISTS (SELECT FROM billing_accounts a WHERE a.run_id = p.run_id AND a.account IS NULL)) AS lines,
  (p.amount + before.amount - coalesce((SELECT round(sum(s.amount * h.share), scale(p.amount)) FROM billing_shares h
    JOIN billing_sums s ON s.run_id = h.run_id AND s.invoice = h.invoice AND coalesce(s.account, '') = coalesce(h.account, '')
    WHERE h.run_id = p.run_id AND h.posting = p.n AND NOT h.rounding), 0))::text AS amount,
  coalesce((SELECT round(sum(i.rounding * h.share), scale(p.amount)) FROM billing_shares h
    JOIN billing_invoices i ON i.run_id = h.run_id AND i.n = h.invoice
    WHERE h.run_id = p.run_id AND h.posting = p.n AND h.rounding), round(0, scale(p.amount)))::text AS rounding,
  before.amount::text AS before
FROM billing_postings p CROSS JOIN LATERAL (
  SELECT coalesce(sum(b.amount), round(0, scale(p.amount))) AS amount FROM ${bookedBefore('$1')} b WHERE ${samePlace('b', 'p')}) before
WHERE p.run_id = $1 AND p.n = $2`;

const BILLS = `
SELECT b.id, b.date, b.amount::text AS amount, l.counters FROM billing_bills l JOIN cloud_bills b ON b.id = l.bill_id
WHERE l.run_id = $1 AND l.posting = $2 ORDER BY l.counters`;

/** Says of what a posting was made. @throws {Refusal} 404 */
export async function explainPosting(
  db: Runner,
  run: number,
  n: number,
): Promise<MadeOf & { before: string }> {
  const posting = await readPosting(db, run, n);
  const values = [run, n];
  const { rows } = await db.query<MadeOf['accounts'][number] & { total: number }>({ text: ACCOUNTS, values });
  const found = await db.query<MadeOf['split'] & { before: string }>({ text: SPLIT, values });
  const { before, ...split } = found.rows[0] ?? { before: '0', lines: 0, amount: '0', rounding: '0' };
  const seats = await readBearers(
    db,
    run,
    { posting: n, account: null, charged: null },
    { page: 1, per_page: MOST_ACCOUNTS },
  );
  const bills = await db.query<MadeOf['bills'][number]>({ text: BILLS, values });
  return {
    posting,
    before,
    accounts: rows.map(({ total: _, ...account }) => account),
    accounts_total: rows[0]?.total ?? 0,
    seats: seats.rows,
    seats_total: seats.total,
    split,
    pools: await readPoolShares(db, run, n),
    bills: bills.rows,
  };
}
