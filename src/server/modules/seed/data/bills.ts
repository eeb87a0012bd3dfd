import { costCenters } from './cost-centers.ts';

/** A bill of the example data: `monthsAgo` counts from the month of the first start. */
export interface ExampleBill {
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

export const MONTHS = 24;

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
export const bills: readonly ExampleBill[] = costCenters.flatMap((center, at) => {
  const share = center.owner === HEAVIEST.owner ? HEAVIEST.factor : 1;
  const base = share * (40_000 + Math.round(wave(at, 1) ** 3 * 2_400_000));
  return Array.from({ length: MONTHS }, (_, monthsAgo): ExampleBill[] => {
    const age = monthsAgo * 30;
    if (-center.active < age || (center.expires !== undefined && center.expires < -age)) return [];
    const provider = PROVIDERS[at % PROVIDERS.length] ?? 'aws';
    const growth = 1.018 ** (MONTHS - monthsAgo) * (0.9 + wave(at, monthsAgo) * 0.2);
    return SERVICES[provider].map((lineItem, nth) => ({
      monthsAgo,
      provider,
      identifier: center.identifier,
      company: center.company,
      currency: CURRENCIES[center.company.slice(0, 2)] ?? 'USD',
      cents: Math.round(base * growth * (nth === 0 ? 0.68 : 0.32)),
      unit: center.unit,
      activity: nth === 0 ? 'Compute' : 'Data',
      lineItem,
    }));
  }).flat();
});
