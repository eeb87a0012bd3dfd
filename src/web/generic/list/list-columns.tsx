import { asReference, type Field } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GridColumn } from '#web/grid/types.ts';
import type { Additions } from '../additions/additions.ts';
import { addedColumns } from '../additions/columns.tsx';
import { CellLink } from '../kinds/cell-link.tsx';
import { webKindOf } from '../kinds/kinds.ts';
import type { Narrowed } from '../narrowed.ts';
import { crudColumns, type CrudColumn } from '../crud/columns.ts';

/** The columns of a model's list. What people recognise a record by leads to the record. */
export function listColumns(
  resource: Resource,
  registry: Registry,
  additions: Additions = {},
): GridColumn<RecordRow>[] {
  const { columns, columnHeadings } = resource;
  const plain = crudColumns({ ...resource, gridColumns: columns }, registry, columnHeadings?.view ?? {});
  const own = plain.map((column) => ({
    ...column,
    ...cellOf(registry.properties(resource).get(column.id)?.field, column.id),
  }));
  return linkedColumns(resource, addedColumns(resource, registry, own, additions));
}

/** The element in place of a value's text, where its kind has one and there is a value. */
function cellOf(field: Field | undefined, name: string): Pick<GridColumn<RecordRow>, 'cell'> {
  const Cell = field && webKindOf(field).Cell;
  if (!field || !Cell) return {};
  const isThere = (value: unknown) => value !== null && value !== undefined && value !== '';
  return {
    cell: (row, tabIndex) =>
      isThere(row[name]) && <Cell field={field} value={row[name]} row={row} tabIndex={tabIndex} />,
  };
}

/** The same columns, of which the one that names the record leads to it; what is no record has no page of its own. */
export function linkedColumns<C extends GridColumn<RecordRow>>(
  resource: Resource,
  columns: readonly C[],
): C[] {
  return columns.map((column) => {
    if (column.id !== resource.title || resource.source === 'view') return column;
    const cell = (row: RecordRow, tabIndex: 0 | -1) => (
      <CellLink model={resource.name} id={row.id} tabIndex={tabIndex} own>
        {column.text(row) || `No. ${row.id}`}
      </CellLink>
    );
    return { ...column, cell };
  });
}

/** The same columns without inputs for the filters that always hold at the address of the list. */
export function freeColumns<C extends GridColumn<RecordRow>>(
  columns: readonly C[],
  narrowed: Narrowed | undefined,
): C[] {
  const holds = new Set(Object.keys(narrowed?.only ?? {}));
  return columns.map((column) =>
    holds.has(column.search?.key ?? '') ? { ...column, search: undefined } : column,
  );
}

/** Columns that mean nothing to a person. */
const SILENT = ['id', 'lock_version'];

/** Further properties of a record that a list can show: no columns of it yet, and no mere numbers of other records. */
export function otherColumns(
  resource: Resource,
  registry: Registry,
  columns: readonly GridColumn<RecordRow>[],
): CrudColumn[] {
  const shown = new Set(columns.map(({ id }) => id));
  // Properties of the same name say the same.
  const headers = new Set(columns.map(({ header }) => header));
  const names = [...registry.properties(resource)].flatMap(([name, { field, label }]) => {
    const silent =
      headers.has(label) ||
      SILENT.includes(name) ||
      asReference(field) !== null ||
      !webKindOf(field).column(field).sortable;
    return silent || shown.has(name) ? [] : [name];
  });
  return crudColumns({ ...resource, gridColumns: names }, registry, resource.columnHeadings?.view ?? {});
}
