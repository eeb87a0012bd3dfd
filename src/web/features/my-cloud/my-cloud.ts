import type { ComponentType } from 'react';
import {
  explainMyCharge,
  listMyCharges,
  listMyDue,
  listMyLines,
  listMyRecords,
  listMySpend,
  readMyCloud,
  readMyRunning,
  type MyCharge,
  type MyModel,
  type MySpend,
} from '#calls/my-cloud.ts';
import { listMyLeases } from '#calls/account-leases.ts';
import { listMyClosures } from '#calls/account-life.ts';
import { listMyActivity } from '#calls/my-activity.ts';
import { listMyElsewhere } from '#calls/my-elsewhere.ts';
import { readMyAttestation } from '#calls/attestation-answers.ts';
import type { Spend } from '#calls/spend.ts';
import { queryOf, wholeQueryOf } from '#web/data/call.ts';

/** What the chart shows: sums by day and by what they are for. */
export interface ChartProps {
  sums: readonly Spend[];
  currency: string;
  /** The content of the chart, in a sentence. */
  label: string;
  onPick: (spend: Spend) => void;
}
export type SpendChart = ComponentType<ChartProps>;

export const RECORDS_PAGE = 10;
export const DUE_PAGE = 5;
export const CHARGES_PAGE = 25;
export const LINES_PAGE = 25;
export const ELSEWHERE_PAGE = 10;
export const ACTIVITY_PAGE = 10;

export const myCloudQuery = () => queryOf(readMyCloud, {});
export const myAttestationQuery = () => queryOf(readMyAttestation, {});
export const myClosuresQuery = () => queryOf(listMyClosures, {});
export const myLeasesQuery = () => queryOf(listMyLeases, {});
export const runningQuery = () => queryOf(readMyRunning, {});
export const spendQuery = () => queryOf(listMySpend, {});
export const dueQuery = (page: number) =>
  wholeQueryOf(listMyDue, { page, per_page: DUE_PAGE }, { keeps: true });
export const recordsQuery = (model: MyModel, page: number) =>
  wholeQueryOf(listMyRecords, { model, page, per_page: RECORDS_PAGE }, { keeps: true });
export const elsewhereQuery = (page: number) =>
  wholeQueryOf(listMyElsewhere, { page, per_page: ELSEWHERE_PAGE }, { keeps: true });
export const activityQuery = (page: number) =>
  wholeQueryOf(listMyActivity, { page, per_page: ACTIVITY_PAGE }, { keeps: true });
export const chargesQuery = (month: string, page: number) =>
  wholeQueryOf(listMyCharges, { month, page, per_page: CHARGES_PAGE }, { keeps: true });

const addressOf = ({ billing_run: run, posting }: MyCharge) => ({ run, posting });
export const madeOfQuery = (charge: MyCharge) => queryOf(explainMyCharge, addressOf(charge));
export const linesQuery = (charge: MyCharge, page: number) =>
  wholeQueryOf(listMyLines, { ...addressOf(charge), page, per_page: LINES_PAGE }, { keeps: true });

/** What a part of a month is called. */
export function partName({ part, service }: Pick<MySpend, 'part' | 'service'>): string {
  if (part === 'service' && service !== null) return service;
  return part === 'shared' ? 'Shared costs and rounding' : 'Other services';
}

/** The spend of one currency as the chart takes it: a bar for each month. */
export const asSums = (spend: readonly MySpend[], currency: string): Spend[] =>
  spend
    .filter((one) => one.currency === currency)
    .map((one) => ({
      identifier: one.part === 'others' ? null : partName(one),
      date: `${one.month}-01`,
      currency,
      amount: one.amount,
      bills: one.postings,
    }));

/** The months of the spend, the newest first. */
export const monthsOf = (spend: readonly MySpend[]): string[] =>
  [...new Set(spend.map(({ month }) => month))].toSorted().toReversed();
