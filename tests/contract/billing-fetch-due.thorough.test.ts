import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Database } from '#server/platform/database/database.ts';
import { apiClient } from '#tests/support/api.ts';
import { billSources } from '#tests/support/billing/bill-sources.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { startPortal } from '#tests/support/saml-portal.ts';

const sources = await billSources();
let database: { db: Database; drop: () => Promise<void> };
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The month before the running one, and its folder at AWS. */
function closed(): { month: string; days: string } {
  const now = new Date();
  const first = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString();
  const days = [first(1), first(0)].map((day) => day.slice(0, 10).replaceAll('-', ''));
  return { month: first(1).slice(0, 7), days: days.join('-') };
}

/** Lets a portal run until it has looked for bills once more, and what that asked for has ended. */
async function lookOnce(
  more: Record<string, string> = {},
): Promise<{ kind: string; state: string; created_by: string; error: string | null }[]> {
  const { db } = database;
  // What was due while no process ran is made up for once, as long as nobody knows that it was.
  await db.query(`UPDATE pgboss.version SET cron_on = now() - interval '1 year'`);
  await db.query(
    `UPDATE pgboss.schedule SET created_on = now() - interval '1 year', updated_on = now() - interval '1 year'`,
  );
  await db.query(
    `DELETE FROM pgboss.job WHERE name = '__pgboss__send-it' OR group_id = 'bill_fetch_due.due'`,
  );
  const { rows: before } = await db.query<{ count: number }>(
    `SELECT count(*) FROM jobs WHERE kind = 'bill_fetch_due'`,
  );
  const { BILL_SOURCE_AWS, BILL_SOURCE_AWS_API } = sources.settings;
  const portal = await startPortal(db, {
    BILL_SOURCE_AWS,
    BILL_SOURCE_AWS_API,
    BILL_FETCH: '0 6 1 1 *',
    CCOE_EMAIL: 'desk@example.com',
    ...more,
  });
  try {
    const session = await createSession(
      db,
      { email: 'operator@example.com', name: null, roles: [] },
      'a test',
    );
    const api = apiClient(portal.url, { ...session });
    const all = async () =>
      (
        await api.get<{ kind: string; state: string; created_by: string; error: string | null }[]>(
          '/jobs?page=1&per_page=100',
        )
      ).body.data;
    await expect
      .poll(
        async () => {
          const jobs = await all();
          const looks = jobs.filter(({ kind }) => kind === 'bill_fetch_due').length;
          return (
            looks > (before[0]?.count ?? 0) &&
            jobs.every(({ state }) => state === 'done' || state === 'failed')
          );
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    return (await all()).filter(({ kind }) => kind === 'bill_fetch');
  } finally {
    await portal.close();
  }
}

it('the schedule fetches the month before until its export is there, and then once', async () => {
  // The schedule is known, and was due while nobody looked.
  const first = await startPortal(database.db, {
    BILL_SOURCE_AWS: sources.settings.BILL_SOURCE_AWS,
    BILL_SOURCE_AWS_API: sources.settings.BILL_SOURCE_AWS_API,
    BILL_FETCH: '0 6 1 1 *',
  });
  await expect
    .poll(
      async () =>
        (await database.db.query(`SELECT 1 FROM pgboss.schedule WHERE key LIKE 'bill_fetch_due%'`)).rowCount,
      { timeout: 60_000 },
    )
    .toBe(1);
  await first.close();

  expect(await lookOnce()).toEqual([
    expect.objectContaining({
      state: 'failed',
      created_by: 'desk@example.com',
      error: expect.stringMatching(/^There is no export of /),
    }),
  ]);
  const { month, days } = closed();
  sources.putReport(month, days, ['12.00']);
  expect((await lookOnce()).map(({ state }) => state).toSorted()).toEqual(['done', 'failed']);
  expect(await lookOnce()).toHaveLength(2);
  const { rows } = await database.db.query<{ month: string; created_by: string }>(
    `SELECT to_char(month, 'YYYY-MM') AS month, created_by FROM billing_runs`,
  );
  expect(rows).toEqual([{ month, created_by: 'desk@example.com' }]);
}, 180_000);

it('amortised costs that come after the bill are added to its run, as long as that is open', async () => {
  const { month } = closed();
  const last = new Date(`${month}-01T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  const days = `${month}-01-${last.toISOString().slice(0, 10)}`.replaceAll('-', '').replace(/^(.{8})/, '$1-');
  const { BILL_SOURCE_AZURE } = sources.settings;
  const settings = { BILL_SOURCE_AZURE, ...sources.amortised };
  const parts = async () => {
    const { rows } = await database.db.query<{ name: string; amortised: boolean }>(
      `SELECT p.name, p.amortised FROM billing_parts p JOIN billing_runs r ON r.id = p.run_id WHERE r.provider = 'azure' ORDER BY n`,
    );
    return rows.map(({ amortised }) => amortised);
  };
  sources.putExport(month, days, ['40.00']);
  await lookOnce(settings);
  expect(await parts()).toEqual([false]);
  sources.putAmortised(month, days, ['40.00'], '7.25');
  await lookOnce(settings);
  expect(await parts()).toEqual([false, true, true]);
}, 180_000);
