import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boolean } from '#kernel/fields/boolean.ts';
import { choice } from '#kernel/fields/choice.ts';
import { date } from '#kernel/fields/date.ts';
import { number } from '#kernel/fields/number.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { compareSchema } from '#server/engine/schema/schema-compare.ts';
import { tableSql } from '#server/engine/schema/schema.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { addColumns, columnFields, crudColumns } from '#web/generic/crud/columns.ts';
import { formFields } from '#web/generic/form/form-fields.ts';
import { problemsOf } from '#web/generic/form/form-problems.ts';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { FieldInput } from '#web/generic/kinds/field-input.tsx';
import { listColumns } from '#web/generic/list/list-columns.tsx';
import type { Api, Row } from '#tests/support/api.ts';
import { withDatabase } from '#tests/support/database.ts';
import { startEnginePortal } from '#tests/support/engine-portal.ts';
import { Factory } from '#tests/support/factories.ts';
import { onDay } from '#tests/support/on-day.ts';

/** A model that exists nowhere else: this declaration and one migration are all that is written for it. */
const landingZones = defineResource('landing_zones', {
  label: ['Landing Zone', 'Landing Zones'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'A landing zone with this name exists already.' }),
    provider: choice('Provider', ['aws', 'azure', 'gcp']),
    seats: number('Seats', { min: 1, max: 500, default: 20 }),
    sealed: boolean('Sealed'),
    opened_at: date('Opened At', { default: 'today' }),
    departments_id: ref('Department', 'departments', { show: 'name', as: 'department_name', none: 'always' }),
  },
  columns: ['name', 'provider', 'seats', 'department_name'],
  csv: { file: 'landing_zone_', export: ['name', 'provider', 'seats', 'department_name', 'opened_at'] },
  messages: messagesFor('landing zone'),
});
const withSeventh = defineRegistry([...registry.all, landingZones]);

const database = withDatabase();
let api: Api;
let factory: Factory;
let close: () => Promise<void>;
let differencesBefore: string[];

beforeAll(async () => {
  const migrations = mkdtempSync(join(tmpdir(), 'skyledger-migrations-'));
  cpSync('migrations', migrations, { recursive: true });
  writeFileSync(join(migrations, '9000_landing_zones.sql'), tableSql(withSeventh, landingZones));
  differencesBefore = await compareSchema(withSeventh, database.db);
  await migrate(database.connectionString, migrations);
  rmSync(migrations, { recursive: true });
  ({ api, close } = await startEnginePortal(database.db, withSeventh));
  factory = new Factory(api, withSeventh);
});
afterAll(() => close());

