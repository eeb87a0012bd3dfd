import { expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';
import { Statements } from './statements.ts';

const SHAPES = 700;

const engine = withEngine(registry, { poolSize: 2 });

it('prepares what is requested, however much there was before, and forgets what nobody requests', () => {
  const statements = new Statements();
  const built: string[] = [];
  const get = (shape: string) =>
    statements.get(shape, () => {
      built.push(shape);
      return `SELECT '${shape}'`;
    });
  for (let at = 0; at < SHAPES; at += 1) {
    expect(get(`shape ${at}`).name).toEqual(expect.any(String));
    expect(get('often').name).toEqual(expect.any(String));
  }
  expect(built.filter((shape) => shape === 'often')).toHaveLength(1);
  get('shape 0');
  expect(built.filter((shape) => shape === 'shape 0')).toHaveLength(2);
});

it('leaves no connection with more plans than there are shapes worth keeping', async () => {
  const sorts = ['identifier', 'company_code', 'active_at', 'expired_at', 'created_at', 'id'];
  const paths = sorts.flatMap((sort) =>
    Array.from({ length: 200 }, (_, at) => `/cost_centers?page=1&per_page=${at + 1}&sort=${sort}`),
  );
  const requested = paths.slice(0, SHAPES);
  let most = 0;
  for (const path of requested) {
    expect((await engine.call('GET', path)).status).toBe(200);
    const { rows } = await engine.db.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM pg_prepared_statements',
    );
    most = Math.max(most, rows[0]?.count ?? 0);
  }
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThanOrEqual(520);
});

it('leaves no connection with more than some plans of searches, whose limit makes no other one', async () => {
  const prepared = async () => {
    const { rows } = await engine.db.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM pg_prepared_statements WHERE statement LIKE '%starts0%'`,
    );
    return rows[0]?.count ?? 0;
  };
  const search = async (words: string, limit: number) =>
    expect((await engine.call('GET', `/search?q=${words}&limit=${limit}`)).status).toBe(200);
  for (const limit of [1, 5, 6, 25]) await search('abc', limit);
  expect(await prepared()).toBeLessThanOrEqual(2);
  let most = 0;
  // Each number of words, and of pieces in them, is a shape of its own.
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  for (const length of [3, 6, 12, 18, 24])
    for (const more of [0, 1, 2, 3, 4, 5, 6]) {
      await search([letters.slice(0, length), ...letters.slice(0, more)].join('+'), 5);
      most = Math.max(most, await prepared());
    }
  expect(most).toBeGreaterThan(4);
  expect(most).toBeLessThanOrEqual(28);
});
