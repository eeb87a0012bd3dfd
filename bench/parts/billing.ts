import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { deskOf, type Desk } from '../billing/desk.ts';
import { ACCOUNTS, INVOICE, subscription, TEXT_COLUMNS, writeWideFile } from '../billing/wide-file.ts';
import { atMost, onlyTold, type Figure } from '../figures.ts';
import { peakDuring } from '../memory.ts';
import { startPortal } from '../portal.ts';
import { createOnce } from '../sized-tables.ts';
import type { World } from '../world.ts';

/** The largest of the sizes that are measured; `--rows 100000` takes another. */
const linesOf = ({ sizes }: World) => Math.max(...sizes);
const MOST_TIMES = 2.5;
const MOST_MB = 512;
const MOST_LIST_MS = 100;
const MOST_AGAIN_MS = 1000;
const PATIENCE_MS = 600_000;
const ASK_MS = 100;
/** A person looks at a list now and then. */
const LIST_EVERY_MS = 250;
const LIST = '/api/cost_centers?page=1&per_page=25';
const OPEN = ['needs_review', 'ready'];
const MONTH = '2026-03';

interface Run {
  id: number;
  state: string;
  error: string | null;
  lines: number;
  steps: { name: string; started_at: string; finished_at: string | null }[];
  files: { id: string; name: string }[];
}

/** One company, sixty cost centers, and every account but the first in the inventory. */
const ESTATE = [
  `INSERT INTO companies (code, azure_gl) VALUES ('1000', '520109')`,
  `INSERT INTO cloud_contacts (email, terminated) VALUES ('owner@example.com', false)`,
  `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
   SELECT 'CC' || n, '1000', m.id, c.id, '2020-01-01', true FROM companies m, cloud_contacts c, generate_series(0, 59) n`,
];

async function addEstate(db: Database): Promise<void> {
  for (const sql of ESTATE) await db.query(sql);
  const accounts = Array.from({ length: ACCOUNTS - 1 }, (_, at) => subscription(at + 1));
  await db.query(
    `INSERT INTO cloud_parents (identifier, cost_center, provider_type, terminated)
     SELECT account, 'CC' || n % 60, 'AzureCloudParent', false FROM unnest($1::text[]) WITH ORDINALITY AS each(account, n)`,
    [accounts],
  );
}

/** What anybody would do with the file: COPY into a table of texts, and the sums by account. @returns seconds */
async function plainly(connectionString: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`DROP TABLE IF EXISTS plain_bill; CREATE TABLE plain_bill (${TEXT_COLUMNS})`);
    const began = performance.now();
    const copy = client.query(copyFrom('COPY plain_bill FROM STDIN (FORMAT csv, HEADER)'));
    await pipeline(createReadStream(file), copy);
    await client.query(
      `SELECT invoiceid, billingcurrency, subscriptionid, sum(costinbillingcurrency::numeric), count(*)
       FROM plain_bill GROUP BY 1, 2, 3`,
    );
    const seconds = (performance.now() - began) / 1000;
    await client.query('DROP TABLE plain_bill');
    return seconds;
  } finally {
    await client.end();
  }
}

async function until(desk: Desk, id: number, there: (run: Run) => boolean): Promise<Run> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const run = await desk.get<Run>(`/api/billing_runs/${id}`);
    if (run.state !== 'processing' && !OPEN.includes(run.state))
      throw new Error(`The run is ${run.state}: ${run.error}`);
    if (there(run)) return run;
    await pause(ASK_MS);
  }
  throw new Error('The run did not end.');
}

const untilOpen = (desk: Desk, id: number) => until(desk, id, ({ state }) => OPEN.includes(state));

const hasWorkbook = ({ files, id }: Run) => files.some(({ name }) => name === `pre_ap_run_${id}.xlsx`);

/** What finance asks first of a workbook. @throws {Error} where an invoice is not what becomes of it */
async function demandBalance(desk: Desk, id: number): Promise<void> {
  const sums = await desk.get<{ difference: string; unallocated: string; confirmed: boolean }[]>(
    `/api/billing_runs/${id}/reconciliation`,
  );
  const differs = sums.filter(({ difference, unallocated }) => Number(difference) !== Number(unallocated));
  if (sums.length === 0 || differs.length > 0)
    throw new Error(`The workbook does not balance: ${JSON.stringify(differs)}`);
}

