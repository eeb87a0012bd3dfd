import type { AnswerOf } from '#calls/call.ts';
import type { AmortisedInvoice, Commitment, listCommitments } from '#calls/commitments.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import { nameOfAccount } from '../../runs/account-names.ts';
import { readRulesOf } from '../../runs/rules.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { reconcile } from '../../runs/reconciliation.ts';
import { COMMITMENTS, splitBy } from './move-commitments.ts';

const exact = (amount: string) => `round(${amount}, greatest(scale(trim_scale(${amount})), decimals))::text`;

/** So many users of a commitment are named, those of the largest amounts. */
const MOST_USERS = 20;

const chargedTo = (account: string) => `(SELECT coalesce(a.cost_center, a.wbs_element) FROM billing_accounts a
    WHERE a.run_id = $1 AND a.account = ${account})`;

const LISTED = `
WITH ${COMMITMENTS}
SELECT commitment, cloud AS provider, reference, currency, CASE WHEN split AND known THEN 'effective_cost' ELSE 'buyer' END AS charge,
  known, ${exact('billed')} AS billed, CASE WHEN known THEN ${exact('used')} END AS used,
  CASE WHEN known THEN ${exact('unused')} END AS unused, CASE WHEN known THEN ${exact('difference')} END AS difference,
  buyer, ${nameOfAccount('buyer')} AS buyer_name, ${chargedTo('buyer')} AS buyer_charged_to,
  unused_to, ${nameOfAccount('unused_to')} AS unused_to_name, ${chargedTo('unused_to')} AS unused_charged_to, users,
  (SELECT coalesce(jsonb_agg(u ORDER BY abs(u.amount::numeric) DESC, u.identifier), '[]') FROM (
     SELECT account AS identifier, ${nameOfAccount('u.account')} AS account_name, ${exact('u.effective')} AS amount, ${chargedTo('u.account')} AS charged_to FROM billing_commitments u
     WHERE u.run_id = $1 AND u.invoice = c.invoice AND u.commitment = c.commitment AND u.used AND u.effective <> 0
     ORDER BY abs(u.effective) DESC, account LIMIT ${MOST_USERS}) u) AS largest,
  count(*) OVER () AS total
FROM commitments c ORDER BY n, greatest(abs(billed), abs(used + unused)) DESC, commitment`;

const AMORTISED = `
WITH ${COMMITMENTS}
SELECT reference, currency, billed::text AS billed, amortised::text AS amortised, (billed - amortised)::text AS difference
FROM (
  SELECT i.reference, i.currency, min(i.n) AS n, round(sum(i.total), min(i.decimals)::integer) AS billed,
    round(sum(i.total) - sum(d.difference), min(i.decimals)::integer) AS amortised
  FROM billing_invoices i CROSS JOIN LATERAL (
    SELECT coalesce(sum(difference), 0) AS difference, count(*) AS commitments FROM commitments c WHERE c.invoice = i.n) d
  WHERE i.run_id = $1 GROUP BY i.reference, i.currency HAVING sum(d.commitments) > 0) invoices
ORDER BY n`;

/** The commitments of a run's invoices, each with who bears what of it, and how what is billed and what is amortised differ. */
export async function readCommitments(
  db: Runner,
  run: number,
  page: Page,
): Promise<AnswerOf<typeof listCommitments>> {
  const kept = await db.query<{ rules_version: number; read: boolean }>({
    text: 'SELECT rules_version, commitments_read AS read FROM billing_runs WHERE id = $1',
    values: [run],
  });
  const { rules_version: version = 1, read = false } = kept.rows[0] ?? {};
  const values = [run, splitBy(await readRulesOf(db, version))];
  const { rows } = await db.query<Commitment & { total: number }>({
    text: `${LISTED} ${limitOf(page)}`,
    values,
  });
  return {
    data: rows.map(({ total: _, ...row }) => row),
    meta: {
      total: rows[0]?.total ?? 0,
      ...page,
      read,
      invoices: rows.length === 0 ? [] : await amortisedInvoices(db, run, values),
    },
  };
}

async function amortisedInvoices(db: Runner, run: number, values: unknown[]): Promise<AmortisedInvoice[]> {
  const { rows } = await db.query<Omit<AmortisedInvoice, 'charged'>>({ text: AMORTISED, values });
  const reconciled = await reconcile(db, run);
  return rows.map((one) => {
    const held = reconciled.find(
      (each) => each.reference === one.reference && each.currency === one.currency,
    );
    return { ...one, charged: sumOfDecimals(held ? [held.postings, held.before, held.unallocated] : []) };
  });
}
