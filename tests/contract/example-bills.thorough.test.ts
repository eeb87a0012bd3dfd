import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import { engineParts } from '#server/engine-parts.ts';
import { EngineServices } from '#server/engine/services.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { fillUntouchedDatabase } from '#server/modules/seed/example-data.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { apiClient, type Api } from '#tests/support/api.ts';
import { billingDesk, type Run } from '#tests/support/billing/billing-desk.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { startPortal, type SamlPortal } from '#tests/support/saml-portal.ts';
import { testPerson } from '#tests/support/portal.ts';

/** A day on which the month before is one of the year before. */
const TODAY = new Date('2025-01-03T12:00:00Z');
const [FIRST, SECOND, NEWEST] = ['2024-10', '2024-11', '2024-12'];
const PROVIDERS = BILL_PROVIDERS.filter((provider) => provider !== 'focus');

let database: { db: Database; drop: () => Promise<void> };
let portal: SamlPortal;
let api: Api;

/** Starts the portal as a first start does, on the same database. */
async function start(): Promise<void> {
  portal = await startPortal(database.db, {}, undefined, undefined, true);
  api = apiClient(portal.url, {
    ...(await createSession(database.db, { ...testPerson, roles: [] }, 'a test')),
  });
}

async function one<T>(sql: string): Promise<T | undefined> {
  return (await database.db.query<{ value: T }>(`SELECT (${sql}) AS value`)).rows[0]?.value;
}

const runs = async (): Promise<Run[]> =>
  (await api.get<Run[]>('/billing_runs?page=1&per_page=100')).body.data;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: TODAY });
  database = await createTestDatabase();
  const config = loadConfig({ NODE_ENV: 'test', SECRET_KEY: 'a secret for tests that nobody else has' });
  const services = new EngineServices(engineParts(config, database.db));
  await fillUntouchedDatabase(services, { runsFollow: true });
  await start();
  const waitFor = async (sql: string) => {
    // What has failed goes no further.
    const isOver = `(${sql}) OR EXISTS (SELECT FROM jobs WHERE state = 'failed')`;
    while (!(await one<boolean>(isOver))) await pause(100);
  };
  // It ends in the middle, and the next start goes on.
  await waitFor(`SELECT count(*) > 1 FROM billing_runs WHERE state = 'final'`);
  await portal.close();
  await start();
  await waitFor(`SELECT bool_and(state IN ('done', 'failed')) FROM jobs`);
}, 320_000);
afterAll(async () => {
  await portal.close();
  await database.drop();
  vi.useRealTimers();
});

