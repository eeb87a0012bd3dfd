import { expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';
import { Statements } from './statements.ts';

const SHAPES = 700;

const engine = withEngine(registry, { poolSize: 2 });

it('prepares what is asked for, however much there was before, and forgets what nobody asks for', () => {
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

it(
  'leaves no connection with more plans than there are shapes worth keeping',
  { timeout: 60_000 },
  async () => {
    const sorts = ['identifier', 'company_code', 'active_at', 'expired_at', 'created_at', 'id'];
    const paths = sorts.flatMap((sort) =>
      Array.from({ length: 200 }, (_, at) => `/cost_centers?page=1&per_page=${at + 1}&sort=${sort}`),
    );
    const asked = paths.slice(0, SHAPES);
    let most = 0;
    for (const path of asked) {
      expect((await engine.call('GET', path)).status).toBe(200);
      const { rows } = await engine.db.query<{ count: number }>(
        'SELECT count(*)::integer AS count FROM pg_prepared_statements',
      );
      most = Math.max(most, rows[0]?.count ?? 0);
    }
    expect(most).toBeGreaterThan(100);
    expect(most).toBeLessThanOrEqual(520);
  },
);
