import { accounts } from './data/inventory.ts';
import { monthStart } from './days.ts';
import { add, idsBy, type Chapter } from './example-reference-data.ts';

const COST_CENTER = '2400410010';
const ACCOUNT = 'data-lake-production';
const UNIT = 'Gaming';

/** A budget of each kind. The bills of the example go beyond the first one each month, and stay far below the others. */
export async function addBudgets(chapter: Chapter): Promise<void> {
  const center = await idsBy(chapter, 'cost_centers', 'identifier');
  const unit = await idsBy(chapter, 'business_units', 'name');
  const account = accounts.find(({ name }) => name === ACCOUNT)?.identifier;
  const [monthly, yearly] = [monthStart(chapter.today, 5), monthStart(chapter.today, 11)];
  const month = { period: 'month', starts_on: monthly };
  await add(chapter, 'budgets', [
    {
      name: 'Player Accounts',
      cost_center_id: center(COST_CENTER),
      amount: '18000.00',
      currency: 'USD',
      ...month,
    },
    { name: 'Data Lake, production', account, amount: '12000.00', currency: 'EUR', ...month },
    {
      name: 'Gaming, on AWS',
      business_units_id: unit(UNIT),
      amount: '600000.00',
      currency: 'USD',
      period: 'year',
      starts_on: yearly,
      thresholds: '75, 90, 100',
    },
  ]);
}
