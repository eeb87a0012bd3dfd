import { beforeAll, expect, test } from 'vitest';
import type { ImportPreview } from '#kernel/csv/csv-import.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';
import { importBody } from '#tests/support/worksheets.ts';
import { importOf } from '#kernel/csv/csv-import.ts';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});
const bytes = (text: string) => new TextEncoder().encode(text);

/** What a file would do, as a dry run says. */
async function preview(path: string, text: string, more: object = {}): Promise<ImportPreview> {
  const body = { ...importBody(bytes(text)), dry_run: true, ...more };
  const {
    status,
    body: answer,
    text: said,
  } = await portal.api.post<ImportPreview>(`${path}/import_json`, body);
  expect([status, said]).toEqual([200, said]);
  return answer.data;
}

test.each([
  'cloud_contacts',
  'companies',
  'departments',
  'business_units',
  'customers',
  'cloud_certifications',
  'sap_cost_centers',
  'cost_center_networks',
  'project_ids',
  'glossaries',
  'cloud_bills',
])('%s are imported without a word of it in their declaration', (name) => {
  const model = registry.get(name);
  expect(model.csv?.import).toBeUndefined();
  expect(importOf(model)?.columns.length).toBeGreaterThan(0);
});

const importable = registry.all.filter((model) => importOf(model) !== null);

test.each(importable.map((model) => [model.name, model] as const))(
  'the downloaded file of %s says nothing new',
  async (_name, model) => {
    const path = resourcePath(model.name);
    await factory.create(model);
    const { body } = await portal.api.get<Row[]>(path);
    const file = await portal.api.get(`${path}.csv`);
    const found = await preview(path, file.text, { update: true });
    expect(found).toMatchObject({ valid: true, would_create: 0, would_update: 0, rows: [] });
    expect(found.unchanged).toBe(body.data.length);
  },
);

test('departments come with a file, and one that exists is changed by its name', async () => {
  const path = '/departments';
  const first = importBody(bytes('Name,Abbreviation\nQuantum,Q\nOptics,O\n'));
  expect((await portal.api.post(`${path}/import_json`, first)).status).toBe(201);
  const text = 'Name,Abbreviation\nQuantum,QU\nOptics,O\nLasers,L\n';
  const refused = await preview(path, text);
  expect(refused.valid).toBe(false);
  expect(new Set(refused.errors.map(({ field }) => field))).toEqual(new Set(['name']));
  expect(await preview(path, text, { update: true })).toMatchObject({
    valid: true,
    would_create: 1,
    would_update: 1,
    unchanged: 1,
  });
});

test('which way days are read is said, and that of a column which leaves it open is asked for', async () => {
  const path = '/cost_centers';
  const header = 'identifier,active_at\n';
  const open = await preview(path, `${header}DAYS-1,03/04/2026\nDAYS-2,05/06/2026\n`);
  expect(open.days).toEqual([{ column: 'active_at', cell: '03/04/2026', order: null }]);
  expect(open.errors.some(({ field }) => field === 'active_at')).toBe(true);
  const settled = await preview(path, `${header}DAYS-1,03/04/2026\nDAYS-2,25/06/2026\n`);
  expect(settled.days).toEqual([{ column: 'active_at', cell: '03/04/2026', order: 'day_first' }]);
  expect(settled.errors.some(({ field }) => field === 'active_at')).toBe(false);
  const said = await preview(path, `${header}DAYS-1,03/04/2026\n`, { date_order: 'month_first' });
  expect(said.days).toEqual([{ column: 'active_at', cell: '03/04/2026', order: 'month_first' }]);
  expect((await preview(path, `${header}DAYS-1,2026-04-03\n`)).days).toEqual([]);
});
