import { Link } from '@tanstack/react-router';
import type { CloseCell } from '#calls/close.ts';
import { HELD_AGAINST } from '#kernel/billing/runs.ts';
import { runAddress } from '../billing.ts';
import { HELD_WORDS } from '../held-words.ts';
import { runsWithInvoices } from './close.ts';
import classes from './close.module.css';

/** How the invoices of the runs of a month are checked, run by run. */
export function HeldRuns({ cell, title }: { cell: CloseCell; title: string }) {
  const runs = runsWithInvoices(cell);
  if (runs.length === 0) return null;
  return (
    <ul className={classes.missing} aria-label={`Held against: ${title}`}>
      {runs.map(({ id, invoices, finalized_unasked: isEarlier }) => (
        <li key={id}>
          <span>
            {HELD_AGAINST.filter((held) => invoices[held] > 0)
              .map((held) => HELD_WORDS[held](invoices[held]))
              .join(', ')}
            {isEarlier && invoices.nothing > 0 && ' (finalized before this was required)'}.
          </span>
          <Link to={runAddress(id)}>See Run {id}</Link>
        </li>
      ))}
    </ul>
  );
}
