import { memo } from 'react';
import { ViewActions, type RowCalls } from './row-actions.tsx';
import type { GridColumn, GridEditing, GridProps, GridRow } from './types.ts';
import classes from './row.module.css';

/** Stands for the actions where a column's id is asked for. */
export const ACTIONS = 'actions';

/** What all rows share; the same object while nothing of it changes. */
export interface RowShape<R extends GridRow> {
  columns: readonly GridColumn<R>[];
  actions?: GridProps<R>['actions'];
  editing?: Pick<GridEditing<R>, 'nameOf' | 'onEdit' | 'onCopy' | 'onDelete'>;
  /** The actions stand below the first cell's text instead of in a column of their own. */
  narrow: boolean;
}

interface ViewRowProps<R extends GridRow> {
  row: R;
  shape: RowShape<R>;
  calls: RowCalls<R>;
  /** The place in the whole list for screen readers, headers included. */
  ariaRow: number;
  /** The column that the keyboard is at, where it is in this row. */
  active: string | null;
  fresh: boolean;
}

function ViewRowPlain<R extends GridRow>(props: ViewRowProps<R>) {
  const { row, shape, calls, ariaRow, active, fresh } = props;
  const { columns, narrow, editing } = shape;
  const tabIndex = active === null ? -1 : 0;
  const actions = editing ? (
    <ViewActions row={row} editing={editing} tabIndex={tabIndex} calls={calls} />
  ) : (
    shape.actions?.(row, tabIndex)
  );
  return (
    <tr className={classes.row} aria-rowindex={ariaRow} data-row={row.id} data-fresh={fresh || undefined}>
      {columns.map((column, at) => (
        <td
          key={column.id}
          data-col={column.id}
          data-align={column.align}
          tabIndex={active === column.id ? 0 : -1}
        >
          <span className={classes.text}>{column.cell?.(row, tabIndex) ?? column.text(row)}</span>
          {narrow && at === 0 && actions}
        </td>
      ))}
      {!narrow && actions && (
        <td data-col={ACTIONS} data-actions tabIndex={active === ACTIONS ? 0 : -1}>
          {actions}
        </td>
      )}
    </tr>
  );
}

/** A viewed row. It renders again only when its record, its place or the keyboard's place in it changes. */
export const ViewRow = memo(ViewRowPlain) as typeof ViewRowPlain;
