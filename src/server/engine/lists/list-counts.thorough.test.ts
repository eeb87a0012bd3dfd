import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { withDatabase } from '#tests/support/database.ts';
import { withEngine } from '#tests/support/engine.ts';
import { ReferenceData } from '#tests/support/reference-data.ts';
import { MOST_COUNTED } from './list-selection.ts';

const engine = withEngine(registry);
const data = new ReferenceData(engine);

type Row = Record<string, unknown> & { id: number };
const metaOf = async (path: string) => {
  const { status, body, text } = await engine.call<Row[]>('GET', path);
  if (status !== 200) throw new Error(text);
  return { ...body.meta, shown: body.data.length };
};
const total = async (path: string) => (await metaOf(`${path}?page=1`)).total;

describe('the number of all records', () => {
  it('follows what is created, refused, deleted and restored', async () => {
    const first = await data.department({ name: 'Counted' });
    const before = await total('/departments');
    const refused = await engine.call('POST', '/departments', { name: 'counted' });
    expect(refused.status).toBe(409);
    expect(await total('/departments')).toBe(before);
    await data.department();
    expect(await total('/departments')).toBe(before + 1);
    await engine.call('DELETE', `/departments/${first.id}`);
    expect(await total('/departments')).toBe(before);
    await engine.call('POST', `/departments/${first.id}/restore`);
    expect(await total('/departments')).toBe(before + 1);
    expect((await metaOf('/departments')).total).toBe(before + 1);
  });

  it('follows an import, and stays where one is refused as a whole', async () => {
    const [department, unit, owner, company] = await Promise.all([
      data.department(),
      data.businessUnit(),
      data.contact(),
      data.company(),
    ]);
    const row = (identifier: string) => ({
      identifier,
      company_code: '01',
      companies_code: company['code'],
      cloud_contact_email: owner['email'],
      business_unit_name: unit['name'],
      department_name: department['name'],
      active_at: '2026-01-01',
    });
    const before = await total('/cost_centers');
    const rows = [row('Imported one'), row('Imported two'), row('Imported three')];
    const all = (data: object[]) => engine.call('POST', '/cost_centers/import_json', { data });
    expect((await all([...rows, row('')])).status).toBe(422);
    expect(await total('/cost_centers')).toBe(before);
    expect((await all(rows)).status).toBe(201);
    expect(await total('/cost_centers')).toBe(before + 3);
  });

  it('is that of what has committed, while transactions that change it wait for none of each other', async () => {
    const before = await total('/departments');
    await engine.db.transaction(async (one) => {
      await one.query(`INSERT INTO departments (name) VALUES ('By one'), ('Also by one')`);
      await engine.db.transaction(async (other) => {
        await other.query(`SET LOCAL lock_timeout = 1`);
        await other.query(`INSERT INTO departments (name) VALUES ('By another')`);
        expect(await total('/departments')).toBe(before);
      });
      expect(await total('/departments')).toBe(before + 1);
      await one.query('ROLLBACK');
      await one.query('BEGIN');
    });
    expect(await total('/departments')).toBe(before + 1);
    await data.department();
    expect(await total('/departments')).toBe(before + 2);
  });

  it('takes few lines, however many records come', async () => {
    for (let count = 0; count < 20; count += 1) await data.businessUnit();
    const { rows } = await engine.db.query<{ lines: number }>(
      `SELECT count(*) AS lines FROM record_counts WHERE resource = 'business_units'`,
    );
    expect(rows[0]?.lines).toBe(1);
  });
});

