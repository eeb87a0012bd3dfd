import type { ReactNode } from 'react';
import classes from './page-filters.module.css';

interface PageFiltersProps {
  /** The page that is filtered. */
  label: string;
  children: ReactNode;
}

/** The filters above the content of a page, such as a month and a provider. */
export function PageFilters({ label, children }: PageFiltersProps) {
  return (
    <div className={classes.filters} role="search" aria-label={label} data-on-paper>
      {children}
    </div>
  );
}
