import { expect, it } from 'vitest';
import { databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';
import { longestTurn, LONGEST_TURN_MS, WATCHED } from './watched-process.ts';

const LONG = 62_000_000;
const ROWS = 20_000;

it(
  'serves others while bodies come that are far too large, and while all of a long list is answered',
  { timeout: 120_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir, ...WATCHED });
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
    await longestTurn(portal);

    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${data[0]?.id}`],
    ] as const) {
      const answer = await fetch(`${portal.url}/api/departments${path}`, { method, headers, body });
      expect([method, answer.status]).toEqual([method, 413]);
      expect(await answer.json()).toMatchObject({ error: 'The request is too large.' });
      expect(await longestTurn(portal)).toBeLessThan(LONGEST_TURN_MS);
    }
    for (const path of ['departments', 'departments.csv']) {
      const answer = await fetch(`${portal.url}/api/${path}`, { headers: token });
      expect([path, answer.status]).toEqual([path, 200]);
      expect((await answer.text()).split('Department ').length).toBeGreaterThan(ROWS);
      expect([path, (await longestTurn(portal)) < LONGEST_TURN_MS]).toEqual([path, true]);
    }
    expect(await portal.stop()).toBe(0);
  },
);
