import { expect, test } from 'vitest';
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
