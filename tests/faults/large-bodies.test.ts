import { expect, it } from 'vitest';
import { databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

const LONG = 62_000_000;
const ROWS = 20_000;

it(
  'refuses bodies that are far too large, and answers all of a long list',
  { timeout: 600_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
    const db = databaseOf(dataDir);
    const token = await newToken(db);
    await db.query(
      `INSERT INTO departments (name, abbreviation)
       SELECT 'Department ' || n || repeat('x', 200), 'D' || n FROM generate_series(1, ${ROWS}) n`,
    );
    const headers = { ...token, 'content-type': 'application/json' };
    const { data } = (await (
      await fetch(`${portal.url}/api/departments?page=1`, { headers: token })
    ).json()) as { data: { id: number }[] };
    const body = JSON.stringify({ name: 'x'.repeat(LONG) });

    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${data[0]?.id}`],
    ] as const) {
      const answer = await fetch(`${portal.url}/api/departments${path}`, { method, headers, body });
      expect([method, answer.status]).toEqual([method, 413]);
      expect(await answer.json()).toMatchObject({ error: 'The request is too large.' });
    }
    for (const path of ['departments', 'departments.csv']) {
      const answer = await fetch(`${portal.url}/api/${path}`, { headers: token });
      expect([path, answer.status]).toEqual([path, 200]);
      expect((await answer.text()).split('Department ').length).toBeGreaterThan(ROWS);
    }
    expect(await portal.stop()).toBe(0);
  },
);