describe('a table that is filled and emptied past the portal', () => {
  const database = withDatabase();
  const kept = async () => {
    const { rows } = await database.db.query<{ kept: number; counted: number }>(
      `SELECT (SELECT coalesce(sum(records), 0)::bigint FROM record_counts WHERE resource = 'departments') AS kept,
         (SELECT count(*) FROM departments) AS counted`,
    );
    return rows[0];
  };

  it('is counted all the same, by several processes at once', async () => {
    const fill = async (process: number) => {
      const client = new pg.Client({ connectionString: database.connectionString });
      await client.connect();
      for (let count = 0; count < 25; count += 1)
        await client.query(`INSERT INTO departments (name) VALUES ('${process} of ${count}')`);
      await client.query(`DELETE FROM departments WHERE name LIKE '${process} of 1%'`);
      await client.end();
    };
    await Promise.all([1, 2, 3, 4].map(fill));
    expect(await kept()).toEqual({ kept: 56, counted: 56 });
    await database.db.query('TRUNCATE departments CASCADE');
    expect(await kept()).toEqual({ kept: 0, counted: 0 });
    await database.db.query(`INSERT INTO departments (name) SELECT 'N' || n FROM generate_series(1, 700) n`);
    expect(await kept()).toEqual({ kept: 700, counted: 700 });
  });
});

describe('a list of which more records match than are counted', () => {
  let few: number;
  let many: number;
  const path = (department: number, rest: string) =>
    `/cost_centers?by_departments_id=${department}&per_page=1000&${rest}`;

  beforeAll(async () => {
    [few, many] = [(await data.department()).id, (await data.department()).id];
    const center = await data.costCenter({ departments_id: many });
    await engine.db.query(
      `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, departments_id, active_at, approved)
       SELECT 'M' || n, 'ZZ', companies_id, cloud_contact_id, CASE WHEN n <= $2::integer THEN $3::integer ELSE $4 END,
         active_at, false FROM cost_centers, generate_series(1, $2::integer + $2 + 449) n WHERE id = $1`,
      [center.id, MOST_COUNTED, few, many],
    );
  });

  it('gives their number where it is exactly what is counted', async () => {
    expect(await metaOf(path(few, 'page=1'))).toEqual({
      total: MOST_COUNTED,
      page: 1,
      per_page: 1000,
      shown: 1000,
    });
    expect(await metaOf(path(few, 'page=10'))).toEqual({
      total: MOST_COUNTED,
      page: 10,
      per_page: 1000,
      shown: 1000,
    });
    expect(await metaOf(path(few, 'page=11'))).toMatchObject({ total: MOST_COUNTED, shown: 0 });
  });

  it.each([
    ['', 450],
    ['&sort=-created_at', 450],
    ['&sort=identifier', 450],
    ['&sort=department_name,-id', 450],
    ['&by_approved=false', 450],
    ['&by_company_code=ZZ', 449],
    ['&q=m', 449],
  ])(
    'says that there are at least so many, and their number on the last page and behind it (%s)',
    async (rest, more) => {
      const all = MOST_COUNTED + more;
      const least = { total: MOST_COUNTED, total_is: 'at_least', shown: 1000 };
      expect(await metaOf(path(many, `page=1${rest}`))).toMatchObject(least);
      expect(await metaOf(path(many, `page=10${rest}`))).toMatchObject(least);
      const paged = { total: all, per_page: 1000 };
      expect(await metaOf(path(many, `page=11${rest}`))).toEqual({ ...paged, page: 11, shown: more });
      expect(await metaOf(path(many, `page=12${rest}`))).toEqual({ ...paged, page: 12, shown: 0 });
    },
  );

  it('has the same rows on its pages as it has whole', async () => {
    const whole = await engine.call<Row[]>('GET', `/cost_centers?by_departments_id=${many}&sort=-identifier`);
    expect(whole.body.meta).toEqual({ total: MOST_COUNTED + 450 });
    const pages = await Promise.all(
      Array.from({ length: 11 }, (_, at) =>
        engine.call<Row[]>('GET', path(many, `sort=-identifier&page=${at + 1}`)),
      ),
    );
    expect(pages.flatMap(({ body }) => body.data)).toEqual(whole.body.data);
  });
});
