import { useCallback, useLayoutEffect, useRef } from 'react';
import type { GridRow, GridSelection } from './types.ts';

interface SelectionOptions<R extends GridRow> {
  selection: GridSelection<R> | undefined;
  records: readonly (R | undefined)[];
  rowKey: (row: R) => string;
}

/** Choosing rows: one, all from the one that was chosen last, or all in sight. The functions stay the same. */
export function useSelection<R extends GridRow>(options: SelectionOptions<R>) {
  const current = useRef(options);
  const anchor = useRef<string | null>(null);
  useLayoutEffect(() => {
    current.current = options;
  });

  const select = useCallback((row: R, through: boolean) => {
    const { selection, records, rowKey } = current.current;
    if (!selection) return;
    const key = rowKey(row);
    const at = (wanted: string | null) => records.findIndex((one) => one && rowKey(one) === wanted);
    const from = through ? at(anchor.current) : -1;
    const to = at(key);
    anchor.current = key;
    if (from < 0 || to < 0) return selection.onSelect([row], !selection.keys.has(key));
    const range = records.slice(Math.min(from, to), Math.max(from, to) + 1);
    selection.onSelect(
      range.flatMap((one) => (one ? [one] : [])),
      true,
    );
  }, []);

  const selectKey = useCallback(
    (key: string, through: boolean) => {
      const { records, rowKey } = current.current;
      const row = records.find((one) => one && rowKey(one) === key);
      if (row) select(row, through);
    },
    [select],
  );
  return { select, selectKey };
}
