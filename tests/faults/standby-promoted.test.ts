import { expect, it, onTestFinished } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { apiClient, type Api } from '#tests/support/api.ts';
import { openEventStream } from '#tests/support/event-stream.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { mailsAtRest } from '#tests/support/mails-at-rest.ts';
import { startPostgresPair, type PostgresPair } from '#tests/support/postgres-pair.ts';
import { startBehindNginx } from './behind-nginx.ts';
import { contradictions, Ledger, prepareLoad, sendAgain, startWriters } from './load.ts';
import { nginxProblem } from './nginx.ts';
import { apiOf, newToken } from './portal-process.ts';

const READERS = 12;
const SOON = { timeout: 120_000 };

const problem =
  process.platform === 'linux'
    ? nginxProblem()
    : 'all processes of a database are ended at once on Linux only';

async function startPair(): Promise<PostgresPair> {
  const pair = await startPostgresPair();
  onTestFinished(() => pair.stop());
  return pair;
}

function openAt(connectionString: string): Database {
  const db = openDatabase({ connectionString, poolSize: 2 });
  onTestFinished(() => db.close());
  return db;
}

const readerOf = (n: number) => `reader.${String(n).padStart(2, '0')}@example.com`;

/** People who may each request a report. */
async function readers(db: Database, url: string): Promise<Api[]> {
  const made = Array.from({ length: READERS }, async (_, n) => {
    const token = await createApiToken(db, { email: readerOf(n), name: 'r', roles: ['admin'] });
    return apiClient(url, { authorization: `Bearer ${token?.token}` });
  });
  return Promise.all(made);
}

/** Requests a report until it is accepted, as a client does that is told to come again. */
async function requestReport(reader: Api, n: number): Promise<void> {
  const ask = async () =>
    (await reader.post('/cost_centers/send_report', { email: true }, { 'idempotency-key': `report-${n}` }))
      .status;
  await expect.poll(ask, { ...SOON, interval: 100 }).toBe(202);
}

it.skipIf(problem !== null)(
  `goes on by itself when the primary is killed under load and its standby promoted, and loses and doubles nothing${problem ? ` (skipped: ${problem})` : ''}`,
  { timeout: 600_000 },
  async () => {
    const pair = await startPair();
    const mailServer = await startMailServer();
    onTestFinished(() => mailServer.close());
    const settings = { SMTP_URL: mailServer.url, MAIL_RETRY_SECONDS: '1' };
    const portals = await startBehindNginx(pair.connectionString, 2, settings);
    const { url } = portals;
    const before = openAt(pair.primary.connectionString);
    const session = await portals.signIn();
    const person = apiClient(url, session);
    const stream = await openEventStream(url, session);
    const api = apiOf({ url }, await newToken(before));
    const people = await readers(before, url);
    const ledger = new Ledger();
    await prepareLoad(api, ledger);
    const writers = startWriters(() => api, ledger);
    await expect.poll(() => ledger.acknowledged, SOON).toBeGreaterThan(30);

    // A third of the reports is accepted before, a third is on its way, and a third is requested while nothing takes changes.
    const third = READERS / 3;
    await Promise.all(people.slice(0, third).map(requestReport));
    const onTheirWay = people.slice(third, 2 * third).map((reader, n) => requestReport(reader, n + third));
    pair.killPrimary();
    const meanwhile = people.slice(2 * third).map((reader, n) => requestReport(reader, n + 2 * third));
    await expect.poll(() => ledger.refusals.length, SOON).toBeGreaterThan(10);

    // The address leads to the standby before that is promoted: nothing is read there that may be behind.
    pair.leadToStandby();
    const refused = ledger.refusals.length;
    await expect.poll(() => ledger.refusals.length, SOON).toBeGreaterThan(refused + 10);
    expect((await person.get('/companies')).status).toBe(503);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    await pair.promote();
    const acknowledged = ledger.acknowledged;
    await expect.poll(() => ledger.acknowledged, SOON).toBeGreaterThan(acknowledged + 20);
    await Promise.all([...onTheirWay, ...meanwhile]);
    await writers.stop();
    const disorderly = ledger.refusals.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
    expect(disorderly).toEqual([]);
    const after = openAt(pair.standby.connectionString);
    expect(await contradictions(after, ledger)).toEqual([]);
    await sendAgain(api, ledger);
    expect(await contradictions(after, ledger)).toEqual([]);

    // Who was signed in still is, and is told of changes again.
    expect((await person.get('/companies')).status).toBe(200);
    await expect.poll(() => stream.isOver(), SOON).toBe(true);
    const next = await openEventStream(url, session);
    expect((await person.post('/cost_centers/send_report', { email: true })).status).toBe(202);
    await expect.poll(() => next.events.map(({ event }) => event), SOON).toContain('changed');

    // Every report was made once and its mail has arrived once.
    const { rows } = await after.query<{ email: string }>('SELECT created_by AS email FROM jobs ORDER BY 1');
    const wanted = Array.from({ length: READERS }, (_, n) => readerOf(n));
    expect(rows.map(({ email }) => email).filter((email) => email.startsWith('reader'))).toEqual(wanted);
    const unfinished = `SELECT kind, state, error FROM jobs WHERE state <> 'done'`;
    await expect.poll(async () => (await after.query(unfinished)).rows, SOON).toEqual([]);
    await mailsAtRest(after);
    const unsent = `SELECT recipient, state, last_error FROM outbox WHERE state <> 'sent'`;
    await expect.poll(async () => (await after.query(unsent)).rows, SOON).toEqual([]);
    const taken = mailServer.taken.flatMap(({ to }) => to).filter((address) => address.startsWith('reader'));
    expect(taken.toSorted()).toEqual(wanted);
    for (const portal of portals.processes) expect(await portal.stop()).toBe(0);
  },
);
