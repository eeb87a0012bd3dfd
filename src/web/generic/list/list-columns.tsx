import { Link } from '@tanstack/react-router';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GridColumn } from '#web/grid/types.ts';
import type { Additions } from '../additions/additions.ts';
import { addedColumns } from '../additions/columns.tsx';
import { crudColumns } from '../crud/columns.ts';
import classes from './list.module.css';

/** The columns of a model's list. What people recognise a record by leads to the record. */
export function listColumns(
  resource: Resource,
  registry: Registry,
  additions: Additions = {},
): GridColumn<RecordRow>[] {
  const own = crudColumns({ ...resource, gridColumns: resource.columns }, registry);
  return linkedColumns(resource, addedColumns(resource, registry, own, additions));
}

/** The same columns, of which the one that names the record leads to it. */
export function linkedColumns<C extends GridColumn<RecordRow>>(
  resource: Resource,
  columns: readonly C[],
): C[] {
  return columns.map((column) => {
    if (column.id !== resource.title) return column;
    const cell = (row: RecordRow, tabIndex: 0 | -1) => (
      <Link
        to="/auth/$action/$model/$modelId"
        params={{ action: 'view', model: resource.name, modelId: String(row.id) }}
        tabIndex={tabIndex}
        className={classes.title}
      >
        {column.text(row) || `No. ${row.id}`}
      </Link>
    );
    return { ...column, cell };
  });
}
