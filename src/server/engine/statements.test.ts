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
    const columns = [
      'identifier',
      'company_code',
      'companies_id',
      'cloud_contact_id',
      'approved',
      'active_at',
    ];
    const sorts = [...columns, 'expired_at', 'business_unit_name', 'department_name', 'created_at', 'id'];
    const filters = Array.from({ length: 2 ** columns.length }, (_, mask) =>
      columns
        .filter((_column, at) => mask & (1 << at))
        .map((name) => `&by_${name}=${{ approved: 'true', active_at: '2026-03-29' }[name] ?? 1}`)
        .join(''),
    );
    const paths = filters.flatMap((filter) =>
      sorts.map((sort) => `/cost_centers?page=1&sort=${sort}${filter}`),
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
