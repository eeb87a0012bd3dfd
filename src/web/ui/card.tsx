import { useId, type ReactNode } from 'react';
import classes from './card.module.css';

/** What belongs together, under a heading within its card. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={classes.card} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}

/** A card, and others beside it; below it where it is narrow. */
export function Cards({ children, beside }: { children: ReactNode; beside: ReactNode }) {
  return (
    <div className={classes.columns}>
      {children}
      <div className={classes.beside}>{beside}</div>
    </div>
  );
}

/** Values under their labels: a `div` with `dt` and `dd` for each. One with `data-wide` has its value below its name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}
