import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { grouped } from '#kernel/written.ts';
import classes from './run.module.css';
import tables from './tables.module.css';

interface PartProps {
  title: string;
  /** By which links lead to it. */
  place?: string;
  /** How many there are of what it shows. */
  count?: number;
  /** Beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page under a heading of its own. */
export function Part({ title, place, count, action, children }: PartProps) {
  const id = useId();
  return (
    <section id={place} className={classes.part} aria-labelledby={id}>
      <header className={classes.partHead}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {count !== undefined && <span className={tables.count}>{grouped(count)}</span>}
        {action && <div className={classes.partAction}>{action}</div>}
      </header>
      {children}
    </section>
  );
}
