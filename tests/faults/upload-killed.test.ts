import { expect, it } from 'vitest';
import { apiOf, databaseOf, newDataDir, newToken, startServer } from './portal-process.ts';

/** So many that a job takes them over, and takes a while. */
const NETWORKS = 60_000;
/** A dead process is noticed in 15 seconds, by a look every five. */
const RESUMED_WITHIN_MS = 90_000;

it(
  'takes an upload over once that was killed while its job wrote, and removes the file',
  { timeout: 240_000 },
  async () => {
    const settings = { DATA_DIR: newDataDir() };
    const portal = await startServer(settings);
    const db = databaseOf(settings.DATA_DIR);
    const api = apiOf(portal, await newToken(db));
    const rows = Array.from({ length: NETWORKS }, (_, at) => `UK-${at},UK-P${at}`);
    const file = Buffer.from(['Network,Project ID', ...rows].join('\n')).toString('base64');
    const { status } = await api.post('/cost_center_networks/upload', { file });
    expect(status).toBe(202);
    const step = async () =>
      (await db.query<{ at: string }>(`SELECT steps -> 2 ->> 'state' AS at FROM jobs`)).rows[0]?.at;
    await expect.poll(step, { timeout: 60_000, interval: 20 }).toBe('running');
    await portal.kill();

    const next = await startServer(settings);
    const after = databaseOf(settings.DATA_DIR);
    const job = async () =>
      (await after.query<{ state: string; attempts: number }>('SELECT state, attempts FROM jobs')).rows[0];
    await expect
      .poll(async () => (await job())?.state, { timeout: RESUMED_WITHIN_MS, interval: 250 })
      .toBe('done');
    const { rows: counts } = await after.query(
      `SELECT (SELECT count(*)::int FROM cost_center_networks WHERE starts_with(identifier, 'UK-')) AS networks,
         (SELECT count(*)::int FROM project_ids WHERE starts_with(identifier, 'UK-')) AS projects,
         (SELECT count(*)::int FROM files) AS files`,
    );
    expect(counts).toEqual([{ networks: NETWORKS, projects: NETWORKS, files: 0 }]);
    expect(await next.stop()).toBe(0);
  },
);
