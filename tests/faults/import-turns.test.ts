import { expect, it } from 'vitest';
import { apiClient } from '#tests/support/api.ts';
import { databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';
import { expectShortTurns, WATCHED } from './watched-process.ts';

const ROWS = 100_000;

it(
  'serves others while the largest import adds records that refer to each other, and when it changes them',
  { timeout: 600_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir, ...WATCHED });
    const token = await newToken(databaseOf(dataDir));
    const api = apiClient(portal.url, token);
    for (const [path, record] of [
      ['/companies', { code: 'T1' }],
      ['/cloud_contacts', { email: 'turns@example.com' }],
      ['/business_units', { name: 'Turns' }],
      ['/departments', { name: 'Turns' }],
    ] as const)
      expect((await api.post(path, record)).status).toBe(201);
    // One chain through all of the file, each row replaced by the one before it.
    const data = (round: number, code: string) =>
      Array.from({ length: ROWS }, (_, at) => ({
        identifier: `turn-${round}-${at}`,
        company_code: code,
        companies_code: 'T1',
        cloud_contact_email: 'turns@example.com',
        replacement_cost_center: at === 0 ? '' : `turn-${round}-${at - 1}`,
      }));
    const send = (body: object) => api.post('/cost_centers/import_json', body);

    await expectShortTurns(portal, async (round) => {
      const added = await send({ data: data(round, '01') });
      expect(added).toMatchObject({ status: 201, body: { data: { created: ROWS } } });
    });
    await expectShortTurns(portal, async (round) => {
      const changed = await send({ data: data(1, `1${round}`), update: true });
      expect(changed).toMatchObject({ status: 201, body: { data: { updated: ROWS } } });
    });
    expect(await portal.stop()).toBe(0);
  },
);
