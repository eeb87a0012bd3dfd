import type { PoolClient } from 'pg';
import type { Difference } from '#calls/review.ts';
import type { FieldError } from '#kernel/errors.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { addStep, type HeldRun } from '../runs/run.ts';
import { readRow } from './compare-review.ts';
import { gathered, placeOf } from './gather.ts';
import { findPlaces } from './places.ts';
import { keptPostings, type KeptPosting, replacePostings } from './posting.ts';

/** A difference that was accepted; `lost` where it does not hold with the postings of now. */
interface AcceptedDifference extends Difference {
  lost?: true;
}

/** The accepted changes of one reviewed workbook. */
interface Accepted {
  by: string;
  differences: AcceptedDifference[];
}

/** A difference as it is with the postings of now: what its posting becomes, or why it does not hold any more. */
interface Applied {
  difference: Difference;
  /** The number that its posting has now; null where there is none. */
  posting: number | null;
  becomes: KeptPosting[];
  why: string | null;
}

const NOT_THERE = 'The posting is not there with this amount any more.';
const NOT_TOGETHER = 'It goes together with one that does not hold any more.';

/**
 * Applies what was accepted of reviewed workbooks to the postings of a run that was allocated anew. A difference holds where its
 * posting is there with the same amount and what it is charged to is still valid; those that move amounts between postings
 * of an invoice hold together or not at all. What does not hold waits in the run until somebody accepts that, and is tried
 * again by each allocation until then.
 * @returns whether all of it holds
 */
export async function applyAccepted(
  tx: PoolClient,
  run: Pick<HeldRun, 'id' | 'posting_day'>,
): Promise<boolean> {
  const { rows } = await tx.query<{ accepted: Accepted[] }>(
    'SELECT accepted FROM billing_runs WHERE id = $1',
    [run.id],
  );
  const accepted = rows[0]?.accepted ?? [];
  if (accepted.length === 0) return true;
  const lost: Difference[] = [];
  const kept: Accepted[] = [];
  for (const { by, differences } of accepted) {
    // Whether each of them was lost before does not matter any more.
    const requested = differences.map(({ lost: _, ...difference }) => difference);
    const applied = await applyOne(tx, run, requested);
    lost.push(
      ...applied.flatMap(({ difference, why }) =>
        why === null
          ? []
          : [{ ...difference, message: `It was accepted that this changes: ${difference.message} ${why}` }],
      ),
    );
    kept.push({
      by,
      differences: applied.map(({ difference, why }) =>
        why === null ? difference : { ...difference, lost: true },
      ),
    });
  }
  const total = accepted.reduce((sum, { differences }) => sum + differences.length, 0);
  const detail =
    lost.length === 0
      ? `All of it holds: ${total} ${total === 1 ? 'difference' : 'differences'}.`
      : `${total - lost.length} of ${total} differences hold. Somebody has to accept that the others do not.`;
  await addStep(tx, run.id, { name: 'Apply what was accepted of reviewed workbooks', done: true, detail });
  const review = lost.length > 0 ? { postings: [], parts: [], differences: lost, lost: true } : null;
  await tx.query('UPDATE billing_runs SET accepted = $2, review = $3 WHERE id = $1', [
    run.id,
    JSON.stringify(kept),
    review && JSON.stringify(review),
  ]);
  return lost.length === 0;
}

async function applyOne(
  tx: PoolClient,
  run: Pick<HeldRun, 'id' | 'posting_day'>,
  differences: readonly Difference[],
): Promise<Applied[]> {
  const kept = await keptPostings(tx, run.id);
  const byPlace = Map.groupBy(kept.values(), placeOf);
  const names = differences.flatMap(({ now }) => now.map((one) => one.cost_center ?? one.wbs_element ?? ''));
  const places = await findPlaces(tx, [...new Set(names)], run.posting_day);
  const applied = differences.map((difference): Applied => {
    const { provider, reference, currency, was, now } = difference;
    const before = byPlace
      .get(placeOf({ reference, currency, ...was }))
      ?.find(({ cloud }) => provider === undefined || cloud === provider);
    if (before?.amount !== was.amount) return { difference, posting: null, becomes: [], why: NOT_THERE };
    const errors: FieldError[] = [];
    const becomes = now.flatMap((one) => {
      const row = {
        row: 0,
        posting: before.n,
        company: one.company_code,
        reference,
        currency,
        gl: one.gl_account,
        center: one.cost_center ?? '',
        wbs: one.wbs_element ?? '',
        amount: one.amount,
      };
      return readRow(row, before, places, run.posting_day, errors) ?? [];
    });
    const isSame = becomes.every((one, at) => one.company_code === now[at]?.company_code);
    const why = errors.length > 0 || !isSame ? 'What it is charged to is not valid any more.' : null;
    return { difference, posting: before.n, becomes, why };
  });
  const results = together(applied);
  const requested = new Map([...kept].map(([n, posting]) => [n, [posting]]));
  for (const { posting, becomes, why } of results)
    if (posting !== null && why === null) requested.set(posting, becomes);
  await replacePostings(tx, run.id, gathered(requested, Math.max(0, ...kept.keys())));
  return results;
}

const invoiceOf = ({ reference, currency }: Difference) => JSON.stringify([reference, currency]);
const isWhole = ({ was, now }: Difference) =>
  sumOfDecimals([was.amount, ...now.map(({ amount }) => amount)]) === sumOfDecimals([was.amount, was.amount]);

/** Differences that leave their posting with another amount hold where all of those of the invoice do. */
function together(applied: readonly Applied[]): Applied[] {
  const broken = new Set(
    applied.flatMap(({ difference, why }) =>
      why !== null && !isWhole(difference) ? [invoiceOf(difference)] : [],
    ),
  );
  return applied.map((one) =>
    one.why === null && !isWhole(one.difference) && broken.has(invoiceOf(one.difference))
      ? { ...one, why: NOT_TOGETHER }
      : one,
  );
}

/** Gives up the changes of a reviewed workbook that nobody has accepted: its run is another one now. */
export async function giveUpReview(tx: PoolClient, run: number): Promise<void> {
  const { rows } = await tx.query<{ waits: boolean }>(
    `SELECT review IS NOT NULL AND review -> 'lost' IS NULL AS waits FROM billing_runs WHERE id = $1`,
    [run],
  );
  if (rows[0]?.waits === true)
    await addStep(tx, run, {
      name: 'Give up the reviewed workbook that was not accepted',
      done: true,
      detail: 'It was made of other postings. Please review the workbook that the run has now.',
    });
  await tx.query('UPDATE billing_runs SET review = NULL WHERE id = $1', [run]);
}
