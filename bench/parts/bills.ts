import pg from 'pg';
import { readChargedIdentifiers, readSpend } from '#server/behaviours/cloud-bills/spend.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { atMost, median, onlyTold, type Figure } from '../figures.ts';
import { createOnce } from '../sized-tables.ts';
import type { World } from '../world.ts';

/** How many bills there are, and of how many cost centers. */
interface Size {
  bills: number;
  payers: number;
}
const SMALL: Size = { bills: 100_000, payers: 300 };
const MORE_BILLS: Size = { bills: 1_000_000, payers: 300 };
const MORE_PAYERS: Size = { bills: 1_000_000, payers: 3000 };
const ROUNDS = 15;
/** As the chart asks. */
const YEAR = { start: '2026-01-01', end: '2026-12-31', largest: 12 };
const MOST_MS = 150;
const MOST_SEARCH_MS = 100;
/** How many times as long a chart may take over ten times as many bills. */
const MOST_GROWTH = 1.5;

/** Two years of bills on the first of each month, in three currencies. */
const FILL = `INSERT INTO cloud_bills (date, provider, currency, reference, identifier, amount, line_item)
  SELECT make_date(2025 + n / 12 % 2, 1 + n % 12, 1), 'aws', (ARRAY['USD', 'EUR', 'GBP'])[1 + (n / 24) % 3],
    'INV-' || n, 'CC' || lpad(((n / 24) % $2)::text, 5, '0'), (n % 100000) / 100.0, 'Line ' || n
  FROM generate_series(1, $1) n`;

/** The question of the chart as anybody would write it over the bills themselves. */
const PLAIN = `SELECT identifier, date, currency, sum(amount) AS amount, count(*) AS bills FROM cloud_bills
  WHERE date BETWEEN '${YEAR.start}' AND '${YEAR.end}' GROUP BY identifier, date, currency`;

/** A year's chart over bills, and cost centers, that grow; beside the plainest statement over the same bills. */
export async function measureBills(world: World, say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  const taken = new Map<Size, number>();
  for (const size of [SMALL, MORE_BILLS, MORE_PAYERS]) {
    const db = await openBills(world.connectionString, size, say);
    try {
      const ours = await middle(() => readSpend(db, YEAR));
      const plain = await middle(() => db.query(PLAIN));
      taken.set(size, ours);
      const beside = `plain SQL over the bills ${plain.toFixed(0)} ms`;
      const payers = size.payers.toLocaleString('en');
      const name = `a year's chart: ${size.bills.toLocaleString('en')} bills of ${payers}`;
      figures.push(atMost(name, ours, MOST_MS, { unit: 'ms', digits: 1, beside }));
      const search = await middle(() => readChargedIdentifiers(db, '7'));
      figures.push(
        atMost(`search among ${payers} identifiers`, search, MOST_SEARCH_MS, { unit: 'ms', digits: 1 }),
      );
    } finally {
      await db.close();
    }
  }
  const times = (size: Size, other: Size) =>
    (taken.get(size) ?? Number.NaN) / (taken.get(other) ?? Number.NaN);
  const unit = { unit: 'times', digits: 2 };
  return [
    ...figures,
    atMost("a year's chart over ten times the bills", times(MORE_BILLS, SMALL), MOST_GROWTH, unit),
    onlyTold("a year's chart over ten times the cost centers", times(MORE_PAYERS, MORE_BILLS), unit),
  ];
}

async function middle(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** A database beside the world's own, made once and found again where the world's folder is kept. */
async function openBills(
  connectionString: string,
  { bills, payers }: Size,
  say: (line: string) => void,
): Promise<Database> {
  const address = new URL(connectionString);
  const name = `bills_${bills}_of_${payers}`;
  address.pathname = `/${name}`;
  await createOnce(connectionString, name);
  await migrate(address.href);
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM cloud_bills LIMIT 1');
    if (rowCount === 0) {
      say(`adding ${bills} bills of ${payers} cost centers …`);
      await client.query('BEGIN');
      // The words of bills are no part of the question, and indexing a million of them takes minutes.
      await client.query('DROP INDEX cloud_bills_search');
      await client.query(FILL.replace('$1', String(bills)).replace('$2', String(payers)));
      await client.query('COMMIT');
      await client.query('VACUUM ANALYZE');
    }
  } finally {
    await client.end();
  }
  return openDatabase({ connectionString: address.href, poolSize: 1 });
}