describe('the bills of the example', () => {
  it('are three months of every provider: two closed, one open, and a difference after the close', async () => {
    expect(
      await one(`SELECT string_agg(state || coalesce(error, ''), ' ') FROM jobs WHERE state <> 'done'`),
    ).toBeNull();
    const all = await runs();
    const told = all.map(({ month, state, difference, ...run }) =>
      [month, (run as unknown as { provider: string }).provider, state, difference].join(' '),
    );
    const expected = PROVIDERS.flatMap((provider) => [
      `${FIRST} ${provider} final false`,
      `${SECOND} ${provider} final false`,
      `${NEWEST} ${provider} needs_review false`,
    ]);
    expect(told.toSorted()).toEqual([...expected, `${FIRST} azure final true`].toSorted());

    type Cell = { month: string; state: string; differences: unknown[]; accruals: { state: string }[] };
    const { providers } = (
      await api.get<{ providers: { provider: string; cells: Cell[] }[] }>('/month_close?months=3')
    ).body.data;
    const cells = providers.map(({ provider, cells: of }) => [provider, ...of.map(({ state }) => state)]);
    expect(cells.toSorted()).toEqual(
      PROVIDERS.map((provider) => [provider, 'booked', 'booked', 'unallocated']).toSorted(),
    );
    const cell = (of: string, month: string | undefined) =>
      providers.find(({ provider }) => provider === of)?.cells.find((each) => each.month === month);
    expect(cell('azure', FIRST)?.differences).toHaveLength(1);
    expect(cell('gcp', SECOND)?.accruals).toMatchObject([{ state: 'reversed' }]);
    expect(cell('aws', NEWEST)?.accruals).toMatchObject([{ state: 'standing' }]);
  });

  it('come to what their invoices come to, to the cent', async () => {
    const desk = billingDesk({ api, db: database.db });
    const cents = (amount: string) => BigInt(amount.replace('.', ''));
    for (const { id } of await runs()) {
      const { totals, state, difference, steps } = await desk.read(id);
      expect(totals).toHaveLength(1);
      for (const { invoice, before, postings, unallocated } of totals) {
        expect([id, cents(before) + cents(postings) + cents(unallocated)]).toEqual([id, cents(invoice)]);
        expect([id, cents(unallocated) > 0n]).toEqual([id, state !== 'final']);
        expect([id, cents(postings) < 0n]).toEqual([id, difference]);
      }
      expect(steps.filter(({ state: of }) => of !== 'done')).toEqual([]);
    }
    // What the reservation of the newest month costs is what two machines use of it, and what nobody does.
    const split = `SELECT array_agg(effective::text ORDER BY effective) FROM billing_commitments WHERE effective IS NOT NULL`;
    expect(await one(split)).toEqual(['246.00', '738.00', '1476.00']);
    const booked = `SELECT sum(b.amount) FROM billing_bills k JOIN cloud_bills b ON b.id = k.bill_id`;
    const posted = `SELECT sum(p.amount) FROM billing_postings p JOIN billing_runs r ON r.id = p.run_id WHERE r.state = 'final'`;
    expect(await one(`(${booked}) = (${posted})`)).toBe(true);
  });

  it('leave something to be worked through, and spend without tags', async () => {
    const problems = await one<string[]>(`SELECT array_agg(DISTINCT problem) FROM billing_exceptions`);
    expect(problems).toEqual(expect.arrayContaining(['no_account', 'unknown_account', 'unknown_name']));
    expect(await one(`SELECT count(DISTINCT run_id) FROM billing_tag_sums`)).toBeGreaterThanOrEqual(9);
  });

  it('go beyond one of three budgets in each closed month, and leave the others far below', async () => {
    const told = (basis: string) =>
      `SELECT array_agg(b.name || to_char(a.period_start, ' YYYY-MM ') || a.threshold ORDER BY a.period_start, a.threshold)
      FROM budget_alerts a JOIN budgets b ON b.id = a.budget_id WHERE a.basis = '${basis}'`;
    const reached = [FIRST, SECOND].flatMap((month) =>
      [50, 80, 100].map((threshold) => `Player Accounts ${month} ${threshold}`),
    );
    expect(await one(told('actual'))).toEqual(reached);
    expect(await one(told('forecast'))).toEqual(
      [SECOND, NEWEST].map((month) => `Player Accounts ${month} 100`),
    );
    expect(await one(`SELECT count(*) FROM budgets`)).toBe(4);
  });

  it('charge nobody whose bills were typed in, and mail nobody but the example itself', async () => {
    const typed = `cloud_bills t WHERE NOT EXISTS (SELECT FROM billing_bills k WHERE k.bill_id = t.id)`;
    expect(await one(`SELECT count(*) FROM ${typed} AND t.date = '2025-01-01'`)).toBeGreaterThan(0);
    const twice = `SELECT count(*) FROM ${typed} AND EXISTS (SELECT FROM cloud_bills b JOIN billing_bills k ON k.bill_id = b.id
      WHERE b.identifier = t.identifier AND b.date = t.date AND b.provider <> 'github')`;
    expect(await one(twice)).toBe(0);
    expect(await one(`SELECT array_agg(DISTINCT recipient) FROM outbox`)).toEqual([
      'example-data@skyledger.example',
    ]);
  });

  it('come once, however often the portal starts', async () => {
    await portal.close();
    await start();
    const fetched = await api.post<{ job: { id: string } }>('/billing_fetches', {
      provider: 'aws',
      month: NEWEST,
    });
    expect(await followJob(api, fetched.body.data.job.id)).toMatchObject({ result: { begun: false } });
    expect(await one(`SELECT count(*) FROM jobs WHERE kind = 'example_bills'`)).toBe(1);
    expect(await runs()).toHaveLength(13);
  });
});
