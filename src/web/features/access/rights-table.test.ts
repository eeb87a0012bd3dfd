import { expect, test } from 'vitest';
import { abilities, rightFor } from '#kernel/rights.ts';
import { registry } from '#resources/registry.ts';
import { reports } from '#resources/reports.ts';
import { rightsTable } from './rights-table.ts';

const pages = [{ label: 'Create AWS Account', right: 'operate' as const }];
const groups = rightsTable({ registry, reports, pages });
const rowsOf = (label: string) => groups.find((group) => group.label === label)?.rows ?? [];

test('every model stands in the rows of what may be done with it, under the right that it declares', () => {
  for (const model of registry.all) {
    const rows = rowsOf('Records').filter(({ names }) => names.includes(model.label[1]));
    const rightOf = (verb: RegExp) => rows.find(({ what }) => verb.test(what))?.right;
    expect(rightOf(/see/i), model.name).toBe(rightFor(model, 'read'));
    for (const [action, verb] of [
      ['create', /add/i],
      ['update', /change/i],
      ['delete', /delete/i],
    ] as const)
      expect(rightOf(verb), `${action} ${model.name}`).toBe(
        model.actions.includes(action) ? rightFor(model, action) : undefined,
      );
    expect(rightOf(/download/i), model.name).toBe(model.csv ? rightFor(model, 'export') : undefined);
  }
});

test('a model whose list only editors download says so', () => {
  const row = rowsOf('Records').find(
    ({ what, names }) =>
      /download/i.test(what) && names.includes(registry.get('cost_center_networks').label[1]),
  );
  expect(row?.right).toBe('edit_reference_data');
});

test('every report, every guarded page, and whatever else asks for a right has its row', () => {
  expect(
    rowsOf('Reports')
      .flatMap(({ names }) => names)
      .toSorted(),
  ).toEqual(reports.map(({ label }) => label).toSorted());
  expect(rowsOf('Pages')).toMatchObject([{ names: ['Create AWS Account'], right: 'operate' }]);
  expect(rowsOf('Everything else').map(({ what, right }) => ({ label: what, right }))).toEqual(
    Object.values(abilities).map(({ label, right }) => ({ label, right })),
  );
});

test('there are few rows, since what asks for the same stands together', () => {
  expect(rowsOf('Records').length).toBeLessThan(12);
  expect(rightsTable({ registry, reports: [], pages: [] }).map(({ label }) => label)).toEqual([
    'Records',
    'Everything else',
  ]);
});
