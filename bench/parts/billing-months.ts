import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { allocateRun } from '#server/modules/billing/review/allocate-run.ts';
import { currentRules } from '#server/modules/billing/runs/rules.ts';
import { linesTable, sumLines } from '#server/modules/billing/intake/sum-lines.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { deskOf, type Desk } from '../billing/desk.ts';
import { atMost, median, type Figure } from '../figures.ts';
import { SETTLED_MS, startPortal } from '../portal.ts';
import { createOnce } from '../sized-tables.ts';
import type { World } from '../world.ts';

const MONTHS = 24;
const CENTERS = 600;
const ACCOUNTS = 5000;
/** Accounts of the last month that nobody knows. */
const UNKNOWN = 40;
/** Two dozen million take five minutes to be made: they are asked for by `--rows 1000000`. */
const LINES = 100_000;
const ROUNDS = 20;
const MOST_MS = 100;

const RUN = MONTHS;
const QUESTIONS: Record<string, string> = {
  'the chart of all months': '/api/cloud_bills/spend?startDate=2024-01-01&endDate=2026-12-31&largest=12',
  'the list of runs': '/api/billing_runs?page=1&per_page=25',
  'a run': `/api/billing_runs/${RUN}`,
  'its postings': `/api/billing_runs/${RUN}/postings?page=1&per_page=50`,
  'its lines, first page': `/api/billing_runs/${RUN}/lines?page=1&per_page=50`,
  'its lines, of one posting': `/api/billing_runs/${RUN}/lines?page=1&per_page=50&by_posting=7`,
  'its lines, of one account': `/api/billing_runs/${RUN}/lines?page=1&per_page=50&by_identifier=SUBSCRIPTION-77`,
  'its lines, of a kind that it lacks': `/api/billing_runs/${RUN}/lines?page=1&per_page=50&by_kind=tax`,
  'its exceptions': `/api/billing_runs/${RUN}/exceptions?page=1&per_page=50`,
  'what changed since the month before': `/api/billing_runs/${RUN}/changes`,
};

/** The reference data, and what the inventory has of accounts. */
const ESTATE = [
  `INSERT INTO companies (code, azure_gl) SELECT 1000 + n, '5201' || n FROM generate_series(0, 9) n`,
  `INSERT INTO cloud_contacts (email, terminated) SELECT 'owner.' || n || '@example.com', false FROM generate_series(0, 99) n`,
  `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
   SELECT 'CC' || n, m.code, m.id, c.id, '2020-01-01', true FROM generate_series(0, ${CENTERS - 1}) n
   JOIN companies m ON m.code = (1000 + n % 10)::text JOIN cloud_contacts c ON c.email = 'owner.' || n % 100 || '@example.com'`,
  `INSERT INTO cloud_parents (identifier, cost_center, provider_type, terminated)
   SELECT 'subscription-' || n, 'CC' || n % ${CENTERS}, 'AzureCloudParent', false FROM generate_series(0, ${ACCOUNTS - 1}) n`,
];

/** Of an account more or less each month, some of which nobody knows in the last one. */
const linesOf = (run: number, lines: number) => `
  INSERT INTO ${linesTable(run)} (run_id, line, invoice, account, kind, amount, day, service, description)
  SELECT ${run}, n, 1, 'subscription-' || (n::bigint * 7919 % ${ACCOUNTS - 30 + run + (run === RUN ? UNKNOWN : 0)}), 'usage',
    (n::bigint * 104729 % 97000 + ${run}) / 10000.0, date '2026-03-01' + n % 31,
    (ARRAY['Virtual Machines', 'Storage', 'Bandwidth', 'Azure Monitor', 'SQL Database'])[1 + n % 5], 'D4s v5 - EU West ' || n % 977
  FROM generate_series(2, ${lines + 1}) n`;

const BILLS = `
  WITH booked AS (
    INSERT INTO cloud_bills (date, provider, company_code, currency, reference, account, identifier, amount, line_item)
    SELECT (r.month + interval '1 month')::date, p.cloud, p.company_code, p.currency, p.reference, p.gl_account, p.cost_center, p.amount, p.n::text
    FROM billing_postings p JOIN billing_runs r ON r.id = p.run_id WHERE p.run_id = $1 RETURNING id, line_item)
  INSERT INTO billing_bills (bill_id, run_id, posting) SELECT id, $1, line_item::integer FROM booked`;

