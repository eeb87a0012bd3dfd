import { expect, it } from 'vitest';
import { exhaustingArchives, exhaustingTables, misleading } from '#tests/support/hostile-files.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

const UPLOADS = [
  ['/sap_cost_centers/upload', 'base_file', exhaustingArchives, { email: 'finance@example.com' }],
  ['/cost_center_networks/upload', 'file', exhaustingTables, {}],
  ['/cost_center_networks/upload', 'file', misleading, {}],
] as const;

it(
  'refuses files that were made to exhaust it, and goes on answering others',
  { timeout: 600_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
    const api = apiOf(portal, await newToken(databaseOf(dataDir)));
    for (const [address, member, files, more] of UPLOADS)
      for (const [what, make] of files) {
        const body = JSON.stringify({ ...more, [member]: Buffer.from(await make()).toString('base64') });
        const [answer, other] = await Promise.all([
          api.send('POST', address, body),
          api.get('/companies?page=1&per_page=25'),
        ]);
        expect([400, 413, 422], `${what}: ${answer.status}`).toContain(answer.status);
        expect([what, other.status]).toEqual([what, 200]);
      }
    expect(await portal.stop()).toBe(0);
  },
);
