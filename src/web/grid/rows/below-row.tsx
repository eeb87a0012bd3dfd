import { useEffect, useRef, type ReactNode } from 'react';
import classes from './row.module.css';

interface BelowRowProps {
  index: number;
  /** How many cells a row has. */
  width: number;
  /** Where only the rows in sight are mounted, the others move by this height. */
  onHeight?: (index: number, height: number) => void;
  children: ReactNode;
}

/** The content of an opened row, below it in the whole width. */
export function BelowRow({ index, width, onHeight, children }: BelowRowProps) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const row = element.current;
    if (!row || !onHeight) return;
    const observer = new ResizeObserver(() => onHeight(index, row.offsetHeight));
    observer.observe(row);
    return () => {
      observer.disconnect();
      onHeight(index, 0);
    };
  }, [index, onHeight]);
  return (
    <tr ref={element} className={classes.below} data-below>
      <td colSpan={width}>
        <div className={classes.children}>{children}</div>
      </td>
    </tr>
  );
}
