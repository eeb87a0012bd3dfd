import { glDefaults } from '#resources/companies.ts';
import { monthStart } from './days.ts';
import { daysOf, idsBy, readExample, type Filling } from './read-example.ts';

/** A bill of the example data: `monthsAgo` counts from the month of the first start. */
interface ExampleBill {
  monthsAgo: number;
  provider: 'aws' | 'azure' | 'gcp';
  identifier: string;
  company: string;
  currency: 'USD' | 'EUR' | 'GBP';
  cents: number;
  unit: string;
  activity: string;
  lineItem: string;
}

const MONTHS = 24;

const CURRENCIES: Readonly<Record<string, ExampleBill['currency']>> = {
  '21': 'EUR',
  '35': 'EUR',
  '52': 'EUR',
  '31': 'GBP',
};
const SERVICES = {
  aws: ['Amazon EC2', 'Amazon RDS'],
  azure: ['Virtual Machines', 'Azure SQL Database'],
  gcp: ['Compute Engine', 'BigQuery'],
} as const;
/** One owner runs what players use, and with it much of the spend. */
const HEAVIEST = { owner: 'maya.desai@example.com', factor: 3 };
const PROVIDERS = ['aws', 'azure', 'gcp'] as const;

/** Between 0 and 1, the same for the same numbers. */
const wave = (a: number, b: number) => (((Math.sin(a * 12.9898 + b * 78.233) * 43_758.5453) % 1) + 1) % 1;

/** Spend that grows by some percent a month, with a peak in winter, of centers that were active already. */
function bills(): ExampleBill[] {
  return readExample('cost_centers').flatMap((center, at) => {
    const { identifier = '', companies_code: company = '', business_unit_name: unit = '' } = center;
    const [active, expires] = [daysOf(center['active_at']) ?? 0, daysOf(center['expired_at'])];
    const share = center['cloud_contact_email'] === HEAVIEST.owner ? HEAVIEST.factor : 1;
    const base = share * (40_000 + Math.round(wave(at, 1) ** 3 * 2_400_000));
    return Array.from({ length: MONTHS }, (_, monthsAgo): ExampleBill[] => {
      const age = monthsAgo * 30;
      if (-active < age || (expires !== null && expires < -age)) return [];
      const provider = PROVIDERS[at % PROVIDERS.length] ?? 'aws';
      const growth = 1.018 ** (MONTHS - monthsAgo) * (0.9 + wave(at, monthsAgo) * 0.2);
      return SERVICES[provider].map((lineItem, nth) => ({
        monthsAgo,
        provider,
        identifier,
        company,
        currency: CURRENCIES[company.slice(0, 2)] ?? 'USD',
        cents: Math.round(base * growth * (nth === 0 ? 0.68 : 0.32)),
        unit,
        activity: nth === 0 ? 'Compute' : 'Data',
        lineItem,
      }));
    }).flat();
  });
}

/** The months whose bills come from billing runs: two that are closed, and the open one. */
const MONTHS_OF_RUNS = 3;

/** Writes what the cost centers were charged, month by month; with runs only what these do not book. */
export async function addBills({ tx, services, who, today, runsFollow }: Filling): Promise<void> {
  const payers = new Set(readExample('cloud_parents').map(({ cost_center: center }) => center));
  // Older than the runs, or of a cost center that pays for no account.
  const isTypedIn = ({ monthsAgo, identifier }: ExampleBill) =>
    monthsAgo >= MONTHS_OF_RUNS || !payers.has(identifier);
  const unitId = await idsBy(tx, 'business_units', 'name');
  const typed = bills()
    .filter((bill) => !runsFollow || isTypedIn(bill))
    .map(({ monthsAgo, cents, unit, lineItem, company, ...bill }) => ({
      ...bill,
      date: monthStart(today, monthsAgo),
      company_code: company,
      account: glDefaults(company)[`${bill.provider}_gl`],
      reference: `${bill.provider.toUpperCase()}-${monthStart(today, monthsAgo).slice(0, 7)}`,
      amount: (cents / 100).toFixed(2),
      business_units_id: unitId(unit),
      line_item: lineItem,
    }));
  await services.createMany(
    tx,
    'cloud_bills',
    typed.map((values) => ({ values })),
    who,
  );
}
