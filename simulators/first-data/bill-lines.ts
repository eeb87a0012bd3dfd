import { createHash } from 'node:crypto';
import { dayAfter } from '#kernel/dates.ts';
import type { Runner } from '#server/platform/database/database.ts';

const SERVICES = {
  aws: ['AmazonEC2', 'AmazonS3', 'AmazonRDS'],
  azure: ['Virtual Machines', 'Storage', 'SQL Database'],
  gcp: ['Compute Engine', 'Cloud Storage', 'BigQuery'],
} as const;
export type SimulatedCloud = keyof typeof SERVICES;

const PARENTS = { aws: 'AwsCloudParent', azure: 'AzureCloudParent', gcp: 'GcpCloudParent' } as const;
/** An account that no inventory has. */
const UNKNOWN = {
  aws: '620938471155',
  azure: '5d0c7b1e-93af-4c52-8a66-0b7f2f4e9d31',
  gcp: 'player-insights-preview',
} as const;
/** The products bought for all accounts together, and their prices. */
const PURCHASES = {
  aws: ['AWS Support (Business)', '1180.00'],
  azure: ['Reserved VM Instance, Standard_D4s_v5, West Europe', '2460.00'],
  gcp: ['Enhanced Support', '500.00'],
} as const;

/** The subject of a bill: a cloud, and a month as YYYY-MM. */
export interface BillOf {
  cloud: SimulatedCloud;
  month: string;
  /** Whether it is the month that is closed next, in which not everything has its place yet. */
  isNewest: boolean;
  /** The last day that has costs, YYYY-MM-DD, of an export that has each day apart; absent for the bill of a month. */
  until?: string;
}

export interface SimulatedLine {
  /** Null for what has none. */
  account: string | null;
  kind: 'usage' | 'purchase' | 'tax';
  service: string;
  /** As a decimal. */
  amount: string;
  /** YYYY-MM-DD */
  day: string;
  tags: Readonly<Record<string, string>>;
}

/** So many lines of a bill are corrected afterwards. */
const MOST_WRONG = 3;

interface Parent {
  account: string;
  name: string | null;
  owner: string | null;
  center: string | null;
}

const PAID = `SELECT FROM cost_centers c WHERE lower(btrim(c.identifier)) = lower(btrim(p.cost_center))
  AND c.active_at <= $2::date AND coalesce(c.expired_at >= $2::date, true)`;

/** The last day of a month, YYYY-MM-DD, as which bills are charged. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** A number of 32 bits, the same for the same words. */
const numberOf = (...words: readonly string[]): number =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE(0);

/** Cents as a decimal. */
export const decimalOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
/** A decimal with two places in cents. */
export const centsOf = (amount: string): number => Number(amount.replace('.', ''));

/** About as much in each month: within a tenth of what it costs at all times. */
function costOf(account: string, service: string, month: string): string {
  const cents = 1000 + (numberOf(account, service) % 400_000);
  const percent = 90 + (numberOf(account, service, month) % 21);
  return decimalOf(Math.floor((cents * percent) / 100));
}

/** Of five services of an account, one has no tag at all, and one lacks that of its owner. */
function tagsOf({ account, name, owner, center }: Parent, service: string): Record<string, string> {
  const left = numberOf('tags', account, service) % 5;
  if (left === 0) return {};
  return {
    ...(center && { cost_center: center }),
    ...(owner && left > 1 && { owner }),
    ...(name && { project_name: name }),
  };
}

/**
 * The costs of each account of a cloud in a month, by service, and behind that the tax of all. An account whose cost center was not
 * valid then is charged in the newest month alone, so that what is closed has nothing to be worked through; that month also has
 * an account that nobody knows and something that was bought for none.
 */
