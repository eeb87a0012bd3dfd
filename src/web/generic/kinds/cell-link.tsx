import type { ReactNode } from 'react';
import { PlaceLink } from '#web/ui/place-link.tsx';
import classes from './kinds.module.css';

interface CellLinkProps {
  /** The name of the model. */
  model: string;
  id: number | string;
  /** Where the keyboard is in the table, as its cells are given it. */
  tabIndex?: 0 | -1 | undefined;
  /** It leads to the record that the row is. */
  own?: boolean;
  children: ReactNode;
}

/** The way to a record within a cell; what is too long ends in dots where the column does. */
export function CellLink({ model, id, tabIndex, own, children }: CellLinkProps) {
  return (
    <PlaceLink href={`/auth/view/${model}/${id}`} tabIndex={tabIndex} data-own={own} className={classes.cell}>
      {children}
    </PlaceLink>
  );
}
