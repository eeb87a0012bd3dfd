import { useEffect, useRef } from 'react';
import type { GridRow, GridSelection } from './types.ts';
import classes from './rows/row.module.css';

interface SelectAllProps<R extends GridRow> {
  selection: GridSelection<R>;
  /** Those that are there: the rows of the page. */
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** A row is being edited. */
  locked: boolean;
}

/** The box in the head: it chooses all rows of the page, or gives them up. */
export function SelectAll<R extends GridRow>({ selection, rows, rowKey, locked }: SelectAllProps<R>) {
  const box = useRef<HTMLInputElement>(null);
  const chosen = rows.filter((row) => selection.keys.has(rowKey(row))).length;
  const all = chosen > 0 && chosen === rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !all;
  }, [chosen, all]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={classes.box}
      aria-label="Select all rows of this page"
      disabled={locked || rows.length === 0}
      checked={all}
      onChange={() => selection.onSelect(rows, !all)}
    />
  );
}
