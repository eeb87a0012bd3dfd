import type { PoolClient } from 'pg';
import type { Difference } from '#calls/review.ts';
import { billedCloud } from '#kernel/billing/clouds.ts';
import { conflict, invalid, type FieldError } from '#kernel/errors.ts';
import { decimalOf } from '#kernel/fields/money.ts';
import { money } from '#kernel/written.ts';
import { inTurns } from '#server/engine/in-turns.ts';
import { decimalsOf } from '#kernel/currencies.ts';
import { PRE_AP } from './pre-ap/pre-ap-sheet.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import type { HeldRun } from '../runs/run.ts';
import { differenceOf } from './difference.ts';
import { gathered } from './gather.ts';
import { findPlaces, type Place } from './places.ts';
import { type Gathered, keptPostings, type KeptPosting } from './posting.ts';
import { mistakeAt, MOST_MISTAKES, type ReviewRow } from './review-row.ts';

/** The changes of a reviewed workbook: all postings, and how they differ from those of the run. */
export interface Review extends Gathered {
  differences: Difference[];
}

const centerOf = (one: Pick<KeptPosting, 'cost_center' | 'wbs_element'>) =>
  one.cost_center ?? one.wbs_element ?? '';
const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Compares the rows of a reviewed workbook with the postings of its run.
 * @throws {Refusal} 422 that names the rows and columns that are wrong; 409 where the totals do not agree, with the
 *   invoices and by how much
 */
export async function compareReview(
  tx: PoolClient,
  run: Pick<HeldRun, 'id' | 'posting_day'>,
  rows: readonly ReviewRow[],
): Promise<Review> {
  const kept = await keptPostings(tx, run.id);
  const moved = rows.flatMap((row) => {
    const before = kept.get(row.posting);
    const name = row.center || row.wbs;
    return before && !sameName(name, centerOf(before)) ? [name] : [];
  });
  const places = await findPlaces(tx, [...new Set(moved)], run.posting_day);
  const errors: FieldError[] = [];
  const requested = new Map<number, KeptPosting[]>();
  await inTurns(rows, async (row) => {
    const before = kept.get(row.posting);
    const after = before
      ? readRow(row, before, places, run.posting_day, errors)
      : mistake(errors, row, PRE_AP.posting, `run ${run.id} has no posting ${row.posting}.`);
    if (after) requested.set(row.posting, [...(requested.get(row.posting) ?? []), after]);
  });
  if (errors.length > 0) throw invalid(errors.slice(0, MOST_MISTAKES));
  demandTotals(run.id, [...kept.values()], [...requested.values()].flat());
  const differences = [...kept.values()].flatMap(
    (before) => differenceOf(before, requested.get(before.n) ?? []) ?? [],
  );
  const last = Math.max(0, ...kept.keys());
  return { ...gathered(requested, last), differences };
}

function mistake(errors: FieldError[], { row }: ReviewRow, column: string, what: string): null {
  errors.push(mistakeAt(row, column, what));
  return null;
}

/** A row as a posting, which is a part of the one before; null where it is wrong, which is reported among the errors. */
export function readRow(
  row: ReviewRow,
  before: KeptPosting,
  places: ReadonlyMap<string, Place>,
  day: string,
  errors: FieldError[],
): KeptPosting | null {
  const wrong = (column: string, what: string) => mistake(errors, row, column, what);
  if (row.reference !== before.reference)
    return wrong(PRE_AP.reference, `the posting is of invoice ${before.reference}.`);
  if (row.currency !== before.currency)
    return wrong(PRE_AP.currency, `the posting is in ${before.currency}.`);
  const amount = decimalOf(row.amount, decimalsOf(before.currency));
  if (amount === null)
    return wrong(
      PRE_AP.amount,
      `'${row.amount.slice(0, 60)}' is no amount in the decimals of ${before.currency}.`,
    );
  if ((row.center === '') === (row.wbs === ''))
    return wrong(PRE_AP.center, 'exactly one of cost center and WBS element must be there.');
  const name = row.center || row.wbs;
  const column = row.center === '' ? PRE_AP.wbs : PRE_AP.center;
  const gl = row.gl === '' ? before.gl_account : row.gl;
  if (sameName(name, centerOf(before))) {
    if (row.company !== before.company_code)
      return wrong(PRE_AP.company, `${name} belongs to company ${before.company_code}.`);
    return { ...before, amount, gl_account: gl };
  }
  const place = places.get(name.toLowerCase());
  if (!place) return wrong(column, `${name.slice(0, 60)} was not found.`);
  if (!place.valid) return wrong(column, `${place.identifier} is not valid on ${day}.`);
  if (place.company_code === null) return wrong(column, `no company is known of ${place.identifier}.`);
  if (row.company !== before.company_code && row.company !== place.company_code)
    return wrong(PRE_AP.company, `${place.identifier} belongs to company ${place.company_code}.`);
  const known = glOf(place, before.cloud);
  const isGiven = gl !== before.gl_account;
  const isSameCompany = place.company_code === before.company_code;
  const account = isGiven || isSameCompany ? gl : known;
  if (account === null)
    return wrong(PRE_AP.gl, `company ${place.company_code} has no GL account for this cloud.`);
  return {
    ...before,
    amount,
    company_code: place.company_code,
    gl_account: account,
    cost_center: place.is_wbs ? null : place.identifier,
    wbs_element: place.is_wbs ? place.identifier : null,
    business_units_id: place.business_units_id,
    business_unit: place.business_unit,
    owner_email: place.owner_email,
    cost_center_id: place.cost_center_id,
    cost_center_network_id: place.cost_center_network_id,
  };
}

function glOf(place: Place, cloud: string): string | null {
  const field = billedCloud(cloud)?.glField;
  return (field && place[field]) || null;
}

/** @throws {Refusal} 409 */
function demandTotals(run: number, kept: readonly KeptPosting[], requested: readonly KeptPosting[]): void {
  const totals = (postings: readonly KeptPosting[]) =>
    Map.groupBy(postings, ({ reference, currency }) => `${reference} ${currency}`);
  const now = totals(requested);
  const errors = [...totals(kept)].flatMap(([key, postings]) => {
    const [{ reference, currency } = { reference: '', currency: '' }] = postings;
    const due = sumOfDecimals(postings.map(({ amount }) => amount));
    // None may be left of an invoice; its sum is nothing in the same decimals.
    const amounts = (now.get(key) ?? []).map(({ amount }) => amount);
    const sum = sumOfDecimals([...amounts, due, negated(due)]);
    if (sum === due) return [];
    const difference = sumOfDecimals([sum, negated(due)]);
    const message = `Invoice ${reference} comes to ${money(sum, currency)} in the workbook and to ${money(due, currency)} in run ${run}: they differ by ${money(difference, currency)}.`;
    return [{ field: reference, message }];
  });
  if (errors.length === 0) return;
  const shown = errors.slice(0, MOST_MISTAKES);
  throw conflict(`The totals do not agree. ${shown.map(({ message }) => message).join(' ')}`, {
    errors: shown,
  });
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
