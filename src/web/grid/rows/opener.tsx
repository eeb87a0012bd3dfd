import { IconChevronRight } from '@tabler/icons-react';
import type { GridChildren, GridRow } from '../types.ts';
import classes from './row.module.css';

interface OpenerProps<R extends GridRow> {
  row: R;
  opened: boolean;
  of: GridChildren<R>;
  tabIndex: 0 | -1;
  onPress: (row: R) => void;
}

/** The button that opens a row and closes it; nothing where nothing belongs to the row. */
export function Opener<R extends GridRow>({ row, opened, of, tabIndex, onPress }: OpenerProps<R>) {
  if (of.of(row) === null) return <span className={classes.noOpener} />;
  return (
    <button
      type="button"
      className={classes.opener}
      data-action="open"
      tabIndex={tabIndex}
      aria-expanded={opened}
      aria-label={of.nameOf(row)}
      onClick={() => onPress(row)}
    >
      <IconChevronRight size={16} aria-hidden />
    </button>
  );
}
