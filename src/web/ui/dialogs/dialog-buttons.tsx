import type { ReactNode } from 'react';
import classes from './dialog-buttons.module.css';

interface DialogButtonsProps {
  /** The element at the other end: not the answer, but a help towards it. */
  before?: ReactNode;
  /** The way out, then what the dialog is for. */
  children: ReactNode;
}

/**
 * The answers of a dialog, the last child of its body or of its form. They stay in sight at its lower edge however long it
 * is, and however low the window.
 */
export function DialogButtons({ before, children }: DialogButtonsProps) {
  return (
    <div className={classes.buttons}>
      {before && <div className={classes.before}>{before}</div>}
      {children}
    </div>
  );
}
