import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityEntry } from '#calls/activity.ts';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';
import { ReferenceData } from '#tests/support/reference-data.ts';
import { readSets, type Wanted } from './sets.ts';

const hidden = new Set<string>();
const kept = new Set<string>();
const engine = withEngine(registry, {
  allows: (action, model) => !hidden.has(model) && !(action === 'export' && kept.has(model)),
});
const data = new ReferenceData(engine);
beforeAll(async () => {
  await data.department({ name: 'Seen' });
  await data.company({ code: 'HIDDEN' });
});
beforeEach(() => {
  hidden.clear();
  kept.clear();
});

const models = async (path: string) => {
  const { body } = await engine.call<ActivityEntry[]>('GET', path);
  return new Set(body.data.map(({ model }) => model));
};

describe('who may not read a model', () => {
  it('sees nothing of its changes: not in the list, by its name, one by one, or in a file', async () => {
    const [entry] = (await engine.call<ActivityEntry[]>('GET', '/activity?by_model=companies')).body.data;
    expect(await models('/activity')).toEqual(new Set(['companies', 'departments']));
    hidden.add('companies');
    expect(await models('/activity')).toEqual(new Set(['departments']));
    expect((await engine.call('GET', '/activity')).body.meta.total).toBe(1);
    expect((await engine.call('GET', '/activity?by_model=companies')).status).toBe(403);
    expect((await engine.call('GET', `/activity/${entry?.id}/changes`)).status).toBe(403);
    const { text } = await engine.call('GET', '/activity.csv');
    expect(text).toContain('Seen');
    expect(text).not.toContain('HIDDEN');
  });

  it('does not see either who changed nothing else', async () => {
    await engine.db.query(
      `INSERT INTO record_history (resource, record_id, action, by_email, by_name, request_id, lock_version, changes)
       VALUES ('companies', 1, 'update', 'hidden@example.com', 'Hidden Person', 'r', 2, '{}')`,
    );
    const found = async () => (await engine.call<unknown[]>('GET', '/activity/people?q=hidden')).body.data;
    expect(await found()).toHaveLength(1);
    hidden.add('companies');
    expect(await found()).toEqual([]);
  });

  it('gets no file of a model whose list they may not download', async () => {
    kept.add('companies');
    expect(await models('/activity')).toContain('companies');
    expect((await engine.call('GET', '/activity.csv')).text).not.toContain('HIDDEN');
    expect((await engine.call('GET', '/activity.csv?by_model=companies')).status).toBe(403);
  });

  it('is refused where nothing is left', async () => {
    for (const { name } of registry.all) hidden.add(name);
    expect((await engine.call('GET', '/activity')).status).toBe(403);
    expect((await engine.call('GET', '/activity', undefined, { by: 'nobody' })).status).toBe(401);
  });
});

describe('with very much history', () => {
  /** So much that reading it all is plainly dearer than an index. */
  const MANY = 60_000;
  beforeAll(async () => {
    await engine.db.query({
      text: `INSERT INTO record_history (resource, record_id, action, at, by_email, request_id, lock_version, changes)
        SELECT CASE WHEN n % 2 = 0 THEN 'cost_centers' ELSE 'members' END, n, CASE WHEN n % 100 = 0 THEN 'import' ELSE 'update' END,
          timestamptz '2020-01-01' + n * interval '1 minute', 'person' || n % 7 || '@example.com', 'many' || n, 2, '{}'
        FROM generate_series(1, $1::integer) n`,
      values: [MANY],
    });
    await engine.db.query('ANALYZE change_sets');
  });

  const everything: Wanted = {
    resources: registry.all,
    action: null,
    person: null,
    from: null,
    until: null,
  };

  it.each<[string, Partial<Wanted>]>([
    ['everything', {}],
    ['one person', { person: 'person3@example.com' }],
    ['one model', { resources: [registry.get('members')] }],
    ['one thing that was done', { action: 'import' }],
    ['some days', { from: '2020-01-20T00:00:00Z', until: '2020-01-22T00:00:00Z' }],
    ['a person who did nothing', { person: 'nobody@example.com' }],
  ])('a page of %s reads little of it, however deep it lies', async (_what, more) => {
    const wanted = { ...everything, ...more };
    const read = async (before: number | null) => {
      const pages: number[] = [];
      const counting = {
        query: async (statement: { text: string; values?: unknown[]; name?: string }) => {
          const { text, values } = statement;
          const { rows } = await engine.db.query<{ 'QUERY PLAN': string }>({
            text: `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, FORMAT TEXT) ${text}`,
            values,
          });
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          expect(plan).not.toMatch(/Seq Scan on (change_sets|record_history)/);
          pages.push(Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1] ?? 0));
          return engine.db.query(statement);
        },
      };
      const sets = await readSets(counting as never, wanted, before, 50);
      return { sets, pages: Math.max(...pages) };
    };
    const top = await read(null);
    expect(top.pages).toBeLessThan(2500);
    const oldest = await readSets(engine.db, { ...wanted, until: '2020-01-21T00:00:00Z' }, null, 1);
    if (!oldest[0]) return;
    const deep = await read(oldest[0].id);
    expect(deep.sets.length).toBeGreaterThan(0);
    expect(deep.pages).toBeLessThan(2500);
  });
});
