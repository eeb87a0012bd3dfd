import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '#calls/search.ts';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';
import { ReferenceData } from '#tests/support/reference-data.ts';
import { readListRequest } from '../lists/list-request.ts';
import { ListStatements } from '../lists/list-statement.ts';
import { withNames } from '../lists/with-names.ts';
import { SEARCH_SETTINGS, searchSql, searchValues } from './search-statement.ts';
import { searchRequest } from './search.ts';
import { Statements } from '../statements.ts';

const hidden = new Set<string>();
const engine = withEngine(registry, { allows: (_action, model) => !hidden.has(model) });
const data = new ReferenceData(engine);
const costCenters = registry.get('cost_centers');

/** So many rows that reading them all is plainly dearer than an index. */
const MANY = 20_000;

const search = async (q: string, more = '') => {
  const answer = await engine.call('GET', `/search?q=${encodeURIComponent(q)}${more}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as unknown as SearchAnswer;
};
const titles = async (q: string) => (await search(q)).data.map(({ title }) => title);

interface Planned {
  text: string;
  values?: unknown[];
}

async function plan(statement: Planned, how = 'COSTS OFF'): Promise<string> {
  const { rows } = await engine.db.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (${how}) ${statement.text}`,
    values: statement.values,
  });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const cost = async (statement: Planned, how: string) =>
  Number(/\.\.(\d+\.\d+)/.exec(await plan(statement, how))?.[1]);

beforeAll(async () => {
  await data.contact({ email: 'grace.hopper@example.com', name: 'Rear Admiral Hopper' });
  await data.company({ code: 'HOP-1', country: 'Luxembourg' });
  await data.department({ name: 'Hopping Mad' });
  const first = await data.costCenter({ identifier: 'Base_100%', company_code: 'ZQ' });
  await engine.db.query({
    text: `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
      SELECT 'mass ' || n, '01', c.companies_id, c.cloud_contact_id, c.active_at, c.approved
      FROM cost_centers c, generate_series(1, $2) n WHERE c.id = $1`,
    values: [first.id, MANY],
  });
  // As after a while: new rows wait in a list of the trigram index until it is vacuumed.
  await engine.db.query('VACUUM ANALYZE');
});

