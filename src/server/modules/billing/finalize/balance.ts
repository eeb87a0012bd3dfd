import type { PoolClient } from 'pg';
import { isPlace, isPool, NO_ACCOUNT, POOL } from '#kernel/billing/places.ts';
import { conflict, type FieldError, type Refusal } from '#kernel/errors.ts';
import { grouped, listed, money } from '#kernel/written.ts';
import { bookedBefore, bookedBeside, correctedBy, samePlace } from '../runs/corrected-runs.ts';
import { isUnplaced, problemSentence } from '../runs/problems.ts';
import { missingOf, undecidedRun } from '../intake/begin/answer-existing.ts';
import type { HeldRun } from '../runs/run.ts';
import { undecided } from '../allocation/copilot/doubled.ts';
import { reconcile } from '../runs/reconciliation.ts';

/** So many problems are named. */
const MOST_SHOWN = 10;

interface Unplaced {
  reference: string;
  currency: string;
  account: string | null;
  problem: string;
  amount: string;
  /** What the account names, or of a pool its metric. */
  named: string | null;
  month: string;
}

/**
 * Why a run cannot be booked, invoice by invoice: what is unallocated, what does not come to the invoice, what another
 * run charges as well, and what is charged to something that is not valid any more. Empty where nothing prevents it.
 */
export async function blockingProblems(
  tx: PoolClient,
  run: Pick<HeldRun, 'id' | 'posting_day'>,
): Promise<FieldError[]> {
  const { rows } = await tx.query<Unplaced>(
    `SELECT e.reference, e.currency, e.account, e.problem, e.amount::text AS amount, a.named, to_char(r.month, 'YYYY-MM') AS month
     FROM billing_exceptions e JOIN billing_runs r ON r.id = e.run_id
     LEFT JOIN billing_accounts a ON a.run_id = e.run_id AND coalesce(a.account, '') = e.account
     WHERE e.run_id = $1 AND (${isUnplaced('e.problem')} OR e.problem = 'pool_tag_unread') ORDER BY e.n`,
    [run.id],
  );
  const unplaced = rows.map(({ reference, currency, account, problem, amount, ...missing }) => {
    const sentence = problemSentence(problem, missing) ?? '';
    const message =
      problem === 'pool_tag_unread'
        ? `${account}: ${sentence}`
        : `${money(amount, currency)} of invoice ${reference} are unallocated, which ${whose(account)}: ${sentence}`;
    return { field: reference, message };
  });
  const differing = (await reconcile(tx, run.id)).flatMap((one) => {
    const { reference, currency, invoice, before, postings, unallocated } = one;
    if (!/[1-9]/.test(one.difference) || one.difference === unallocated) return [];
    const more = /[1-9]/.test(unallocated) ? `, with ${grouped(unallocated)} unallocated` : '';
    const booked = /[1-9]/.test(before) ? ` of which ${grouped(before)} are booked before,` : '';
    const message = `Invoice ${reference} comes to ${money(invoice, currency)},${booked} its postings to ${money(postings, currency)}${more}: they differ by ${money(one.difference, currency)}.`;
    return [{ field: reference, message }];
  });
  return [
    ...(await incomplete(tx, run.id)),
    ...unplaced,
    ...differing,
    ...(await undecided(tx, run.id)),
    ...(await noLongerValid(tx, run)),
    ...(await unchanged(tx, run.id)),
  ];
}

function whose(account: string | null): string {
  if (account === null) return 'belong to no account';
  if (isPlace(account)) return `have no account (${account.slice(NO_ACCOUNT.length)})`;
  if (isPool(account)) return `the pool ${account.slice(POOL.length)} has taken`;
  return `account ${account} is charged`;
}

/** Parts that were not sent, and another open or booked run with an invoice of the run. */
async function incomplete(tx: PoolClient, id: number): Promise<FieldError[]> {
  const missing = await missingOf(tx, id);
  const other = await undecidedRun(tx, id);
  const booked = await bookedBeside(tx, id);
  return [
    ...(missing.length > 0
      ? [
          {
            field: 'parts',
            message: `The manifest names ${listed(missing)}, which ${missing.length === 1 ? 'was' : 'were'} not sent.`,
          },
        ]
      : []),
    ...(other === null || other.booked
      ? []
      : [
          {
            field: 'existing',
            message: `Run ${other.id} has an invoice of it as well. Say whether this file is added to that run, replaces it, or is left out.`,
          },
        ]),
    ...(booked === null
      ? []
      : [
          {
            field: 'existing',
            message:
              other === null
                ? `Run ${booked} books an invoice of it as well. Allocate this run anew.`
                : `Run ${booked} books an invoice of it as well. Say whether this run books the difference, or is left out.`,
          },
        ]),
  ];
}

/** A difference run that comes to the same postings as are booked. */
async function unchanged(tx: PoolClient, id: number): Promise<FieldError[]> {
  const [last] = await correctedBy(tx, id);
  if (last === undefined) return [];
  const { rowCount } = await tx.query('SELECT 1 FROM billing_postings WHERE run_id = $1 LIMIT 1', [id]);
  if (rowCount !== 0) return [];
  const message = `It changes no posting of run ${last}, so there is nothing to be booked. Leave it out.`;
  return [{ field: 'existing', message }];
}

/**
 * Postings whose cost center or WBS element is not valid on the posting day, as the reference data are now. What a difference run
 * takes back as a whole is booked there already.
 */
async function noLongerValid(
  tx: PoolClient,
  { id, posting_day: day }: Pick<HeldRun, 'id' | 'posting_day'>,
): Promise<FieldError[]> {
  const { rows } = await tx.query<{ reference: string; currency: string; amount: string; place: string }>(
    `WITH charged AS (
       SELECT reference, currency, amount::text AS amount, wbs_element, coalesce(cost_center, wbs_element) AS place
       FROM billing_postings p WHERE run_id = $1
         AND NOT EXISTS (SELECT FROM ${bookedBefore('$1')} b WHERE ${samePlace('b', 'p')} AND b.amount + p.amount = 0)
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

/** The refusal with the reasons why a run cannot be booked. */
export function notBalanced(run: number, problems: readonly FieldError[]): Refusal {
  const shown = problems.slice(0, MOST_SHOWN).map(({ message }) => message);
  const more = problems.length - shown.length;
  if (more > 0) shown.push(`There are ${more} more.`);
  return conflict(`Run ${run} cannot be finalized. ${shown.join(' ')}`, {
    errors: problems.slice(0, MOST_SHOWN),
  });
}
