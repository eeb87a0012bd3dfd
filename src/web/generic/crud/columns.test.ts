import { expect, test } from 'vitest';
import { text } from '#kernel/fields/text.ts';
import { number } from '#kernel/fields/number.ts';
import { ref } from '#kernel/fields/ref.ts';
import { boolean } from '#kernel/fields/boolean.ts';
import { date } from '#kernel/fields/date.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#kernel/registry.ts';
import { defineResource } from '#kernel/resource.ts';
import { addColumns, columnFields, crudColumns } from './columns.ts';

const hangars = defineResource('hangars', {
  label: ['Hangar', 'Hangars'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'A hangar with this name exists already.' }),
    stands: number('Stands', { optional: true }),
    opened_at: date('Opened', { default: 'today' }),
    heated: boolean('Heated', { updateOnly: true, words: 'Yes/No' }),
    parent_id: ref('Parent', 'hangars', { show: 'name', as: 'parent_name', none: 'always' }),
  },
  columns: ['name', 'stands', 'opened_at', 'heated', 'parent_name', 'created_at'],
  messages: messagesFor('hangar'),
});
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
