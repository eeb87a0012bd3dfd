import type { ReactNode } from 'react';
import classes from './asked-for.module.css';

interface AskedForProps {
  /** The page that is asked. */
  label: string;
  children: ReactNode;
}

/** What a page is asked for above what it answers, such as a month and a provider. */
export function AskedFor({ label, children }: AskedForProps) {
  return (
    <div className={classes.asked} role="search" aria-label={label}>
      {children}
    </div>
  );
}
