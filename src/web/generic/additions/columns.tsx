import type { ReactNode } from 'react';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { CrudColumn } from '../crud/columns.ts';
import type { AddedColumn, Additions } from './additions.ts';
import type { Saving } from './saving-switch.tsx';

/** The columns of a model with what its screens change of them and add. */
export function addedColumns(
  resource: Resource,
  registry: Registry,
  columns: readonly CrudColumn[],
  { cells = {}, columns: further = [] }: Additions,
): CrudColumn[] {
  const all = columns.map((column): CrudColumn => {
    const { saves, ...shown } = cells[column.id] ?? {};
    const ofOwn = (shown.cell !== undefined && shown.beside === undefined) || saves !== undefined;
    return { ...column, ...(saves && switchIn(resource, column.id, saves)), ...shown, ofOwn };
  });
  for (const added of further) {
    if (all.some(({ id }) => id === added.id))
      throw new Error(`${resource.name} has a column ${added.id} already; cells change it.`);
    const before = all.findIndex(({ id }) => id === added.after);
    all.splice(before < 0 ? all.length : before + 1, 0, columnOf(resource, registry, added));
  }
  return all;
}

const switchIn = (resource: Resource, field: string, { Switch, ...says }: Saving) => ({
  cell: (row: RecordRow, tabIndex: 0 | -1): ReactNode => (
    <Switch resource={resource} row={row} field={field} tabIndex={tabIndex} {...says} />
  ),
});

function columnOf(resource: Resource, registry: Registry, added: AddedColumn): CrudColumn {
  const { id, after: _, ...shown } = added;
  return {
    align: 'left',
    named: true,
    ...shown,
    id,
    ofOwn: shown.cell !== undefined && shown.beside === undefined,
    sortable: registry.properties(resource).has(id),
    field: null,
  };
}