describe('the search through all models', () => {
  it('finds titles by how they start, and texts by any part, each model for itself', async () => {
    expect(await titles('hop')).toEqual(['Hopping Mad', 'HOP-1', 'grace.hopper@example.com'].toSorted());
  });

  it('puts the exact hit first, then starts, then parts, and says what more there is', async () => {
    const { data: hits, meta } = await search('MASS 1999', '&limit=3');
    expect(hits.map(({ title }) => title)).toEqual(['mass 1999', 'mass 19990', 'mass 19991']);
    expect(meta.more).toEqual(['cost_centers']);
    expect(await titles('9999')).toEqual(['mass 19999', 'mass 9999']);
  });

  it('says in which text the words are when it is not the title', async () => {
    const { data: hits } = await search('admiral rear');
    expect(hits).toMatchObject([
      {
        model: 'cloud_contacts',
        title: 'grace.hopper@example.com',
        found_in: { field: 'name', label: 'Name', text: 'Rear Admiral Hopper' },
      },
    ]);
    expect((await search('luxem')).data).toMatchObject([{ title: 'HOP-1', found_in: { label: 'Location' } }]);
  });

  it('takes short texts for the start of titles', async () => {
    expect(await titles('h')).toEqual(expect.arrayContaining(['Hopping Mad', 'HOP-1']));
    expect(await titles('zq')).toEqual([]);
  });

  it.each([
    ['base_1', ['Base_100%']],
    ['base_100%', ['Base_100%']],
    ['base%', []],
    ['b_se', []],
    ['%', []],
    ['\\', []],
  ])('takes every character of %s as itself', async (q, expected) => {
    expect(await titles(q)).toEqual(expected);
  });

  it('leaves out the models that the person may not see, and refuses who may see none', async () => {
    hidden.add('companies').add('departments');
    expect(await titles('hop')).toEqual(['grace.hopper@example.com']);
    for (const { name } of registry.all) hidden.add(name);
    const refused = await engine.call('GET', '/search?q=hop');
    hidden.clear();
    expect(refused.status).toBe(403);
    expect((await engine.call('GET', '/search?q=hop', undefined, { by: 'nobody' })).status).toBe(401);
  });

  it('reads no table but by its indexes, whatever is searched for', async () => {
    const tables = registry.all.filter(({ source }) => source === 'table');
    for (const q of [
      '1',
      'mass',
      'mass 1999',
      '9999',
      'nothing there',
      'nobody knew',
      'grace.hopper@example.com',
    ]) {
      const request = searchRequest(q, 5);
      const found = await engine.db.transaction(async (tx) => {
        await tx.query(SEARCH_SETTINGS);
        const { rows } = await tx.query<{ 'QUERY PLAN': string }>({
          text: `EXPLAIN ${searchSql(registry, tables, request)}`,
          values: searchValues(request),
        });
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      expect(found, q).not.toContain('Seq Scan');
      for (const { name } of tables) expect(found, q).toContain(`${name}_title`);
      expect(found.includes('cost_centers_search'), q).toBe(request.keys.length > 0);
      expect(found.includes('cost_centers_pieces'), q).toBe(request.pieces.length > 0);
      expect(request.keys.length + request.pieces.length > 0, q).toBe(request.parts.length > 0);
    }
  });

  it('looks through old records for what is rare, and through the newest for what is frequent', async () => {
    expect(await titles('ass 77')).toHaveLength(5);
    expect(await titles('ass 19987')).toEqual(['mass 19987']);
    expect(await titles('se_100')).toEqual(['Base_100%']);
  });

  it('finds an address by what stands before its domain, and no other one', async () => {
    await data.contact({ email: 'xgrace.hopper@example.net', name: 'No Admiral' });
    expect(await titles('race.hopper@example.com')).toEqual(['grace.hopper@example.com']);
    expect((await titles('hopper@example')).toSorted()).toEqual([
      'grace.hopper@example.com',
      'xgrace.hopper@example.net',
    ]);
  });
});

const lists = new ListStatements(registry, costCenters, new Statements());

describe('a later page of a list whose order an index has', () => {
  it.each(['page=3', 'page=3&sort=-created_at', 'page=3&by_business_units_id=1'])(
    'is planned for any page at no more cost than for itself, since it is planned anew otherwise (%s)',
    async (query) => {
      const values = Object.fromEntries(new URLSearchParams(query));
      const { statement, isComplete } = lists.page(readListRequest(registry, costCenters, values));
      expect(isComplete).toBe(true);
      expect(await cost({ text: statement.text }, 'GENERIC_PLAN')).toBeLessThan(
        1 + (await cost(statement, 'COSTS')),
      );
    },
  );
});

describe('a list that is searched', () => {
  it.each(['', '&sort=identifier', '&sort=-cloud_contact_email'])(
    'finds its rows and their number by an index of texts, ordered by %j, with one plan for any words',
    async (sort) => {
      for (const [words, index] of [
        ['q=19999', 'search'],
        ['q=ass', 'search'],
        ['q=mass 199', 'search'],
        ['q=no-such-text', 'search'],
        ['q=199999', 'pieces'],
        ['q=mass 1999999', 'pieces'],
        ['by_identifier=mass 1999999', 'pieces'],
      ] as const) {
        const query = Object.fromEntries(new URLSearchParams(`${words}&page=1${sort}`));
        const { statement, isComplete } = lists.page(readListRequest(registry, costCenters, query));
        const found = await plan(statement);
        expect(found).toMatch(
          /CTE matched\s+->.*\s+(?:InitPlan[^]*?)?-> {2}Bitmap Heap Scan on cost_centers t\b/,
        );
        expect(found, words).toContain(`Bitmap Index Scan on cost_centers_${index}`);
        expect(found).not.toContain('Seq Scan on cost_centers');
        // What is kept under a name must be as good for other words; PostgreSQL keeps what costs no more than planning anew.
        expect(isComplete && statement.name, words).toBeTruthy();
        expect(await cost({ text: statement.text }, 'GENERIC_PLAN')).toBeLessThan(
          1 + (await cost(statement, 'COSTS')),
        );
        const forAny = await plan({ text: statement.text }, 'GENERIC_PLAN, COSTS OFF');
        expect(forAny.replaceAll(/lower\(\$\d\)/g, 'words')).toBe(
          found.replaceAll(/'%[^%']+%'::text/g, 'words'),
        );
      }
    },
  );

  it('finds what somebody owns by the index of owners, whatever stands in its own texts', async () => {
    const { id } = await data.contact({ email: 'few@example.com', name: 'Ada Lovelace' });
    await engine.db.query({
      text: `UPDATE cost_centers SET cloud_contact_id = $1 WHERE identifier IN ('mass 7', 'mass 19')`,
      values: [id],
    });
    const { body } = await engine.call<{ identifier: string }[]>(
      'GET',
      '/cost_centers?q=lovelace&page=1&sort=id',
    );
    expect(body.data.map(({ identifier }) => identifier)).toEqual(['mass 7', 'mass 19']);
    const query = { q: 'lovelace', page: '1' };
    const request = await withNames(
      engine.db,
      registry,
      costCenters,
      readListRequest(registry, costCenters, query),
    );
    const { statement } = lists.page(request);
    const found = await plan(statement);
    expect(found).toContain('BitmapOr');
    expect(found).toMatch(/Bitmap Index Scan on cost_centers_cloud_contact_id/);
    expect(found).not.toContain('Seq Scan on cost_centers');
  });

  describe('by words of which one is in the row and another in the name of its owner', () => {
    beforeAll(async () => {
      for (const [email, name, owned] of [
        ['katherine.johnson@example.com', 'Katherine Johnson', ['mass 12345', 'mass 101']],
        ['dorothy.johnson@example.org', 'Dorothy Johnson', ['mass 12346']],
      ] as const) {
        const { id } = await data.contact({ email, name });
        await engine.db.query({
          text: `UPDATE cost_centers SET cloud_contact_id = $1 WHERE identifier = ANY ($2)`,
          values: [id, owned],
        });
      }
      await engine.db.query('VACUUM ANALYZE');
    });

    it.each([
      ['johnson 12345', ['mass 12345']],
      ['12345 katherine johnson', ['mass 12345']],
      ['katherine mass', ['mass 101', 'mass 12345']],
      ['dorothy 12345', []],
      ['dorothy katherine', []],
      ['katherine.johnson@example.com 101', ['mass 101']],
      ['JOHNSON example.org', ['mass 12346']],
      ['johnson 1', ['mass 101', 'mass 12345', 'mass 12346']],
      ['johnson 7', []],
    ])('finds by %j these alone: %j', async (q, expected) => {
      const { body } = await engine.call<{ identifier: string }[]>(
        'GET',
        `/cost_centers?q=${encodeURIComponent(q)}&page=1&sort=identifier`,
      );
      expect(body.data.map(({ identifier }) => identifier)).toEqual(expected);
    });

    it.each(['johnson 12345', 'katherine mass', 'katherine johnson 12345', 'johnson 1'])(
      'reads no table for %j, but the indexes of texts and of owners',
      async (q) => {
        const read = readListRequest(registry, costCenters, { q, page: '1' });
        const { statement } = lists.page(await withNames(engine.db, registry, costCenters, read));
        const found = await plan(statement);
        expect(found).toMatch(/Bitmap Index Scan on cost_centers_(search|cloud_contact_id)/);
        expect(found).not.toContain('Seq Scan on cost_centers');
      },
    );
  });

  it.each([
    ['&sort=-identifier', ['mass 9999', 'mass 9998']],
    ['&sort=id', ['mass 1', 'mass 2']],
  ])('has its first rows where more match than are counted, too (%s)', async (sort, expected) => {
    const { body } = await engine.call<{ identifier: string }[]>(
      'GET',
      `/cost_centers?q=mass&page=1&per_page=2${sort}`,
    );
    expect(body.data.map(({ identifier }) => identifier)).toEqual(expected);
    expect(body.meta).toEqual({ total: 10_000, total_is: 'at_least', page: 1, per_page: 2 });
  });

  it('is planned for its words where these are too short for the index', () => {
    for (const words of ['q=19', 'q=mass 1', 'by_identifier=a1', 'q=19999&by_approved=true']) {
      const query = Object.fromEntries(new URLSearchParams(`${words}&page=1`));
      const { statement, isComplete } = lists.page(readListRequest(registry, costCenters, query));
      expect([isComplete, statement.name], words).toEqual([false, undefined]);
    }
  });
});
