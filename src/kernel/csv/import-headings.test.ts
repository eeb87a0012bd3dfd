import { expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { importColumns } from './csv-import.ts';
import { isShortSpelling, meaningOf, readHeaders, suggestedColumn } from './import-headings.ts';

const costCenters = registry.get('cost_centers');
const columns = importColumns(costCenters);

it.each([
  ['Cost Ctr.', 'Cost Center', true],
  ['cost-center', 'cost_center', true],
  ['Dept', 'Department', true],
  ['Dept. Name', 'department_name', true],
  ['Cst Cntr', 'Cost Center', true],
  ['C', 'Company', false],
  ['Center', 'Cost Center', false],
  ['Enter', 'Center', false],
  ['Cost Center Owner', 'Cost Center', false],
  ['', 'Cost Center', false],
])("'%s' is a short spelling of '%s': %s", (heading, text, is) => {
  expect(isShortSpelling(heading, text)).toBe(is);
});

it('suggests a column only where one alone may be meant', () => {
  expect(suggestedColumn(columns, 'Ident.')).toBe('identifier');
  expect(suggestedColumn(columns, 'Dept. Nm')).toBe('department_name');
  // The code of which company: the one of the file, or that of the reference.
  expect(suggestedColumn(columns, 'Kostenstelle')).toBeUndefined();
  const twice = [...columns, ...columns.map((column) => ({ ...column, header: `other ${column.header}` }))];
  expect(suggestedColumn(twice, 'Ident.')).toBeUndefined();
});

it('takes a heading for what a person said, however it is spelled, before it is taken by its name', () => {
  const meaning = meaningOf({ Kostenstelle: 'identifier', Identifier: null, owner: 'cloud_contact_email' });
  const headings = ['KOSTENSTELLE ', 'identifier', 'Owner', 'Active At'];
  const reading = readHeaders(registry, costCenters, headings, columns, meaning);
  expect([...reading.columns].map(([heading, { property }]) => [heading, property])).toEqual([
    ['KOSTENSTELLE ', 'identifier'],
    ['Owner', 'cloud_contact_email'],
    ['Active At', 'active_at'],
  ]);
  expect(reading.ignored).toEqual(['identifier']);
  expect(Object.fromEntries(reading.by)).toEqual({
    'KOSTENSTELLE ': 'said',
    identifier: 'said',
    Owner: 'said',
    'Active At': 'header',
  });
});
