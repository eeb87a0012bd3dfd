import { expect, it } from 'vitest';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

/** So many that the undo is killed in the midst of them. */
const BILLS = 15_000;
/** Only guards against hanging. */
const BEGUN_WITHIN_MS = 120_000;
const RESUMED_WITHIN_MS = 420_000;

it(
  'an undo of imported bills that was killed has done nothing of it, and is done whole by who takes it over',
  { timeout: 900_000 },
  async () => {
    const settings = { DATA_DIR: await startedDataDir() };
    const portal = await startServer(settings);
    const db = databaseOf(settings.DATA_DIR);
    const api = apiOf(portal, await newToken(db));
    const data = Array.from({ length: BILLS }, (_, at) => ({
      date: '2026-09-01',
      provider: 'aws',
      identifier: `UNDO-${at % 500}`,
      amount: `${at}.25`,
      currency: 'EUR',
    }));
    const imported = await api.post('/cloud_bills/import_json', { data, update: true });
    expect(imported.status).toBe(201);
    const { changes } = imported.body.meta as unknown as { changes: number[] };
    expect((await api.post('/activity/undo', { changes })).status).toBe(202);
    const progress = async () =>
      (await db.query<{ done: number }>(`SELECT done_steps::integer AS done FROM jobs WHERE kind = 'undo'`))
        .rows[0]?.done ?? 0;
    await expect.poll(progress, { timeout: BEGUN_WITHIN_MS, interval: 20 }).toBeGreaterThan(0);
    await portal.kill();
    await ageHeartbeats(db);

    const next = await startServer(settings);
    const after = databaseOf(settings.DATA_DIR);
    const counts = async () =>
      (
        await after.query<{ bills: number; deleted: number }>(
          `SELECT (SELECT count(*)::integer FROM cloud_bills WHERE starts_with(identifier, 'UNDO-')) AS bills,
             (SELECT count(*)::integer FROM record_history WHERE resource = 'cloud_bills' AND action = 'delete') AS deleted`,
        )
      ).rows[0];
    const job = async () =>
      (await after.query<{ state: string }>(`SELECT state FROM jobs WHERE kind = 'undo'`)).rows[0]?.state;
    await expect.poll(job, { timeout: RESUMED_WITHIN_MS, interval: 250 }).toBe('done');
    expect(await counts()).toEqual({ bills: 0, deleted: BILLS });
    expect(await next.stop()).toBe(0);
  },
);
