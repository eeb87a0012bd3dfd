import { beforeAll, describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';
import { ReferenceData } from '#tests/support/reference-data.ts';

const engine = withEngine(registry);
const data = new ReferenceData(engine);

type Row = Record<string, unknown> & { id: number };
const list = (path: string) => engine.call<Row[]>('GET', path);
const names = async (path: string, property = 'identifier') => {
  const { status, body, text } = await list(path);
  if (status !== 200) throw new Error(text);
  return body.data.map((row) => row[property]);
};

beforeAll(async () => {
  const jane = await data.contact({ email: 'jane.doe@example.com', name: 'Jane Ann Doe', terminated: true });
  const finance = await data.department({ name: 'Finance' });
  const games = await data.department({ name: 'gaming' });
  const reno = await data.company({ code: 'RENO-1', country: 'USA' });
  const make = data.costCenter.bind(data);
  const alpha = await make({ identifier: 'Alpha_1', departments_id: finance.id, active_at: '2026-03-29' });
  await make({
    identifier: 'alphaX1',
    departments_id: games.id,
    active_at: '2026-03-31',
    companies_id: reno.id,
  });
  await make({ identifier: '100%', cloud_contact_id: jane.id, active_at: '2025-12-31', company_code: 'ZZ' });
  const last = await make({
    identifier: 'Ümlaut\\one',
    new_cost_center_id: alpha.id,
    active_at: '2024-02-29',
  });
  await engine.db.query({
    text: 'UPDATE cost_centers SET approved = true, lock_version = 2 WHERE id = $1',
    values: [last.id],
  });
  await engine.db.query(
    `UPDATE cost_centers SET created_at = now() - interval '40 days' WHERE identifier = '100%'`,
  );
});

describe('a list', () => {
  it('comes whole without a page, in the declared order', async () => {
    const { body } = await list('/cost_centers');
    expect(body.meta).toEqual({ total: 4 });
    expect(body.data.map((row) => row['identifier'])).toEqual(['Ümlaut\\one', '100%', 'alphaX1', 'Alpha_1']);
  });

  it('has the same rows as the records', async () => {
    const { body } = await list('/cost_centers?by_identifier=ümlaut');
    const record = await engine.call('GET', `/cost_centers/${body.data[0]?.id}`);
    expect(record.body.data).toEqual(body.data[0]);
    expect(Object.keys(record.body.data)).toEqual(Object.keys(body.data[0] ?? {}));
  });

  it('comes in pages that count all', async () => {
    const { body } = await list('/cost_centers?sort=id&page=2&per_page=3');
    expect(body.meta).toEqual({ total: 4, page: 2, per_page: 3 });
    expect(body.data.map((row) => row['identifier'])).toEqual(['Ümlaut\\one']);
    expect((await list('/cost_centers?page=1')).body.meta.per_page).toBe(25);
    expect((await list('/cost_centers?page=900')).body).toMatchObject({ data: [], meta: { total: 4 } });
  });

  it('sorts text without regard to case, by looked-up values too, and puts what is empty last', async () => {
    expect(await names('/cost_centers?sort=identifier')).toEqual([
      '100%',
      'Alpha_1',
      'alphaX1',
      'Ümlaut\\one',
    ]);
    expect(await names('/cost_centers?sort=department_name', 'department_name')).toEqual([
      'Finance',
      'gaming',
      null,
      null,
    ]);
    expect((await names('/cost_centers?sort=-department_name', 'department_name')).slice(0, 2)).toEqual([
      'gaming',
      'Finance',
    ]);
  });

  it('is sorted by several properties, of which a later one decides where the first is equal', async () => {
    const by = (sort: string) => names(`/cost_centers?sort=${sort}`);
    expect(await by('approved,-active_at')).toEqual(['alphaX1', 'Alpha_1', '100%', 'Ümlaut\\one']);
    expect(await by('-approved,active_at')).toEqual(['Ümlaut\\one', '100%', 'Alpha_1', 'alphaX1']);
    expect(await by('department_name,-identifier')).toEqual(['Alpha_1', 'alphaX1', 'Ümlaut\\one', '100%']);
    const { body } = await list('/cost_centers?sort=approved,-active_at&page=2&per_page=3');
    expect(body.data.map((row) => row['identifier'])).toEqual(['Ümlaut\\one']);
  });

  it('can be sorted by every property of a row, up and down', async () => {
    const sorts = [...registry.properties(registry.get('cost_centers')).keys()].flatMap((name) => [
      name,
      `-${name}`,
    ]);
    const answers = await Promise.all(sorts.map((sort) => list(`/cost_centers?sort=${sort}`)));
    expect(answers.map(({ status }) => status)).toEqual(sorts.map(() => 200));
  });

  it('of a view has the names that forms offer, each once', async () => {
    const { body } = await list('/select_options?by_field=department');
    expect(body.data).toEqual([
      { id: expect.stringMatching(/^department-\d+$/), field: 'department', attributes: { name: 'Finance' } },
      { id: expect.stringMatching(/^department-\d+$/), field: 'department', attributes: { name: 'gaming' } },
    ]);
    expect((await list('/select_options?q=fin')).body.meta.total).toBe(1);
  });
});

describe('a filter', () => {
  it.each([
    ['by_identifier=ALPHA', ['Alpha_1', 'alphaX1']],
    ['by_identifier=a_1', ['Alpha_1']],
    ['by_identifier=alpha_', ['Alpha_1']],
    ['by_identifier=%25', ['100%']],
    ['by_identifier=%5C', ['Ümlaut\\one']],
    ['by_identifier=ÜML', ['Ümlaut\\one']],
    ['by_identifier=All', []],
    ['by_departments_id=All', ['100%', 'Alpha_1', 'alphaX1', 'Ümlaut\\one']],
    ['by_identifier=', ['100%', 'Alpha_1', 'alphaX1', 'Ümlaut\\one']],
    ['by_cloud_contact_email=jane', ['100%']],
    ['by_department_name=GAM', ['alphaX1']],
    ['by_departments_id=-9999', ['100%', 'Ümlaut\\one']],
    ['by_departments_id=None', ['100%', 'Ümlaut\\one']],
    ['by_approved=true', ['Ümlaut\\one']],
    ['by_approved=No', ['100%', 'Alpha_1', 'alphaX1']],
    ['by_owner_terminated=TRUE', ['100%']],
    ['by_active_at=2026-03-29', ['Alpha_1']],
    ['by_active_at=2026-03', ['Alpha_1', 'alphaX1']],
    ['by_active_at=2024', ['Ümlaut\\one']],
    ['by_active_at=2026-03-30..', ['alphaX1']],
    ['by_active_at=..2025-12-31', ['100%', 'Ümlaut\\one']],
    ['by_active_at=2025-12..2026-03-29', ['100%', 'Alpha_1']],
    ['by_active_at=2026-12..2026-01', []],
    ['by_active_at=..', ['100%', 'Alpha_1', 'alphaX1', 'Ümlaut\\one']],
    ['by_created_at=2001-01-01..2002', []],
    ['by_created_at=2020..', ['100%', 'Alpha_1', 'alphaX1', 'Ümlaut\\one']],
    ['by_lock_version=2..', ['Ümlaut\\one']],
    ['by_lock_version=..1', ['100%', 'Alpha_1', 'alphaX1']],
    ['by_lock_version=1..2', ['100%', 'Alpha_1', 'alphaX1', 'Ümlaut\\one']],
    ['by_identifier=a..b', []],
    ['by_created_at=30', ['Alpha_1', 'alphaX1', 'Ümlaut\\one']],
    ['by_created_at=60', ['100%', 'Alpha_1', 'alphaX1', 'Ümlaut\\one']],
    ['by_lock_version=2', ['Ümlaut\\one']],
    ['by_replacement_cost_center=alpha', ['Ümlaut\\one']],
    ['by_identifier=alpha&by_department_name=fin&by_active_at=2026', ['Alpha_1']],
    ['q=alpha', ['Alpha_1', 'alphaX1']],
    ['q=al+x1', ['alphaX1']],
    ['q=zz', ['100%']],
    ['q=jane', ['100%']],
    ['q=ann+doe', ['100%']],
    ['q=jane+alpha', []],
    ['q=jane.doe@example.com&by_active_at=2026', []],
    ['q=reno', ['alphaX1']],
    ['q=fin', []],
    ['q=usa', []],
    ['q=%25', ['100%']],
  ])('%s leaves %j', async (query, expected) => {
    expect(await names(`/cost_centers?sort=identifier&${query}`)).toEqual(expected);
    expect((await list(`/cost_centers?page=1&per_page=1&${query}`)).body.meta.total).toBe(expected.length);
  });

  it.each([
    ['colour=red', 'colour'],
    ['by_colour=red', 'by_colour'],
    ['by_companies=1', 'by_companies'],
    ['by___proto__=1', 'by___proto__'],
    ['__proto__=1', '__proto__'],
    ['constructor=1', 'constructor'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1e3', 'page'],
    ['per_page=1001', 'per_page'],
    ['per_page=x', 'per_page'],
    ['sort=colour', 'sort'],
    ['sort=--id', 'sort'],
    ['sort=__proto__', 'sort'],
    ['by_approved=perhaps', 'by_approved'],
    ['by_approved=__proto__', 'by_approved'],
    ['by_owner_terminated=constructor', 'by_owner_terminated'],
    ['by_departments_id=three', 'by_departments_id'],
    ['by_departments_id=2147483648', 'by_departments_id'],
    ['by_lock_version=1.5', 'by_lock_version'],
    ['by_lock_version=99999999999', 'by_lock_version'],
    ['by_active_at=2026-02-30', 'by_active_at'],
    ['by_active_at=yesterday', 'by_active_at'],
    ['by_active_at=0000', 'by_active_at'],
    ['by_active_at=2026..soon', 'by_active_at'],
    ['by_active_at=1..2..3', 'by_active_at'],
    ['by_lock_version=1..x', 'by_lock_version'],
    ['by_created_at=30..', 'by_created_at'],
    ['by_approved=true..', 'by_approved'],
    ['sort=id,colour', 'sort'],
    ['sort=id,-id', 'sort'],
    ['sort=id,', 'sort'],
    ['by_created_at=0', 'by_created_at'],
    ['by_created_at=soon', 'by_created_at'],
    ['by_identifier=a&by_identifier=b', 'by_identifier'],
    ['q=a&q=b', 'q'],
    ['by_identifier=%00', 'by_identifier'],
    ['q=%00', 'q'],
    ['q=a+b+c+d+e+f+g+h+i+j+k', 'q'],
    [`by_identifier=${'x'.repeat(501)}`, 'by_identifier'],
  ])('%s is refused with 400', async (query, named) => {
    const { status, body } = await list(`/cost_centers?${query}`);
    expect(status).toBe(400);
    expect(body.error).toContain(named);
  });

  it('of a choice takes its words only', async () => {
    expect((await list('/select_options?by_field=team')).status).toBe(400);
    expect((await list('/companies?by_riOrReno=reno')).status).toBe(200);
  });
});

describe('a CSV file', () => {
  const file = (query = '') => engine.call('GET', `/cost_centers.csv${query}`);

  it('has a byte order mark, the declared columns and a name with the moment', async () => {
    const { headers, text } = await file('?sort=identifier');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="cost_center_\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\.csv"$/,
    );
    const [header, first] = text.split('\r\n');
    expect(header).toBe(`\ufeff${registry.get('cost_centers').csv?.export.join(',')}`);
    expect(first).toMatch(
      /^100%,ZZ,C\d+,,,jane\.doe@example\.com,,,2025-12-31,,,,\d{4}-[^,]+Z,,,,FALSE,Yes$/,
    );
  });

  it('takes the filters and the order of the list, and no pages', async () => {
    const rows = (await file('?sort=-identifier&by_identifier=alpha')).text.split('\r\n').slice(1, -1);
    expect(rows.map((row) => row.split(',')[0])).toEqual(['alphaX1', 'Alpha_1']);
    expect((await file('?page=1')).status).toBe(400);
    expect((await file('?colour=red')).status).toBe(400);
  });

  it('neutralises what a spreadsheet would run', async () => {
    const row = await data.costCenter({ identifier: '=HYPERLINK("x")' });
    expect((await file('?by_identifier=hyperlink')).text).toContain(`"'=HYPERLINK(""x"")",`);
    await engine.call('DELETE', `/cost_centers/${row.id}`);
  });

  it('exists only where the declaration has one', async () => {
    expect((await engine.call('GET', '/select_options.csv')).status).toBe(404);
  });
});

describe('a long list', () => {
  beforeAll(async () => {
    await engine.db.query(
      `INSERT INTO business_units (name) SELECT 'Unit ' || n FROM generate_series(1, 2500) n`,
    );
  });

  it('comes whole and in order, in portions', async () => {
    const { headers, body } = await list('/business_units?sort=-id');
    expect(headers['content-length']).toBeUndefined();
    expect(body.meta).toEqual({ total: 2500 });
    expect(new Set(body.data.map(({ id }) => id)).size).toBe(2500);
    expect(body.data.map(({ id }) => id)).toEqual(body.data.map(({ id }) => id).toSorted((a, b) => b - a));
  });

  it('is written whole into a file', async () => {
    const { text } = await engine.call('GET', '/business_units.csv?sort=id');
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(2502);
    expect(lines[2500]).toMatch(/^Unit 2500,,/);
  });

  it('has the same last page whether it is reached from the front or the back', async () => {
    const last = await names('/business_units?sort=id&page=100&per_page=25', 'name');
    expect(last.toReversed()).toEqual(await names('/business_units?sort=-id&page=1&per_page=25', 'name'));
  });
});
