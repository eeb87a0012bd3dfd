import { beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '#kernel/fields/kinds.ts';
import { plainText } from '#kernel/fields/rich-text.ts';
import { listFilters } from '#kernel/list-filters.ts';
import { registry } from '#resources/registry.ts';
import { behaviours } from '#server/behaviours/all.ts';
import { filtersOf, takesAnyWord } from '#server/engine/lists/filters.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { modelsWith, shapesWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const rowsEach = 5;
let factory: Factory;
beforeAll(async () => {
  factory = new Factory(portal.api, registry, portal.db);
  for (const { model } of modelsWith('record'))
    for (let n = 0; n < rowsEach; n++) await factory.create(model);
  // Groups of this directory that nobody owns are what drifted.
  for (let n = 0; n < rowsEach; n++)
    await factory.create(registry.get('ad_groups'), { cloud: 'aws', owners: [], synced_elsewhere: false });
  await portal.db.query(`INSERT INTO ad_sources (name, read_at) VALUES ('directory', now())`);
});

describe.each(modelsWith('read'))('the list of $name', ({ model, path }) => {
  const list = (query = '') => portal.api.get<Row[]>(path + query);
  const texts = [...registry.properties(model).values()].filter(
    ({ field, path: references }) => field.kind === 'text' && references.length === 0,
  );

  const typed = [...filtersOf(registry, model)].flatMap(([key, filter]) =>
    takesAnyWord(filter) ? [key] : [],
  );

  const hasSums = Object.values(model.fields).some((field) => 'total' in field && field.total === true);
  const own = behaviours.find(({ resource }) => resource === model.name)?.list?.meta ?? [];
  // The sums that the model declares, and what its behaviour adds unasked; tests of their own say what these are.
  const added = {
    ...(hasSums && { totals: expect.any(Object) }),
    ...Object.fromEntries(
      own.flatMap(({ name, requestedBy }) => (requestedBy ? [] : [[name, expect.anything()]])),
    ),
  };

  it('holds every row with every property, and their number', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThanOrEqual(rowsEach);
    expect(body.meta).toEqual({ total: body.data.length, ...added });
    for (const row of body.data)
      expect(Object.keys(row)).toEqual(expect.arrayContaining([...registry.properties(model).keys()]));
  });

  it('comes in pages that together are the whole list, in its order', async () => {
    const whole = await list();
    const total = whole.body.meta.total;
    const paged: Row[] = [];
    for (let page = 1; page <= Math.ceil(total / 2); page++) {
      const { status, body } = await list(`?page=${page}&per_page=2`);
      expect(status).toBe(200);
      expect(body.meta).toEqual({ total, page, per_page: 2, ...added });
      paged.push(...body.data);
    }
    expect(paged).toEqual(whole.body.data);
    const beyond = await list(`?page=${total + 1}&per_page=1`);
    expect(beyond.body.data).toEqual([]);
    expect(beyond.body.meta.total).toBe(total);
  });

  it('gives at most a thousand rows a page', async () => {
    expect((await list('?per_page=1000')).status).toBe(200);
    expect((await list('?per_page=1001')).status).toBe(400);
  });

  it('is sorted by every property in both directions', async () => {
    const all = (await list()).body.data.map(({ id }) => id).toSorted();
    for (const name of registry.properties(model).keys()) {
      const up = await list(`?sort=${name}`);
      const down = await list(`?sort=-${name}`);
      expect([up.status, down.status], name).toEqual([200, 200]);
      for (const { body } of [up, down]) expect(body.data.map(({ id }) => id).toSorted()).toEqual(all);
      const without = ({ body }: typeof up) => body.data.map((row) => row[name]).filter((v) => v !== null);
      expect(without(down).map(comparable), name).toEqual(without(up).map(comparable).toReversed());
      expect(without(up).map(comparable), name).toEqual(without(up).map(comparable).toSorted(inOrder));
    }
  });

  it('is searched by q in its texts, without regard to case, and every word counts', async () => {
    const [first] = (await list()).body.data;
    for (const { name } of texts.slice(0, 2)) {
      const value = String(first?.[name] ?? '');
      const found = await list(`?q=${encodeURIComponent(value.toUpperCase())}`);
      expect(found.body.data.map(({ id }) => id)).toContain(first?.id);
      const none = await list(`?q=${encodeURIComponent(`${value} there-is-no-such-word`)}`);
      expect(none.body.data).toEqual([]);
    }
    const [text = ''] = texts.map(({ name }) => String(first?.[name] ?? '')).filter(Boolean);
    expect((await list(`?q=${encodeURIComponent(`${text.slice(0, -1)}_`)}`)).body.data).toEqual([]);
    expect((await list('?q=')).body.meta.total).toBeGreaterThanOrEqual(rowsEach);
  });

  it('is filtered by every property: the row that the value comes from is found, the rest has it too', async () => {
    const [first] = (await list()).body.data;
    for (const [name, { field }] of registry.properties(model)) {
      const value = first?.[name];
      if (value === null || value === undefined || field.kind === 'json') continue;
      const asked = askedFor(field, value);
      const { status, body } = await list(`?by_${name}=${encodeURIComponent(asked)}`);
      expect(status, name).toBe(200);
      expect(
        body.data.map(({ id }) => id),
        name,
      ).toContain(first?.id);
      if (field.kind !== 'text' && field.kind !== 'instant')
        for (const row of body.data) expect(row[name], name).toEqual(value);
    }
  });

  it('is not filtered by All or by nothing, and combines filters', async () => {
    const { total } = (await list()).body.meta;
    const names = [...registry.properties(model).keys(), ...listFilters(model).map(({ key }) => key)];
    const chosen = names.filter((name) => !typed.includes(name));
    for (const [none, some] of [
      ['All', chosen],
      ['', names],
    ] as const) {
      const query = [...new Set(some)].map((name) => `by_${name}=${none}`).join('&');
      expect((await list(`?${query}`)).body.meta.total, query).toBe(total);
    }
    const [first] = (await list()).body.data;
    const both = await list(
      `?by_${model.title}=${encodeURIComponent(String(first?.[model.title]))}&q=~~none~~`,
    );
    expect(both.body.meta.total).toBe(0);
  });

  it('is filtered by All as by any word where anybody may have written it', async () => {
    for (const name of typed)
      expect((await list(`?by_${name}=All`)).body.meta.total, name).toBe(
        (await list(`?by_${name}=aLL`)).body.meta.total,
      );
  });

  it('is closed to whoever is not signed in', async () => {
    expect((await fetch(`${portal.url}/api${path}`)).status).toBe(401);
  });
});