/** Asks for a list now and then until `work` is done. @returns its value, and the milliseconds of each list in order */
async function withLists<T>(desk: Desk, work: () => Promise<T>): Promise<{ value: T; lists: number[] }> {
  const lists: number[] = [];
  const end = new AbortController();
  const looking = (async () => {
    while (!end.signal.aborted) {
      const began = performance.now();
      await desk.get(LIST);
      lists.push(performance.now() - began);
      await pause(LIST_EVERY_MS);
    }
  })();
  try {
    const value = await work();
    return { value, lists: lists.toSorted((a, b) => a - b) };
  } finally {
    end.abort();
    await looking;
  }
}

const secondsOf = ({ started_at, finished_at }: Run['steps'][number]) =>
  (Date.parse(finished_at ?? started_at) - Date.parse(started_at)) / 1000;

/** A month of Azure as wide as Azure writes it, from its first byte to its workbook, beside COPY of it and a sum. */
export async function measureBilling(world: World, say: (line: string) => void): Promise<Figure[]> {
  const file = path.join(world.folder, 'wide-bill.csv');
  const address = new URL(world.connectionString);
  address.pathname = '/billing';
  await world.db.query('DROP DATABASE IF EXISTS billing');
  await createOnce(world.connectionString, 'billing');
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 2 });
  const lines = linesOf(world);
  say(`a file of ${lines} lines …`);
  const bytes = await writeWideFile(file, lines);
  try {
    await addEstate(db);
    const token = await createApiToken(db, { email: 'bench@skyledger.example', name: 'bench', roles: [] });
    const portal = await startPortal(world.folder, { DATABASE_URL: address.href });
    try {
      const desk = deskOf(portal.url, `Bearer ${token?.token}`);
      say('reading it …');
      const { value, peak } = await peakDuring(portal.pid, () => withLists(desk, () => take(desk, file)));
      const { run, total, sent, workbook } = value.value;
      const again = await assignOnce(desk, db, run.id);
      say('plainly …');
      const plain = await plainly(address.href, file);
      const p95 = value.lists[Math.floor(value.lists.length * 0.95)] ?? Number.NaN;
      const seconds = { unit: 's', digits: 1 };
      return [
        atMost(
          `bill of ${run.lines.toLocaleString('en')} lines: to the workbook`,
          total / plain,
          MOST_TIMES,
          {
            unit: 'times COPY and a sum',
            digits: 2,
            beside: `${total.toFixed(1)} s, ${plain.toFixed(1)} s; ${(bytes / 1e6).toFixed(0)} MB`,
          },
        ),
        onlyTold('of it the file is sent and kept', sent, seconds),
        ...run.steps.map((step) => onlyTold(`of it ${step.name.toLowerCase()}`, secondsOf(step), seconds)),
        onlyTold('of it the workbook', workbook, seconds),
        atMost('the portal meanwhile, resident', peak, MOST_MB, { unit: 'MB' }),
        atMost('lists meanwhile, p95', p95, MOST_LIST_MS, {
          unit: 'ms',
          digits: 1,
          beside: `${value.lists.length} of them`,
        }),
        atMost('allocated anew after one account was placed', again, MOST_AGAIN_MS, { unit: 'ms' }),
      ];
    } finally {
      await portal.stop();
    }
  } finally {
    await db.close();
    await rm(file, { force: true });
  }
}

interface Taken {
  run: Run;
  /** Seconds. */
  total: number;
  sent: number;
  workbook: number;
}

/** Sends the file and waits for its workbook. */
async function take(desk: Desk, file: string): Promise<Taken> {
  const began = performance.now();
  const query = new URLSearchParams({ provider: 'azure', month: MONTH, name: 'wide.csv' });
  const begun = await desk.send<{ billing_run: Run }>(`/api/billing_runs?${query}`, file);
  const sent = (performance.now() - began) / 1000;
  const allocated = await untilOpen(desk, begun.billing_run.id);
  const open = performance.now();
  const run = await until(desk, allocated.id, hasWorkbook);
  const ended = performance.now();
  await demandBalance(desk, run.id);
  return { run, sent, workbook: (ended - open) / 1000, total: (ended - began) / 1000 };
}

/** Places the account that the inventory does not know. @returns the milliseconds until its run is allocated anew */
async function assignOnce(desk: Desk, db: Database, run: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(`SELECT id FROM cost_centers WHERE identifier = 'CC7'`);
  const began = performance.now();
  await desk.post(`/api/billing_runs/${run}/assign`, 'application/json', {
    body: JSON.stringify({ identifier: subscription(0), cost_center_id: rows[0]?.id }),
  });
  const { state } = await untilOpen(desk, run);
  if (state !== 'ready') throw new Error(`After the assignment the run of ${INVOICE} is ${state}.`);
  return performance.now() - began;
}
