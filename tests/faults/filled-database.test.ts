import { expect, it } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import { readMigrations } from '#server/platform/database/migrations.ts';
import type { Row } from '#tests/support/api.ts';
import { earlierDatabase } from './earlier-database.ts';
import { apiOf, newDataDir, startServer } from './portal-process.ts';

/** The last migration of the version that wrote the fixture, and the token of an administrator in it. */
const LAST = '0011';
const TOKEN = 'skt_0CXFIkKsJinny8mtmWQcNZBIuItvSmtaI6PYjRyCX9o';

it(
  'a portal goes on with the database of an earlier version: its records, history, files, mail and tokens',
  { timeout: 600_000 },
  async () => {
    const { connectionString, db } = await earlierDatabase(LAST);
    const before = await db.query('SELECT * FROM record_history ORDER BY id');
    const known = new Set(before.fields.map(({ name }) => name));
    const portal = await startServer({ DATABASE_URL: connectionString, DATA_DIR: newDataDir() });
    const { rows: applied } = await db.query<{ name: string }>(
      'SELECT name FROM schema_migrations ORDER BY name',
    );
    expect(applied.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name));
    const api = apiOf(portal, { authorization: `Bearer ${TOKEN}` });

    const centers = await api.get<Row[]>('/cost_centers?sort=identifier');
    expect(centers.body.data).toMatchObject([
      {
        id: 1,
        identifier: '10009000001',
        approved: true,
        department_name: 'Finance',
        expired_at: '2026-12-31',
      },
      {
        id: 2,
        identifier: '10009000002',
        owner_terminated: true,
        new_cost_center: { identifier: '10009000001' },
      },
      {
        id: 3,
        identifier: '20009000003',
        new_cost_center: { identifier: '20009000004' },
        business_unit_name: 'Corporate',
      },
      { id: 4, identifier: '20009000004', alt_cost_center: { identifier: '10009000001' } },
    ]);
    expect((await api.get<Row[]>('/companies?by_country=austria')).body.data).toMatchObject([
      { code: '2000' },
    ]);
    expect((await api.get('/search?q=hara')).text).toContain('gone@example.com');
    const history = await api.get<HistoryEntry[]>('/companies/2/history');
    expect(history.body.data.map(({ action, changes }) => [action, changes[0]?.field])).toEqual([
      ['update', 'country'],
      ['create', 'code'],
    ]);

    expect((await api.put('/companies/2', { country: 'AT', lock_version: 2 })).status).toBe(200);
    const restored = await api.post('/cost_centers/5/restore');
    expect(restored.body.data).toMatchObject({
      id: 5,
      identifier: '10009000009',
      department_name: 'Finance',
    });
    const added = await api.post('/departments', { name: 'Newest' });
    expect(added.body.data).toMatchObject({ id: 3 });
    const after = await db.query('SELECT * FROM record_history ORDER BY id');
    // What later versions keep besides is empty in what this one wrote.
    const kept = after.rows
      .slice(0, before.rows.length)
      .map((line: object) =>
        Object.fromEntries(
          Object.entries(line).filter(([column, value]) => known.has(column) || value !== null),
        ),
      );
    expect(kept).toEqual(before.rows);
    expect(after.rows).toHaveLength(before.rows.length + 3);

    const mails = await api.get<Row[]>('/outbox?page=1');
    expect(mails.body.data).toMatchObject([{ id: 1, to: 'finance@example.com', state: 'kept' }]);
    const mail = await api.get<{ attachments: { id: string; size: number }[] }>('/outbox/1');
    const [file] = mail.body.data.attachments;
    const attached = await fetch(`${portal.url}/api/outbox/1/attachments/${file?.id}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(
      Buffer.from(await attached.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    const jobs = await api.get<{ state: string }[]>('/jobs?page=1');
    expect(jobs.body.data.map(({ state }) => state).toSorted()).toEqual(['done', 'failed']);
    expect(await portal.stop()).toBe(0);
  },
);
