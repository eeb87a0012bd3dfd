import { useMemo } from 'react';
import type { GridProps, GridRow } from '../types.ts';
import type { RowShape } from './view-row.tsx';

/** The props that all rows share: the same object while nothing of it changes, since rows would render again. */
export function useRowShape<R extends GridRow>(props: GridProps<R>): RowShape<R> {
  const { columns, actions, editing, selection, rowChildren: children } = props;
  const { nameOf, onEdit, onCopy, onDelete, more } = editing ?? {};
  const selects = selection?.nameOf;
  const opens = props.onOpenRow !== undefined;
  return useMemo(
    () => ({
      columns,
      actions,
      editing: nameOf && { nameOf, onEdit, onCopy, onDelete, more },
      opens,
      selects,
      children,
    }),
    [columns, actions, nameOf, onEdit, onCopy, onDelete, more, opens, selects, children],
  );
}
