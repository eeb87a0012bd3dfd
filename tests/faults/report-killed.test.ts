import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import type { Api } from '#tests/support/api.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { mailsAtRest } from '#tests/support/mails-at-rest.ts';
import {
  apiOf,
  databaseOf,
  startedDataDir,
  newToken,
  startServer,
  type PortalProcess,
} from './portal-process.ts';

/** So many that a workbook of them takes a while. */
const COST_CENTERS = 30_000;
/** Only a guard against hanging. */
const RESUMED_WITHIN_MS = 240_000;

async function mailServer(): Promise<MailServer> {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  return server;
}

async function addCostCenters(db: Database): Promise<void> {
  await db.query(`INSERT INTO companies (code) SELECT 'load' WHERE NOT EXISTS (SELECT 1 FROM companies)`);
  await db.query(`INSERT INTO cloud_contacts (email, terminated) VALUES ('load.owner@example.com', false)`);
  await db.query(
    `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
     SELECT 'load ' || n, '01', (SELECT min(id) FROM companies), (SELECT max(id) FROM cloud_contacts), '2026-01-01', true
     FROM generate_series(1, $1::integer) n`,
    [COST_CENTERS],
  );
}

async function stateOf(db: Database, table: 'jobs' | 'outbox'): Promise<string[]> {
  const { rows } = await db.query<{ state: string }>(`SELECT state FROM ${table}`);
  return rows.map(({ state }) => state);
}

const askForReport = async (api: Api, address = 'load@example.com') => {
  const ask = async () =>
    (await api.post('/cost_centers/send_report', { email: true, send_to: address })).status;
  // A portal that has just started says 503 while its queue is not ready, and to come again.
  await expect.poll(ask, { interval: 500 }).toBe(202);
};

async function prepare(server: MailServer) {
  const settings = { DATA_DIR: await startedDataDir(), SMTP_URL: server.url, MAIL_RETRY_SECONDS: '1' };
  const portal: PortalProcess = await startServer(settings);
  const db = databaseOf(settings.DATA_DIR);
  const token = await newToken(db);
  return { settings, portal, db, api: apiOf(portal, token) };
}

it(
  'resumes a report that was killed while it was built and mails it once, and sends no mail twice that was on its way',
  { timeout: 600_000 },
  async () => {
    const server = await mailServer();
    server.behave('say nothing', 'take');
    const { settings, portal, db, api } = await prepare(server);
    await askForReport(api, 'on.its.way@example.com');
    await expect.poll(() => server.taken.length, { timeout: 120_000, interval: 10 }).toBe(1);
    await addCostCenters(db);
    await askForReport(api, 'half.built@example.com');
    const begun = async () =>
      (await db.query<{ files: number }>('SELECT count(DISTINCT file_id)::int AS files FROM file_chunks'))
        .rows[0]?.files;
    await expect.poll(begun, { timeout: 120_000, interval: 10 }).toBe(2);
    expect((await stateOf(db, 'jobs')).toSorted()).toEqual(['done', 'running']);
    expect(await stateOf(db, 'outbox')).toEqual(['sending']);
    await portal.kill();
    await ageHeartbeats(db);

    const next = await startServer(settings);
    const after = databaseOf(settings.DATA_DIR);
    await expect
      .poll(async () => (await stateOf(after, 'outbox')).toSorted(), {
        timeout: RESUMED_WITHIN_MS,
        interval: 250,
      })
      .toEqual(['failed', 'sent']);
    expect(await stateOf(after, 'jobs')).toEqual(['done', 'done']);
    const { rows } = await after.query<{ recipient: string; last_error: string }>(
      `SELECT recipient, last_error FROM outbox WHERE state = 'failed'`,
    );
    expect(rows).toEqual([
      { recipient: 'on.its.way@example.com', last_error: expect.stringContaining('It may have arrived') },
    ]);
    await mailsAtRest(after);
    expect(server.taken.map(({ to }) => to)).toEqual([
      ['on.its.way@example.com'],
      ['half.built@example.com'],
    ]);
    expect(await next.stop()).toBe(0);
  },
);

it(
  'lets go of a report when it is asked to end, and goes on with it at the next start at once',
  { timeout: 600_000 },
  async () => {
    const server = await mailServer();
    const { settings, portal, db, api } = await prepare(server);
    await addCostCenters(db);
    await askForReport(api);
    await expect.poll(() => stateOf(db, 'jobs'), { timeout: 120_000, interval: 10 }).toEqual(['running']);
    expect(await portal.stop()).toBe(0);

    const next = await startServer(settings);
    const after = databaseOf(settings.DATA_DIR);
    await expect.poll(() => stateOf(after, 'outbox'), { timeout: 120_000, interval: 100 }).toEqual(['sent']);
    expect(server.taken).toHaveLength(1);
    expect(await next.stop()).toBe(0);
  },
);
