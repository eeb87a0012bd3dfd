import { expect, it } from 'vitest';
import { departments } from '#resources/departments.ts';
import { companies } from '#resources/companies.ts';
import type { CrudColumn } from '../columns.ts';
import { fieldsBelow, fieldsFrom, fieldsOfHeads, namesRecords } from './pasted-fields.ts';

const columns = [
  { id: 'name', header: 'Name', field: 'name' },
  { id: 'created_at', header: 'Created At', field: null },
  { id: 'abbreviation', header: 'Abbreviation', field: 'abbreviation' },
] as unknown as CrudColumn[];

it('a new row is filled from the focused column on, without what nobody fills in', () => {
  expect(fieldsFrom(columns, null)).toEqual(['name', 'abbreviation']);
  expect(fieldsFrom(columns, 'abbreviation')).toEqual(['abbreviation']);
});

it('cells of records are filled column by column, of which some are left alone', () => {
  expect(fieldsBelow(columns, 'created_at')).toEqual([null, 'abbreviation']);
});

it.each([
  [
    ['Abbreviation', 'name'],
    ['abbreviation', 'name'],
  ],
  [
    ['created_at', ' NAME '],
    [null, 'name'],
  ],
  [['Name', 'Sales'], null],
  [['', ''], null],
])('the line %j names %j', (line, fields) => {
  expect(fieldsOfHeads(departments, columns, line)).toEqual(fields);
});

it('records are named by what is unique, alone or together', () => {
  expect(namesRecords(departments, ['abbreviation'])).toBe(false);
  expect(namesRecords(departments, [null, 'name'])).toBe(true);
  expect(namesRecords(companies, ['code', 'country'])).toBe(false);
  expect(namesRecords(companies, ['gl_type', 'code', 'country'])).toBe(true);
});