describe.each(shapesWith('read'))('the list of $name', ({ path }) => {
  const list = (query: string) => portal.api.get<Row[]>(path + query);

  it.each(['0', '-1', '1.5', 'x', '1e3', '99999999999999999999', '%00'])(
    'refuses the page %s and a page of that size',
    async (value) => {
      expect((await list(`?page=${value}`)).status).toBe(400);
      expect((await list(`?per_page=${value}`)).status).toBe(400);
    },
  );

  it.each([
    'unknown=1',
    'by_unknown=1',
    'by_=1',
    '__proto__=1',
    'constructor=1',
    'by_constructor=1',
    'sort=unknown',
    'sort=constructor',
    'sort=--id',
    'q=a&q=b',
    'page=1&page=2',
    'q[a]=1',
  ])('refuses the query %s', async (query) => {
    const { status, body } = await list(`?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatch(/\w+.*\.$/);
    expect(body.errors).toEqual([]);
    expect(body.request_id).toMatch(/\S/);
  });

  it.each(["'; DROP TABLE companies; --", "' OR '1'='1", '\\', '%', '😀', 'ﬀ', '\u202e'])(
    'takes %j as text and finds nothing with it',
    async (text) => {
      const { status, body } = await list(`?q=${encodeURIComponent(text)}`);
      expect(status).toBe(200);
      expect(body.data).toEqual([]);
    },
  );
});

/** What a person types to find a value. */
function askedFor(field: Field, value: unknown): string {
  if (field.kind === 'instant') return '1';
  if (Array.isArray(value)) return String(value[0]);
  return field.kind === 'rich-text' ? plainText(String(value)) : String(value);
}

/** Text sorts without regard to case, as the database's C locale orders it. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  return typeof value === 'object' ? JSON.stringify(value).toLowerCase() : value;
}

function inOrder(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return Number(a) - Number(b);
}
