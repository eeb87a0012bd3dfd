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

describe('many statements of one transaction that keeps its sums by the side', () => {
  const sets = async (request: string) => {
    const { rows } = await engine.db.query<{ resource: string; lines: number; whole: boolean }>({
      text: `SELECT c.resource, c.lines, c.lines = count(*) AND c.id = min(h.id) AND c.last_line = max(h.id) AND c.at = max(h.at) AS whole
        FROM record_history h JOIN change_sets c
          ON c.key = change_set_key(h.request_id, h.by_email, h.resource, h.action, h.at)
        WHERE h.request_id = $1 GROUP BY c.id ORDER BY 1`,
      values: [request],
    });
    return rows;
  };

  it('are gathered without what savepoints have undone, and added to what the request has done before', async () => {
    const change = (model: string) => ({
      text: `INSERT INTO record_history (resource, record_id, action, by_email, request_id, lock_version, changes)
        VALUES ($1, 1, 'update', 'many@example.com', 'savepoints', 2, '{}')`,
      values: [model],
    });
    await engine.db.query(change('companies'));
    for (let count = 0; count < 2; count += 1)
      await engine.db.transaction(async (tx) => {
        await tx.query('SELECT keep_sums()');
        await tx.query('SAVEPOINT undone');
        await tx.query(change('companies'));
        await tx.query(change('departments'));
        await tx.query('ROLLBACK TO undone');
        for (const model of ['companies', 'departments', 'companies']) await tx.query(change(model));
        await tx.query('SELECT write_sums()');
      });
    await engine.db.query(change('companies'));
    expect(await sets('savepoints')).toEqual([
      { resource: 'companies', lines: 6, whole: true },
      { resource: 'departments', lines: 2, whole: true },
    ]);
  });

  it('count the records without what savepoints have undone, and a transaction that fails counts nothing', async () => {
    const counted = `SELECT sum(records)::integer AS kept, (SELECT count(*)::integer FROM business_units) AS there
      FROM record_counts WHERE resource = 'business_units'`;
    const add = (name: string) => `INSERT INTO business_units (name) VALUES ('${name}')`;
    const addThree = async (fails: boolean) =>
      engine.db.transaction(async (tx) => {
        await tx.query('SELECT keep_sums()');
        for (const name of ['Many one', 'Many two', 'Many three']) await tx.query(add(name));
        await tx.query('SAVEPOINT undone');
        await tx.query(add('Many undone'));
        await tx.query(`DELETE FROM business_units WHERE name = 'Many one'`);
        await tx.query('ROLLBACK TO undone');
        await tx.query(`DELETE FROM business_units WHERE name = 'Many two'`);
        await tx.query('SELECT write_sums()');
        if (fails) throw new Error('It fails in the end.');
      });
    await expect(addThree(true)).rejects.toThrow('It fails in the end.');
    await addThree(false);
    await engine.db.query(add('Many four'));
    expect((await engine.db.query(counted)).rows).toEqual([{ kept: 3, there: 3 }]);
  });
});
