import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { apiClient } from '#tests/support/api.ts';
import { contradictions, Ledger, prepareLoad, sendAgain, startWriters } from './load.ts';
import { startBehindNginx } from './behind-nginx.ts';
import { nginxProblem } from './nginx.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { apiOf, newToken } from './portal-process.ts';

const TWINS = 12;
const REPORTS = 4;

const problem = nginxProblem();

it.skipIf(problem !== null)(
  `three processes on one PostgreSQL behind nginx serve together, and one that is killed takes nothing with it${problem ? ` (skipped: ${problem})` : ''}`,
  { timeout: 600_000 },
  async () => {
    const postgres = await startOwnPostgres();
    const db = openDatabase({ connectionString: postgres.connectionString, poolSize: 2 });
    onTestFinished(() => db.close());
    const portals = await startBehindNginx(postgres.connectionString, 3);
    const { url, processes } = portals;

    // A session that was begun wherever the balancer led is one everywhere, and so is its end.
    const person = apiClient(url, await portals.signIn());
    const read = async () => (await person.get('/companies')).status;
    expect(await Promise.all(Array.from({ length: 9 }, read))).toEqual(Array(9).fill(200));
    for (const { output } of processes) expect(output()).toContain('"route":"/api/companies"');

    // One request that comes many times at once happens once, whoever got which copy.
    const key = { 'idempotency-key': 'the-same-one' };
    const twins = await Promise.all(
      Array.from({ length: TWINS }, () => person.post('/companies', { code: 'one of many' }, key)),
    );
    expect(new Set(twins.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`201 ${twins[0]?.text}`]),
    );
    const count = await db.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM companies WHERE code = 'one of many'`,
    );
    expect(count.rows[0]?.n).toBe(1);

    // One of the three is killed while all are busy: nothing that was acknowledged is lost, and people go on.
    const api = apiOf({ url }, await newToken(db));
    const ledger = new Ledger();
    await prepareLoad(api, ledger);
    for (let n = 0; n < REPORTS; n += 1) {
      const token = await createApiToken(db, {
        email: `reader.${n}@example.com`,
        name: 'r',
        roles: ['admin'],
      });
      const reader = apiClient(url, { authorization: `Bearer ${token?.token}` });
      expect((await reader.post('/cost_centers/send_report', { email: true })).status).toBe(202);
    }
    const writers = startWriters(() => api, ledger);
    await expect.poll(() => ledger.acknowledged).toBeGreaterThan(30);
    await processes[1]?.kill();
    const before = ledger.acknowledged;
    await expect.poll(() => ledger.acknowledged, { timeout: 120_000 }).toBeGreaterThan(before + 20);
    await writers.stop();
    // Only what was on its way to the killed one may have been refused, by nginx.
    expect(ledger.refusals.filter(({ status }) => status !== 502)).toEqual([]);
    expect(ledger.refusals.length).toBeLessThan(10);
    expect(await contradictions(db, ledger)).toEqual([]);
    await sendAgain(api, ledger);
    expect(await contradictions(db, ledger)).toEqual([]);

    // Every report was made, one after the other by whichever process was left, and its mail is there once.
    const mails = async () =>
      (await db.query<{ recipient: string }>('SELECT recipient FROM outbox ORDER BY 1')).rows.map(
        (row) => row.recipient,
      );
    const expected = Array.from({ length: REPORTS }, (_, n) => `reader.${n}@example.com`);
    await expect.poll(mails, { timeout: 120_000, interval: 250 }).toEqual(expected);

    // It comes back under its old address and takes part again.
    const again = await portals.startAgain(1);
    await expect
      .poll(async () => [await read(), again.output().includes('"route":"/api/companies"')], {
        timeout: 120_000,
      })
      .toEqual([200, true]);
    expect((await person.delete('/auth/sign_out')).status).toBe(200);
    expect(await Promise.all(Array.from({ length: 6 }, read))).toEqual(Array(6).fill(401));
    expect(portals.nginxLog()).toContain(' GET /api/auth/saml 302 ');
    expect(portals.nginxLog()).not.toMatch(/access-token|\?/);
    expect(await mails()).toEqual(expected);
  },
);
