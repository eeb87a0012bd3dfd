import type { PoolClient } from 'pg';
import { isPlace, NO_ACCOUNT } from '#kernel/billing/places.ts';
import { conflict, type FieldError, type Refusal } from '#kernel/errors.ts';
import { grouped, listed, money } from '#kernel/written.ts';
import { isUnplaced, problemSentence } from '../runs/problems.ts';
import { missingOf, undecidedRun } from '../runs/answer-existing.ts';
import type { HeldRun } from '../runs/run.ts';
import { undecided } from '../copilot/doubled.ts';
import { reconcile } from '../pre-ap/reconciliation.ts';

/** So much of what is wrong is said in a sentence. */
const MOST_TOLD = 10;

interface Unplaced {
  reference: string;
  currency: string;
  account: string | null;
  problem: string;
  amount: string;
}

/**
 * Why a run cannot be booked, invoice by invoice: what is unallocated, what does not come to the invoice, what another
 * run charges as well, and what is charged to something that is not valid any more. Empty where nothing stands in the way.
 */
export async function standsInTheWay(
  tx: PoolClient,
  run: Pick<HeldRun, 'id' | 'posting_day'>,
): Promise<FieldError[]> {
  const { rows } = await tx.query<Unplaced>(
    `SELECT reference, currency, account, problem, amount::text AS amount FROM billing_exceptions
     WHERE run_id = $1 AND ${isUnplaced()} ORDER BY n`,
    [run.id],
  );
  const unplaced = rows.map(({ reference, currency, account, problem, amount }) => ({
    field: reference,
    message: `${money(amount, currency)} of invoice ${reference} are unallocated, which ${whose(account)}: ${problemSentence(problem) ?? ''}`,
  }));
  const differing = (await reconcile(tx, run.id)).flatMap((one) => {
    const { reference, currency, invoice, postings, unallocated } = one;
    if (!/[1-9]/.test(one.difference) || one.difference === unallocated) return [];
    const more = /[1-9]/.test(unallocated) ? `, with ${grouped(unallocated)} unallocated` : '';
    const message = `Invoice ${reference} comes to ${money(invoice, currency)}, its postings to ${money(postings, currency)}${more}: they differ by ${money(one.difference, currency)}.`;
    return [{ field: reference, message }];
  });
  return [
    ...(await incomplete(tx, run.id)),
    ...unplaced,
    ...differing,
    ...(await undecided(tx, run.id)),
    ...(await noLongerValid(tx, run)),
  ];
}

function whose(account: string | null): string {
  if (account === null) return 'belong to no account';
  if (isPlace(account)) return `have no account (${account.slice(NO_ACCOUNT.length)})`;
  return `account ${account} is charged`;
}

/** Parts that were not sent, and another open run with an invoice of the run. */
async function incomplete(tx: PoolClient, id: number): Promise<FieldError[]> {
  const missing = await missingOf(tx, id);
  const other = await undecidedRun(tx, id);
  return [
    ...(missing.length > 0
      ? [
          {
            field: 'parts',
            message: `The manifest names ${listed(missing)}, which ${missing.length === 1 ? 'was' : 'were'} not sent.`,
          },
        ]
      : []),
    ...(other === null
      ? []
      : [
          {
            field: 'existing',
            message: `Run ${other} has an invoice of it as well. Say whether this file is added to that run, replaces it, or is left out.`,
          },
        ]),
  ];
}

/** Postings whose cost center or WBS element is not valid on the posting day, as the reference data are now. */
async function noLongerValid(
  tx: PoolClient,
  { id, posting_day: day }: Pick<HeldRun, 'id' | 'posting_day'>,
): Promise<FieldError[]> {
  const { rows } = await tx.query<{ reference: string; currency: string; amount: string; place: string }>(
    `WITH charged AS (
       SELECT reference, currency, amount::text AS amount, wbs_element, coalesce(cost_center, wbs_element) AS place
       FROM billing_postings WHERE run_id = $1
     ), valid AS (
       SELECT lower(btrim(identifier)) AS key, false AS network FROM cost_centers
       WHERE active_at <= $2::date AND coalesce(expired_at >= $2::date, true)
       UNION SELECT lower(btrim(wbs)), true FROM cost_center_networks
       WHERE wbs IS NOT NULL AND active_at <= $2::date AND coalesce(expired_at >= $2::date, true)
     )
     SELECT reference, currency, amount, place FROM charged c
     WHERE NOT EXISTS (SELECT FROM valid v WHERE v.key = lower(btrim(c.place)) AND (NOT v.network OR c.wbs_element IS NOT NULL))
     ORDER BY reference, place`,
    [id, day],
  );
  return rows.map(({ reference, currency, amount, place }) => ({
    field: reference,
    message: `${money(amount, currency)} of invoice ${reference} are charged to ${place}, which is not valid on ${day} any more.`,
  }));
}

/** The refusal that tells why a run cannot be booked. */
export function notBalanced(run: number, problems: readonly FieldError[]): Refusal {
  const told = problems.slice(0, MOST_TOLD).map(({ message }) => message);
  const more = problems.length - told.length;
  if (more > 0) told.push(`There are ${more} more.`);
  return conflict(`Run ${run} cannot be finalized. ${told.join(' ')}`, {
    errors: problems.slice(0, MOST_TOLD),
  });
}