export async function linesOf(db: Runner, of: BillOf): Promise<SimulatedLine[]> {
  const { cloud, month, isNewest, until } = of;
  const { rows } = await db.query<Parent>({
    text: `SELECT btrim(p.identifier) AS account, p.name, p.cloud_contact_email AS owner, nullif(btrim(p.cost_center), '') AS center
      FROM cloud_parents p WHERE p.provider_type = $1 AND NOT p.terminated AND btrim(p.identifier) <> ''
        AND ($3 OR nullif(btrim(p.cost_center), '') IS NULL OR EXISTS (${PAID})) ORDER BY 1`,
    values: [PARENTS[cloud], lastDayOf(month), isNewest],
  });
  if (rows.length === 0) return [];
  if (until !== undefined) return dailyLines(of, rows, until);
  const unknown = { account: UNKNOWN[cloud], name: null, owner: null, center: null };
  const used = [...rows, ...(isNewest ? [unknown] : [])].flatMap((parent) =>
    SERVICES[cloud].map((service, at): SimulatedLine => {
      const day = `${month}-${String(2 + at * 9).padStart(2, '0')}`;
      const amount = costOf(parent.account, service, month);
      return { account: parent.account, kind: 'usage', service, amount, day, tags: tagsOf(parent, service) };
    }),
  );
  const [bought, price] = PURCHASES[cloud];
  const purchase: SimulatedLine = {
    account: null,
    kind: 'purchase',
    service: bought,
    amount: price,
    day: `${month}-01`,
    tags: {},
  };
  return withTax(isNewest ? [...used, purchase] : used);
}

/** So many days up to the last one cost much more than is usual, of one service of one account. */
const UNUSUAL_DAYS = 2;
const UNUSUAL_TIMES = 6;
/** The cloud in which that is. */
const UNUSUAL_CLOUD = 'aws';
/** Weekends cost less; the shares of a week come to seven. */
const OF_WEEKDAYS = [0.7, 1.12, 1.12, 1.12, 1.12, 1.12, 0.7];

/** About the same costs by day, up to the last one: what the running month costs so far, or an earlier one did. */
function dailyLines({ cloud, month }: BillOf, parents: readonly Parent[], until: string): SimulatedLine[] {
  const [first] = SERVICES[cloud];
  const daily = (account: string, service: string) => centsOf(costOf(account, service, '')) / 30;
  const [unusual] = parents.toSorted((one, other) => daily(other.account, first) - daily(one.account, first));
  const lines: SimulatedLine[] = [];
  const last = [lastDayOf(month), until].toSorted()[0] ?? until;
  for (let day = `${month}-01`; day <= last; day = dayAfter(day, 1)) {
    const at = new Date(`${day}T00:00:00Z`);
    const ago = (Date.parse(until) - at.getTime()) / 86_400_000;
    const isUnusual = cloud === UNUSUAL_CLOUD && ago < UNUSUAL_DAYS;
    for (const parent of parents)
      for (const service of SERVICES[cloud]) {
        const { account } = parent;
        const times = isUnusual && parent === unusual && service === first ? UNUSUAL_TIMES : 1;
        const share =
          ((OF_WEEKDAYS[at.getUTCDay()] ?? 1) * (94 + (numberOf(account, service, day) % 13))) / 100;
        const amount = decimalOf(Math.round(daily(account, service) * share * times));
        lines.push({ account, kind: 'usage', service, amount, day, tags: tagsOf(parent, service) });
      }
  }
  return lines;
}

/** Lines of a month with the tax of all, a fiftieth, behind them. */
function withTax(lines: readonly SimulatedLine[]): SimulatedLine[] {
  const cents = lines.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  const day = lines[0]?.day ?? '';
  const amount = decimalOf(Math.round(cents / 50));
  return [...lines, { account: null, kind: 'tax', service: 'Tax', amount, day, tags: {} }];
}

/** The lines of a closed month as they are corrected afterwards: some cost half as much, and the tax is less with them. */
export async function correctedLinesOf(db: Runner, of: BillOf, service: string): Promise<SimulatedLine[]> {
  const lines = (await linesOf(db, of)).filter(({ kind }) => kind !== 'tax');
  const wrong = lines.filter((line) => line.service === service).slice(0, MOST_WRONG);
  const half = (amount: string) => decimalOf(Math.floor(centsOf(amount) / 2));
  return withTax(lines.map((line) => (wrong.includes(line) ? { ...line, amount: half(line.amount) } : line)));
}
