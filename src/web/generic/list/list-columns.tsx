import { Link } from '@tanstack/react-router';
import type { Registry } from '#kernel/registry.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GridColumn } from '#web/grid/types.ts';
import { columnWidth, formatValue } from '#web/ui/format-value.ts';
import classes from './list.module.css';

/** The columns of a model's list. What people recognise a record by leads to the record. */
export function listColumns(resource: Resource, registry: Registry): GridColumn<RecordRow>[] {
  const properties = registry.properties(resource);
  return resource.columns.flatMap((name) => {
    const property = properties.get(name);
    if (!property) return [];
    const { field, label } = property;
    const text = (row: RecordRow) => formatValue(field, row[name]);
    const column: GridColumn<RecordRow> = {
      id: name,
      header: label,
      width: resource.widths?.[name] ?? columnWidth(field),
      align: kindOf(field).align,
      value: (row) => row[name],
      text,
    };
    if (name !== resource.title) return [column];
    const cell = (row: RecordRow, tabIndex: 0 | -1) => (
      <Link to={`/auth/view/${resource.name}/${row.id}`} tabIndex={tabIndex} className={classes.title}>
        {text(row) || `No. ${row.id}`}
      </Link>
    );
    return [{ ...column, cell }];
  });
}
