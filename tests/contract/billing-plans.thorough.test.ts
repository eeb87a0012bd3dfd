import { expect, it, vi } from 'vitest';
import { allocateRun } from '#server/modules/billing/review/allocate-run.ts';
import { keepLines } from '#server/modules/billing/review/pre-ap/run-files.ts';
import { holdRun } from '#server/modules/billing/runs/run.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const ACCOUNTS = 60_000;
const CENTERS = 600;
/**
 * In the planner's units: a pass over all of a run is some thousands of them, and each account with each other one is hundreds of
 * millions.
 */
const MOST_COST = 2_000_000;

interface Asked {
  text: string;
  values: unknown[];
}

/** Every statement that was asked since the run is there, by its text. */
const asked = new Map<string, Asked>();
const note = (statement: unknown, values?: unknown) => {
  const { text, values: own } =
    typeof statement === 'string' ? { text: statement } : (statement as Partial<Asked>);
  if (text !== undefined) asked.set(text, { text, values: (values ?? own ?? []) as unknown[] });
};

function watch(): void {
  const { db } = portal;
  const query = db.query.bind(db);
  const transaction = db.transaction.bind(db);
  vi.spyOn(db, 'query').mockImplementation((statement, values) => {
    note(statement, values);
    return query(statement, values);
  });
  vi.spyOn(db, 'transaction').mockImplementation((work) =>
    transaction((tx) => {
      const own = tx.query.bind(tx) as (...all: unknown[]) => unknown;
      const watched = (...all: unknown[]) => {
        note((all[0] as { text?: string; cursor?: { text: string } }).cursor ?? all[0], all[1]);
        return own(...all);
      };
      return work(Object.assign(Object.create(tx) as typeof tx, { query: watched }));
    }),
  );
}

/** A run of two accounts, one of which the inventory has, and of tax. @returns its id */
async function smallRun(): Promise<number> {
  const { company, contact, account } = estate(portal);
  const companies_id = await company('1000');
  const cloud_contact_id = await contact('plans@example.com');
  await portal.db.query(
    `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
     SELECT 'P' || n, '1000', $1, $2, '2020-01-01', true FROM generate_series(0, $3 - 1) AS n`,
    [companies_id, cloud_contact_id, CENTERS],
  );
  await account('p-0', 'P0');
  const lines = ['p-0', 'nobody'].map((one) => ({ account: one, amount: '1.01', invoice: 'plans' }));
  const tax = { account: null, amount: '3', kind: 'Tax', invoice: 'plans' };
  const { id } = await desk.run('azure', azureMca([...lines, tax]));
  await desk.settled(id);
  return id;
}

/** Gives a run as many accounts more, half of which the inventory has, and allocates it. */
async function enlarge(run: number): Promise<void> {
  await portal.db.query(
    `INSERT INTO cloud_parents (identifier, cost_center, provider_type, terminated)
     SELECT 'p-' || n, 'P' || n % $2::integer, 'AzureCloudParent', false FROM generate_series(2, $1::integer, 2) AS n`,
    [ACCOUNTS, CENTERS],
  );
  await portal.db.query(
    `INSERT INTO billing_lines (run_id, line, invoice, account, kind, amount, day, service)
     SELECT run_id, 10 + n, invoice, 'p-' || n, kind, amount, day, service
     FROM (SELECT * FROM billing_lines WHERE run_id = $1 AND account = 'p-0') one, generate_series(1, $2::integer) AS n`,
    [run, ACCOUNTS],
  );
  await portal.db.query(
    `INSERT INTO billing_sums (run_id, invoice, account, kind, lines, amount)
     SELECT run_id, invoice, account, kind, 1, amount FROM billing_lines WHERE run_id = $1 AND line > 10`,
    [run],
  );
  await longWork(() => portal.db.transaction(async (tx) => allocateRun(tx, await holdRun(tx, run))));
}

interface Plan {
  'Total Cost': number;
}

/** What is of no run, or changes what it asks about. */
const READS = /^\s*(?:SELECT|WITH|COPY)\b/i;
const insideCopy = (text: string) => /^\s*COPY\s*\(([\s\S]*)\)\s*TO STDOUT/i.exec(text)?.[1] ?? text;

it('no statement of billing compares each account of a run with each other one', async () => {
  const run = await smallRun();
  watch();
  const paths = portal.routes
    .filter(
      ({ method, path }) =>
        method === 'GET' &&
        /billing|untagged|running_costs|anomal|focus|copilot_costs|month_close/.test(path),
    )
    .map(({ path }) => path.replace('/api', '').replace(':id', String(run)))
    .filter((path) => !path.includes(':'));
  const more = [
    'lines?by_kind=usage',
    'lines?by_identifier=p-2',
    'lines?by_posting=1',
    'postings?by_identifier=p-2',
    'postings?by_line=12',
  ];
  const statuses = [];
  for (const path of [
    ...paths,
    ...more.map((one) => `/billing_runs/${run}/${one}`),
    `/billing_runs/${run}/postings/1`,
  ])
    statuses.push(`${path}: ${(await portal.api.get(path)).status}`);
  await keepLines(portal.db, run);
  await portal.db.query(`UPDATE billing_runs SET state = 'final', finalized_at = now() WHERE id = $1`, [run]);
  for (const path of ['/focus/cost_and_usage.csv?month=2026-03', `/billing_runs/${run}/journal.csv`])
    statuses.push(`${path}: ${(await portal.api.get(path)).status}`);
  vi.restoreAllMocks();
  await portal.db.query(`UPDATE billing_runs SET state = 'needs_review' WHERE id = $1`, [run]);
  await enlarge(run);
  expect(statuses.filter((one) => / 5\d\d$/.test(one))).toEqual([]);
  const statements = [...asked.values()].filter(({ text }) => READS.test(text) && /billing_/.test(text));
  expect(statements.length).toBeGreaterThan(30);
  const wrong: string[] = [];
  for (const { text, values } of statements) {
    const plan = await portal.db.transaction(async (tx) => {
      // As whoever writes such a file does.
      if (text.startsWith('COPY')) await tx.query('SET LOCAL enable_nestloop = off');
      const { rows } = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (FORMAT JSON) ${insideCopy(text)}`,
        values,
      );
      return rows[0]?.['QUERY PLAN'][0].Plan;
    });
    if (!plan || plan['Total Cost'] > MOST_COST)
      wrong.push(`${Math.round(plan?.['Total Cost'] ?? 0)}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
});
