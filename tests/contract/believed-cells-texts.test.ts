import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareSchema } from '#server/engine/schema/schema-compare.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { withDatabase } from '#tests/support/database.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, costCenter, countOf, importJson, refusalOf } from '#tests/support/worksheets.ts';

const portal = withPortal();
beforeAll(() => addWorld(portal.api));

const MIGRATION = path.resolve('migrations/0150_records_that_look_alike.sql');
const owner = { cloud_contact_email: 'amelia.hart@example.com' };
const row = (identifier: string, more: object = {}) => ({ identifier, ...owner, ...more });
const FAILED = 'is what a spreadsheet shows where a formula failed. Correct it there, or enter the text.';
const NOTHING = 'is what programs write where there is no value. Enter the one that is meant.';

describe('an identifier', () => {
  it('that is an error value or a word for nothing is refused by cell, all of them at once', async () => {
    const words = ['#N/A', '#REF!', 'NULL', 'N/A', '#BEZUG!', '#WERT!', '(null)'];
    const before = await countOf(portal.api);
    const { errors } = await refusalOf(portal.api, { data: words.map((word) => row(word)) });
    expect(errors.map(({ row: line, column, message }) => [line, column, message])).toEqual(
      words.map((word, at) => [
        at + 2,
        'identifier',
        `Identifier '${word}' ${word.startsWith('#') ? FAILED : NOTHING}`,
      ]),
    );
    expect(await countOf(portal.api)).toBe(before);
  });

  it.each([
    ['a zero-width space', '1000410010\u200B', "a zero-width space (U+200B) after '1000410010'"],
    ['a soft hyphen', '1000\u00AD410010', "a soft hyphen (U+00AD) after '1000'"],
    ['a mark of direction', '1000\u202E410010', "an invisible character (U+202E) after '1000'"],
    ['a word joiner', '\u20601000410010', 'an invisible character (U+2060) at its beginning'],
  ])('with %s is refused by imports and requests alike', async (_what, identifier, said) => {
    const { errors } = await refusalOf(portal.api, { data: [row(identifier)] });
    expect(errors).toEqual([
      expect.objectContaining({
        row: 2,
        column: 'identifier',
        message: `Identifier '${identifier.replaceAll(/[\u00AD\u200B\u202E\u2060]/g, '')}' contains ${said}, which nobody sees. Type it again.`,
      }),
    ]);
    const made = await portal.api.post('/cost_centers', { identifier });
    expect([made.status, made.body.errors]).toEqual([
      422,
      expect.arrayContaining([
        { field: 'identifier', message: `Identifier contains ${said}, which nobody sees. Type it again.` },
      ]),
    ]);
  });

  it('in a request is no error value and no word for nothing either', async () => {
    for (const identifier of ['#N/A', 'NULL', '#NV']) {
      const { status, body } = await portal.api.post('/sap_cost_centers', { identifier });
      expect([status, body.errors[0]]).toEqual([
        422,
        {
          field: 'identifier',
          message: `Identifier '${identifier}' ${identifier.startsWith('#') ? FAILED : NOTHING}`,
        },
      ]);
    }
  });

  it('of another record is refused as a reference with what nobody sees in it', async () => {
    const { errors } = await refusalOf(portal.api, { data: [row('R-1', { companies_code: '1000\u200B' })] });
    expect(errors).toEqual([expect.objectContaining({ row: 2, column: 'companies_code' })]);
    expect(errors[0]?.message).toContain("contains a zero-width space (U+200B) after '1000'");
  });

  it('that was referred to by an error value is named as that', async () => {
    const { errors } = await refusalOf(portal.api, {
      data: [row('R-2', { business_unit_name: '#NV', active_at: '#WERT!' })],
    });
    expect(errors.map(({ column, message }) => [column, message.endsWith(FAILED)])).toEqual([
      ['business_unit_name', true],
      ['active_at', true],
    ]);
  });
});

