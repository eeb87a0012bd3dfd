import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import { readCsv } from '#kernel/csv/read-csv.ts';
import type { Row } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, importJson } from '#tests/support/worksheets.ts';

const from = withPortal();
const to = withPortal();
beforeAll(async () => {
  await addWorld(from.api);
  await addWorld(to.api);
});

/** What a spreadsheet would have shortened is refused on purpose; everything else comes back. */
const shortened = /^[+-]?\d+(?:[.,]\d+)?E\+\d+$/i;
const risky = fc.stringMatching(/^['=+\-@＝＋－＠\t ;,"]{0,4}[\w äß€"',;\n]{0,6}$/);
const cell = fc
  .oneof(risky, fc.string({ unit: 'grapheme', maxLength: 12 }))
  .map((text) => text.replaceAll(/[\0\r]/g, '').trim())
  .filter((text) => !shortened.test(text));
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const place = fc.integer({ min: 0, max: 7 });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const costCenters = fc.array(
  fc.record({
    identifier: cell,
    company_code: cell.map((text) => text || '01'),
    companies_id: fc.integer({ min: 1, max: 3 }),
    cloud_contact_id: fc.integer({ min: 1, max: 6 }),
    business_units_id: orNull(fc.integer({ min: 1, max: 4 })),
    departments_id: orNull(fc.integer({ min: 1, max: 6 })),
    active_at: day,
    expired_at: orNull(day),
    replacement: orNull(place),
    backup: orNull(place),
  }),
  { minLength: 1, maxLength: 8 },
);

const HELD = [
  'identifier',
  'company_code',
  'companies_code',
  'cloud_contact_email',
  'business_unit_name',
  'department_name',
  'active_at',
  'expired_at',
  'replacement_cost_center',
  'alternate_cost_center',
  'aws_gl',
  'owner_terminated',
];

/** What a worksheet holds of each cost center; ids and moments are each portal's own. */
async function held(portal: typeof from): Promise<Record<string, unknown>[]> {
  const { body } = await portal.api.get<Row[]>('/cost_centers?sort=id');
  return body.data.map((row) => Object.fromEntries(HELD.map((name) => [name, row[name]])));
}

const byIdentifier = (rows: Record<string, unknown>[]) =>
  rows.toSorted((a, b) => (String(a['identifier']) < String(b['identifier']) ? -1 : 1));

it('imports whatever was exported, and has the same records then', async () => {
  await fc.assert(
    fc.asyncProperty(costCenters, async (records) => {
      for (const { db } of [from, to]) await db.query('TRUNCATE cost_centers CASCADE');
      const ids: number[] = [];
      for (const [at, { replacement, backup, ...values }] of records.entries()) {
        const { status, body } = await from.api.post('/cost_centers', {
          ...values,
          // The number makes each one unique; before it stands what a spreadsheet might run.
          identifier: `${values.identifier}#${at}`,
          // Only earlier ones, so that no chain is a circle.
          new_cost_center_id: ids[replacement ?? -1] ?? null,
          alt_cost_center_id: ids[backup ?? -1] ?? null,
        });
        expect(status).toBe(201);
        ids.push(body.data.id);
      }
      const file = await from.api.get('/cost_centers.csv');
      const { rows: data, rowNumbers } = readCsv(parse, new TextEncoder().encode(file.text));
      const { status, text } = await importJson(to.api, { data, row_numbers: rowNumbers });
      expect([status, text]).toEqual([201, text]);
      expect(byIdentifier(await held(to))).toEqual(byIdentifier(await held(from)));
    }),
    { numRuns: 25 },
  );
});

it('leaves the columns aside that an import cannot set, and names them', async () => {
  await to.db.query('TRUNCATE cost_centers CASCADE');
  const file = await from.api.get('/cost_centers.csv');
  const { body } = await importJson(to.api, {
    data: readCsv(parse, new TextEncoder().encode(file.text)).rows,
  });
  expect(body.data.ignored_columns).toEqual([
    'created_at',
    'aws_gl',
    'gcp_gl',
    'azure_gl',
    'approved',
    'owner_terminated',
  ]);
});
