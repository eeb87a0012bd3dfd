import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { followJob } from '#tests/support/follow-job.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

const COST_CENTERS = 100_000;
const MOST_GROWTH_MB = 150;

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;

it(
  'makes the report of 100,000 cost centers without growing by more than 150 MB',
  { timeout: 120_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
    const db = databaseOf(dataDir);
    const api = apiOf(portal, await newToken(db));
    await db.query(
      `INSERT INTO cloud_contacts (email, terminated) VALUES ('memory.owner@example.com', false)`,
    );
    await db.query(`INSERT INTO companies (code, aws_gl) VALUES ('memory', '784031')`);
    await db.query(
      `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
       SELECT 'memory ' || n, '01', (SELECT max(id) FROM companies), (SELECT max(id) FROM cloud_contacts),
         date '2020-01-01' + n % 2000, n % 2 = 0 FROM generate_series(1, $1::integer) n`,
      [COST_CENTERS],
    );
    // What a portal needs that has answered something.
    for (let at = 0; at < 20; at++) await api.get('/cost_centers?page=1&per_page=25');
    const idle = residentMb(portal.pid);
    let most = idle;
    const watching = setInterval(() => (most = Math.max(most, residentMb(portal.pid))), 50);
    const { body } = await api.post<{ job: { id: string } }>('/cost_centers/send_report', { email: true });
    const { state, result } = await followJob(api, body.data.job.id).finally(() => clearInterval(watching));
    expect(state).toBe('done');
    expect(Object(result?.['rows'])['Cost Centers']).toBeGreaterThanOrEqual(COST_CENTERS);
    expect(most - idle).toBeLessThan(MOST_GROWTH_MB);
    expect(await portal.stop()).toBe(0);
  },
);
