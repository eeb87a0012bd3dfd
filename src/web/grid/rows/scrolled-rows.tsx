import { useLayoutEffect, useRef } from 'react';
import type { GridRow } from '../types.ts';
import { MountedRows, type RowsProps } from './mounted-rows.tsx';
import { useRowWindow } from './use-row-window.ts';

export interface ScrolledRowsProps<R extends GridRow> extends RowsProps<R> {
  /** Takes what scrolls until a row is in sight; null where all of them are mounted. Keep the function the same. */
  takeReveal: (reveal: ((index: number) => void) | null) => void;
  /** Reports which rows are in sight, and where they are scrolled to. */
  onRange: ((first: number, last: number, top: number) => void) | undefined;
}

/** The rows in sight of many. */
export default function ScrolledRows<R extends GridRow>(props: ScrolledRowsProps<R>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { reveal, ...window } = useRowWindow({ ...props, body });
  const { takeReveal } = props;
  useLayoutEffect(() => {
    takeReveal(reveal);
    return () => takeReveal(null);
  }, [takeReveal, reveal]);
  return <MountedRows {...props} window={window} body={body} />;
}
