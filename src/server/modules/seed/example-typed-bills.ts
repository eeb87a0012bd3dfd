import { glDefaults } from '#resources/companies.ts';
import { bills } from './data/bills.ts';
import { accounts } from './data/inventory.ts';
import { monthStart } from './days.ts';
import { add, idsBy, type Chapter } from './example-reference-data.ts';

/** The months whose bills come from billing runs: two that are closed, and the open one. */
const MONTHS_OF_RUNS = 3;

const payers = new Set(accounts.map(({ cost_center }) => cost_center));

/** Whether somebody typed a bill in: it is older than the runs, or of a cost center that pays for no account. */
const isTypedIn = ({ monthsAgo, identifier }: (typeof bills)[number]): boolean =>
  monthsAgo >= MONTHS_OF_RUNS || !payers.has(identifier);

/** What the cost centers were charged, month by month. */
export async function addBills(chapter: Chapter): Promise<void> {
  const typedIn = chapter.runsFollow ? bills.filter(isTypedIn) : bills;
  const unit = await idsBy(chapter, 'business_units', 'name');
  await add(
    chapter,
    'cloud_bills',
    typedIn.map(({ monthsAgo, cents, unit: unitName, lineItem, company, ...bill }) => ({
      ...bill,
      date: monthStart(chapter.today, monthsAgo),
      company_code: company,
      account: glDefaults(company)[`${bill.provider}_gl`],
      reference: `${bill.provider.toUpperCase()}-${monthStart(chapter.today, monthsAgo).slice(0, 7)}`,
      amount: (cents / 100).toFixed(2),
      business_units_id: unit(unitName),
      line_item: lineItem,
    })),
  );
}
