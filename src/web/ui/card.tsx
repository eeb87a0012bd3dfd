import { useId, type ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  title: string;
  /** Beside the heading, such as a count and a search. */
  head?: ReactNode;
  children: ReactNode;
}

/** A group of related elements, under a heading within its card. */
export function Card({ title, head, children }: CardProps) {
  const heading = useId();
  return (
    <section className={classes.card} data-card aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{title}</h2>
        {head}
      </div>
      {children}
    </section>
  );
}

/** Cards below one another. */
export const CardColumn = ({ children }: { children: ReactNode }) => (
  <div className={classes.beside}>{children}</div>
);

/** A card, and others beside it; below it where it is narrow. */
export function Cards({ children, beside }: { children: ReactNode; beside: ReactNode }) {
  return (
    <div className={classes.columns}>
      {children}
      <CardColumn>{beside}</CardColumn>
    </div>
  );
}

/** Values under their labels: a `div` with `dt` and `dd` for each. One with `data-wide` has its value below its name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}
