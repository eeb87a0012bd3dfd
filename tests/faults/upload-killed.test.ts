import { expect, it } from 'vitest';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { zipped } from '#tests/support/zipped.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

/** So many that a job takes them over, and takes a while. */
const NETWORKS = 60_000;
/** Only a guard against hanging. */
const RESUMED_WITHIN_MS = 240_000;

it(
  'takes an upload over once that was killed while its job wrote, and removes the file',
  { timeout: 600_000 },
  async () => {
    const settings = { DATA_DIR: await startedDataDir() };
    const portal = await startServer(settings);
    const db = databaseOf(settings.DATA_DIR);
    const api = apiOf(portal, await newToken(db));
    const rows = Array.from({ length: NETWORKS }, (_, at) => `UK-${at},UK-P${at}`);
    const file = Buffer.from(['Network,Project ID', ...rows].join('\n')).toString('base64');
    const { status } = await api.post('/cost_center_networks/upload', { file });
    expect(status).toBe(202);
    const step = async () =>
      (await db.query<{ at: string }>(`SELECT steps -> 2 ->> 'state' AS at FROM jobs`)).rows[0]?.at;
    await expect.poll(step, { timeout: 120_000, interval: 20 }).toBe('running');
    await portal.kill();
    await ageHeartbeats(db);

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

it(
  'mails every refused row of an upload whose rows were taken over before it was killed',
  { timeout: 600_000 },
  async () => {
    const settings = { DATA_DIR: await startedDataDir() };
    const portal = await startServer(settings);
    const db = databaseOf(settings.DATA_DIR);
    const api = apiOf(portal, await newToken(db));
    await db.query(`INSERT INTO companies (code, aws_gl) VALUES ('UK-MAIL', '784031')`);
    const rows = ['identifier,company_code', 'UKM-OK,UK-MAIL', ...times(600, (at) => `UKM-${at},nobody's`)];
    const base_file = (await zipped({ 'sap.csv': rows.join('\n') })).toString('base64');

    // As long as the outbox is held, the job cannot end.
    const { promise: freed, resolve: free } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const holding = db
      .transaction(async (tx) => {
        await tx.query('LOCK TABLE outbox IN SHARE ROW EXCLUSIVE MODE');
        hold();
        await freed;
      })
      .catch(() => undefined);
    await held;
    const body = { email: 'finance@example.com', base_file };
    expect((await api.post('/sap_cost_centers/upload', body)).status).toBe(202);
    const taken = async () =>
      (await db.query<{ taken: boolean }>(`SELECT reached ? 'taken' AS taken FROM jobs`)).rows[0]?.taken;
    await expect.poll(taken, { timeout: 120_000 }).toBe(true);
    await portal.kill();
    await ageHeartbeats(db);
    free();
    await holding;

    const next = await startServer(settings);
    const after = databaseOf(settings.DATA_DIR);
    const mails = async () =>
      (
        await after.query<{ id: number; content: string }>(
          `SELECT o.id, convert_from(string_agg(c.content, '' ORDER BY c.position), 'UTF8') AS content
           FROM outbox o JOIN outbox_attachments a ON a.mail_id = o.id JOIN file_chunks c ON c.file_id = a.file_id
           GROUP BY o.id`,
        )
      ).rows;
    await expect.poll(async () => (await mails()).length, { timeout: RESUMED_WITHIN_MS }).toBe(1);
    const [mail] = await mails();
    expect(mail?.content.trim().split('\r\n')).toHaveLength(601);
    expect(await next.stop()).toBe(0);
  },
);

const times = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));