describe('a model of one declaration and one migration', () => {
  it('is missing before its migration and fits the declaration afterwards', async () => {
    expect(differencesBefore).toEqual([expect.stringContaining('migration --model landing_zones')]);
    expect(await compareSchema(withSeventh, database.db)).toEqual([]);
  });

  it('can be created, read, listed, changed and deleted, and remembers it', async () => {
    const created = await factory.create(landingZones, { seats: 40 });
    const department = await factory.shared(withSeventh.get('departments'));
    expect(created).toMatchObject({ seats: 40, department_name: department['name'], lock_version: 1 });

    const list = await api.get<Row[]>('/landing_zones?by_provider=azure&q=name&sort=-seats&page=1');
    expect(list.body.data.map(({ id }) => id)).toEqual([created.id]);

    const changed = await api.put(`/landing_zones/${created.id}`, { sealed: true, lock_version: 1 });
    expect(changed.body.data).toEqual({
      ...created,
      sealed: true,
      lock_version: 2,
      updated_at: changed.body.data['updated_at'],
    });

    expect((await api.delete(`/landing_zones/${created.id}`)).status).toBe(200);
    expect((await api.get(`/landing_zones/${created.id}`)).status).toBe(404);
    const history = await api.get<HistoryEntry[]>(`/landing_zones/${created.id}/history`);
    expect(history.body.data.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
  });

  it('has its defaults and its rules', async () => {
    const today = onDay();
    const made = await api.post('/landing_zones', { landing_zone: { name: 'Plain', provider: 'aws' } });
    expect(made.body.data).toMatchObject({
      seats: 20,
      sealed: false,
      opened_at: today,
      departments_id: null,
    });
    const twin = await api.post('/landing_zones', { name: ' PLAIN ', provider: 'gcp' });
    expect(twin.status).toBe(409);
    expect(twin.body.error).toBe('A landing zone with this name exists already.');
    const wrong = await api.post('/landing_zones', { provider: 'ibm', seats: 0, sealed: 'no' });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors.map(({ field }) => field)).toEqual(['name', 'provider', 'seats', 'sealed']);
  });

  it('has a CSV file and is told of in the OpenAPI', async () => {
    const csv = await api.get('/landing_zones.csv');
    expect(csv.text.split('\r\n')[0]).toBe('\ufeffname,provider,seats,department_name,opened_at');
    const document = JSON.parse((await api.get('/openapi.json')).text) as { paths: object };
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/api/landing_zones', '/api/landing_zones/{id}', '/api/landing_zones.csv']),
    );
  });

  it('protects the record that it refers to, although that one’s model knows nothing of it', async () => {
    const department = await factory.create(withSeventh.get('departments'));
    await factory.create(landingZones, { departments_id: department.id });
    const { status, body } = await api.delete(`/departments/${department.id}`);
    expect(status).toBe(409);
    expect(body.error).toContain('1 Landing Zone refers to it');
  });

  it('has its list, its editable table and its form on the web', async () => {
    const made = await factory.create(landingZones, { name: 'Shown', provider: 'gcp', seats: 350 });
    const { created_at: created, updated_at: updated } = made;
    const row: RecordRow = { ...made, created_at: String(created), updated_at: String(updated) };
    const department = await factory.shared(withSeventh.get('departments'));
    const list = listColumns(landingZones, withSeventh);
    expect(list.map(({ header }) => header)).toEqual(['Name', 'Provider', 'Seats', 'Department']);
    expect(list.map(({ text: shown }) => shown(row))).toEqual(['Shown', 'gcp', '350', department['name']]);
    expect(list.map(({ cell }) => cell !== undefined)).toEqual([true, false, false, false]);

    const table = crudColumns(landingZones, withSeventh);
    expect(columnFields(table)).toEqual(['name', 'provider', 'seats', 'departments_id']);
    expect(columnFields(addColumns(landingZones, table))).toEqual(columnFields(table));
    const searches = table.map(({ search }) => search?.key);
    expect(searches).toEqual(['name', 'provider', 'seats', 'department_name']);
    for (const key of searches) {
      const value = key === 'provider' ? 'gcp' : '3';
      const { status } = await api.get(`/landing_zones?by_${key}=${value}`);
      expect([key, status]).toEqual([key, 200]);
    }

    await fetchInputs();
    const fields = ['name', 'provider', 'seats', 'sealed', 'opened_at', 'departments_id'];
    expect(formFields(landingZones, 'create')).toEqual(fields);
    expect(formFields(landingZones, 'update')).toEqual(fields);
    for (const name of fields) {
      const field = landingZones.fields[name as keyof typeof landingZones.fields];
      const input = createElement(FieldInput, {
        name,
        field,
        value: row[name],
        row,
        look: 'form',
        mode: 'update',
        onChange: () => undefined,
      });
      const queries = createElement(QueryClientProvider, { client: new QueryClient() }, input);
      const html = renderToStaticMarkup(createElement(MantineProvider, null, queries));
      expect(html).toContain(`>${field.label}`);
      expect(html).toContain(`data-field="${name}"`);
    }
    expect(Object.keys(problemsOf(landingZones, 'create', { provider: 'ibm', seats: 501 }))).toEqual([
      'name',
      'provider',
      'seats',
    ]);
  });
});