/** A month as it is once its file was read and, but for the last one, booked. */
async function addMonth(tx: PoolClient, run: number, lines: number): Promise<void> {
  const month = `${2024 + Math.floor((run + 2) / 12)}-${String(1 + ((run + 2) % 12)).padStart(2, '0')}`;
  const rules = await currentRules(tx);
  const { rows } = await tx.query<{ posting_day: string }>(
    `INSERT INTO billing_runs (id, provider, format, month, posting_day, state, file_name, file_digest, file_size, rules_version,
       lines, job_id, created_by, request_id)
     VALUES ($1, 'azure', 'Azure MCA', $2::date, $2::date + interval '1 month' - interval '1 day', 'processing', 'month.csv', $3, $4, $5,
       $6, gen_random_uuid(), 'bench@skyledger.example', 'bench') RETURNING posting_day`,
    [run, `${month}-01`, Buffer.from(month), lines * 1100, rules, lines],
  );
  const table = linesTable(run);
  await tx.query(`CREATE TABLE ${table} (LIKE billing_lines);
    ALTER TABLE ${table} ADD CHECK (run_id = ${run});
    ${linesOf(run, lines)};
    INSERT INTO billing_invoices (run_id, n, cloud, invoice_key, reference, currency, decimals)
    VALUES (${run}, 1, 'azure', 'G${run}', 'G${run}', 'EUR', 2)`);
  await sumLines(tx, run, false);
  await tx.query(`ALTER TABLE billing_lines ATTACH PARTITION ${table} FOR VALUES IN (${run})`);
  const day = rows[0]?.posting_day ?? '';
  const isReady = await allocateRun(tx, {
    id: run,
    month,
    posting_day: day,
    rules_version: rules,
    shared_cost_center_id: null,
    places: {},
    difference: false,
  });
  if (isReady === (run === RUN)) throw new Error(`The month ${month} is not as it was to be made.`);
  if (isReady) await tx.query(BILLS, [run]);
  await tx.query('UPDATE billing_runs SET state = $2 WHERE id = $1', [
    run,
    isReady ? 'final' : 'needs_review',
  ]);
}

/** The slowest but one of twenty, in ms. */
async function slow(desk: Desk, address: string): Promise<{ p95: number; middle: number }> {
  const times: number[] = [];
  await desk.get(address);
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await desk.get(address);
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p95: sorted[Math.floor(ROUNDS * 0.95) - 1] ?? Number.NaN, middle: median(times) };
}

/** What people look at of billing when two years of it are there. */
export async function measureMonths(world: World, say: (line: string) => void): Promise<Figure[]> {
  const [only, ...others] = world.sizes;
  const lines = only !== undefined && others.length === 0 ? only : LINES;
  const address = new URL(world.connectionString);
  address.pathname = '/billing_months';
  await world.db.query('DROP DATABASE IF EXISTS billing_months');
  await createOnce(world.connectionString, 'billing_months');
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 2 });
  try {
    say(`${MONTHS} months of ${lines} lines each …`);
    for (const sql of ESTATE) await db.query(sql);
    for (let run = 1; run <= MONTHS; run += 1)
      await longWork(() => db.transaction((tx) => addMonth(tx, run, lines)));
    await longWork(() => db.query('VACUUM ANALYZE'));
    const token = await createApiToken(db, { email: 'bench@skyledger.example', name: 'bench', roles: [] });
    const portal = await startPortal(world.folder, { DATABASE_URL: address.href });
    try {
      await pause(SETTLED_MS);
      const desk = deskOf(portal.url, `Bearer ${token?.token}`);
      const figures: Figure[] = [];
      for (const [name, question] of Object.entries(QUESTIONS)) {
        const { p95, middle } = await slow(desk, question);
        const beside = `half of them within ${middle.toFixed(1)} ms`;
        figures.push(
          atMost(`${MONTHS} months of ${lines.toLocaleString('en')} lines: ${name}, p95`, p95, MOST_MS, {
            unit: 'ms',
            digits: 1,
            beside,
          }),
        );
      }
      return figures;
    } finally {
      await portal.stop();
    }
  } finally {
    await db.close();
    await world.db.query('DROP DATABASE IF EXISTS billing_months');
  }
}
