import { expect, test } from 'vitest';
import { costCenters } from '#resources/cost-centers.ts';
import { registry } from '#resources/registry.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { hangars } from '#tests/support/hangars-model.ts';
import { addColumns, columnFields, crudColumns } from './columns.ts';

const columns = crudColumns(hangars, defineRegistry([hangars]));

test('a column of names changes the reference behind it, and stamps of the system change nothing', () => {
  const fields = Object.fromEntries(columns.map(({ id, field }) => [id, field]));
  expect(fields).toMatchObject({ name: 'name', parent_name: 'parent_id', created_at: null });
});

test('every column is searched in the way of its kind', () => {
  const searches = Object.fromEntries(columns.map(({ id, search }) => [id, search]));
  expect(searches).toMatchObject({ name: { key: 'name' }, opened_at: { key: 'opened_at' } });
});

test('a new row offers what a creation takes, or the fields that a model names', () => {
  expect(columnFields(addColumns(hangars, columns))).toEqual(['name', 'stands', 'opened_at', 'parent_id']);
  expect(columnFields(addColumns(hangars, columns, ['name']))).toEqual(['name']);
});

test('a record that others may be called like is named with what distinguishes it: companies of one code', () => {
  const company = crudColumns(costCenters, registry).find(({ id }) => id === 'companies_code');
  const row = (country: string | null, gl_type: string | null) => ({
    id: 1,
    created_at: '',
    updated_at: '',
    lock_version: 1,
    companies_id: 7,
    companies_code: '1000',
    companies: { id: 7, code: '1000', country, gl_type },
  });
  expect(company?.text(row('Chile', 'Hardware'))).toBe('1000 · Chile · Hardware');
  expect(company?.text(row('Chile', null))).toBe('1000 · Chile');
  expect(company?.text(row(null, null))).toBe('1000');
  // An address is nobody else's.
  const owner = crudColumns(costCenters, registry).find(({ id }) => id === 'cloud_contact_email');
  const owned = { cloud_contact_id: 3, cloud_contact_email: 'a@example.com' };
  const contact = { id: 3, email: 'a@example.com', name: 'Ada' };
  expect(owner?.text({ ...row(null, null), ...owned, cloud_contact: contact })).toBe('a@example.com');
});
