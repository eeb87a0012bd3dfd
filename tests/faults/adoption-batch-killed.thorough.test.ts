import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { BatchInFull } from '#calls/batches.ts';
import type { Database } from '#server/platform/database/database.ts';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { factoryDesk, fillEstate } from '#tests/support/factory/desk.ts';
import { ADOPTION, findAccount, livingAws } from '#tests/support/factory/life.ts';
import { held, waitingFor } from './held-table.ts';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from './portal-process.ts';

const ACCOUNTS = 30;
const PATH = '/request_batches/adoption';
/** Only guards against hanging. */
const WITHIN_MS = 120_000;

const counted = async (db: Database) =>
  (
    await db.query<{ batches: number; adoptions: number }>(
      `SELECT (SELECT count(*)::integer FROM request_batches WHERE kind = 'account_adoption' AND requested_by = 'load@example.com') AS batches,
         (SELECT count(*)::integer FROM cloud_deployments WHERE kind = 'account_adoption' AND requested_by = 'load@example.com') AS adoptions`,
    )
  ).rows[0];

it(
  'a batch of adoptions that is killed amid its commit and between its rows is there once, and each account is adopted once',
  { timeout: 900_000 },
  async () => {
    const cloud = livingAws();
    const simulator = await cloud.start();
    onTestFinished(simulator.close);
    const settings = { DATA_DIR: await startedDataDir(), ...simulator.settings };
    let portal = await startServer(settings);
    let db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    await fillEstate(db);
    const ids: number[] = [];
    for (let n = 0; n < ACCOUNTS; n += 1) ids.push(await findAccount(db, cloud, n));
    const body = { ids, ...ADOPTION };
    const key = { 'idempotency-key': randomUUID() };
    const send = () => apiOf(portal, token).post<BatchInFull>(PATH, body, key);

    // Amid the transaction: its rows are written, and none of them is committed.
    const letGo = await held(db, 'cloud_deployment_work');
    const lost = send().catch(() => null);
    await expect
      .poll(() => waitingFor(db, 'cloud_deployment_work'), { timeout: WITHIN_MS })
      .toBeGreaterThan(0);
    await portal.kill();
    await lost;
    await letGo().catch(() => undefined);
    portal = await startServer(settings);
    db = databaseOf(settings.DATA_DIR);
    expect(await counted(db)).toEqual({ batches: 0, adoptions: 0 });

    // Between its rows: some are done, one waits for its cloud, the others have not begun.
    for (const fault of ['none', 'none', 'none'] as const) simulator.faults.plan(cloud.writesTags, fault);
    simulator.faults.plan(cloud.writesTags, 'held-after', 2);
    const begun = await send();
    expect(begun.status, begun.text).toBe(202);
    await simulator.faults.held(2);
    await portal.kill();
    await ageHeartbeats(db);
    simulator.faults.clear();

    portal = await startServer(settings);
    db = databaseOf(settings.DATA_DIR);
    const again = await send();
    expect([again.status, again.body.data.id]).toEqual([202, begun.body.data.id]);
    const desk = factoryDesk(apiOf(portal, token));
    for (const { id } of begun.body.data.rows)
      expect(await desk.over(id)).toMatchObject({ state: 'done', error: null });
    expect(await counted(db)).toEqual({ batches: 1, adoptions: ACCOUNTS });
    const { rows } = await db.query<{ changes: number }>(
      `SELECT count(*)::integer AS changes FROM record_history
       WHERE resource = 'cloud_parents' AND record_id = ANY ($1) AND action = 'update' GROUP BY record_id`,
      [ids],
    );
    expect(rows.map(({ changes }) => changes)).toEqual(ids.map(() => 1));
    for (let n = 0; n < ACCOUNTS; n += 1) expect(cloud.tagsOf(cloud.account(n))).toMatchObject(cloud.adopted);
    // Only what was under way when the portal was killed may be written a second time.
    expect(simulator.faults.calls(cloud.writesTags)).toBeLessThanOrEqual(ACCOUNTS + 8);
    const mails = await db.query(`SELECT 1 FROM outbox WHERE subject LIKE '% come into your name'`);
    expect(mails.rowCount).toBe(1);
  },
);