describe('a name', () => {
  it('is found whatever nobody sees in it', async () => {
    const names = ['Ga\u200Bming', 'Gaming\u00A0', 'Digital\u00A0&  Betting', 'GAM\u00ADING'];
    const { status } = await importJson(portal.api, {
      data: names.map((business_unit_name, at) => row(`910000000${at}`, { business_unit_name })),
    });
    expect(status).toBe(201);
    expect((await costCenter(portal.api, '9100000000'))['business_unit_name']).toBe('Gaming');
    expect((await costCenter(portal.api, '9100000001'))['business_unit_name']).toBe('Gaming');
    expect((await costCenter(portal.api, '9100000002'))['business_unit_name']).toBe('Digital & Betting');
    expect((await costCenter(portal.api, '9100000003'))['business_unit_name']).toBe('Gaming');
  });

  it('is stored composed, without what nobody sees and with single spaces', async () => {
    const made = await portal.api.post<Row>('/business_units', {
      name: 'Cafe\u0301\u00A0\u200B  Zu\u0308rich',
    });
    expect([made.status, made.body.data['name']]).toEqual([201, 'Caf\u00E9 Z\u00FCrich']);
  });

  it.each([
    'Net\u200Bwork Operations',
    'Network\u00A0Operations',
    'Network  Operations',
    'NETWORK OPERATIONS\uFEFF',
  ])('has no twin that looks the same: %j', async (name) => {
    const { status, body } = await portal.api.post('/departments', { name });
    expect([status, body.error]).toEqual([409, 'A department with this name exists already.']);
  });

  it('is unique together with others as it looks', async () => {
    const company = { code: '4711', country: 'Austria  West', gl_type: 'Hardware' };
    expect((await portal.api.post('/companies', company)).status).toBe(201);
    const twin = await portal.api.post('/companies', { ...company, country: 'Aus\u00ADtria\u00A0West' });
    expect(twin.status).toBe(409);
  });
});

describe('records that look alike in the database', () => {
  // Without a portal, whose background work would wait for the tables that are changed here.
  const database = withDatabase();
  const add = (name: string) => database.db.query(`INSERT INTO departments (name) VALUES ($1)`, [name]);

  it('are refused by it, whoever writes them', async () => {
    await add('Grid Computing');
    for (const twin of [
      'Grid\u00A0Computing',
      'Grid  Computing',
      'Gri\u200Bd computing',
      'Grid Computing\u2009',
    ])
      await expect(add(twin)).rejects.toThrow('departments_name_alike');
    await add('Caf\u00E9');
    await expect(add('Cafe\u0301')).rejects.toThrow('departments_name_alike');
    await add('Gridcomputing');
  });

  it('that were there before stay, and none is added to them', async () => {
    const client = new pg.Client(database.connectionString);
    await client.connect();
    try {
      await client.query('DROP FUNCTION look_alike CASCADE');
      await client.query(`INSERT INTO departments (name) VALUES ('Old Twin'), ('Old  Twin'), ($1)`, [
        'Old\u00A0Twin',
      ]);
      await client.query(
        `INSERT INTO companies (code, country) VALUES ('ZZ', 'Old  Twin'), ('ZZ', 'Old Twin')`,
      );
      await client.query(readFileSync(MIGRATION, 'utf8'));
      // Models that came later than the migration have indexes of their own.
      await client.query(`CREATE UNIQUE INDEX budgets_name_alike ON budgets (look_alike(name));
        CREATE UNIQUE INDEX request_templates_name_alike ON request_templates (look_alike(name))`);
      await client.query(
        `CREATE UNIQUE INDEX allocation_metrics_metric_month_cost_center_id_alike ON allocation_metrics
           (look_alike(metric), look_alike(month), cost_center_id) NULLS NOT DISTINCT`,
      );
      expect(await compareSchema(registry, client)).toEqual([]);
      await expect(
        client.query('INSERT INTO departments (name) VALUES ($1)', ['Old\u200B Twin']),
      ).rejects.toThrow('departments_name_alike');
      await client.query(`UPDATE departments SET abbreviation = 'OT' WHERE name LIKE 'Old%'`);
    } finally {
      await client.end();
    }
  });
});
