import { Link } from '@tanstack/react-router';
import type { CloseCell } from '#calls/close.ts';
import { listed } from '#kernel/written.ts';
import { formatMonth } from '#web/ui/moments.ts';
import { formatMoney } from '../amounts.ts';
import { runAddress } from '../billing.ts';
import classes from './close.module.css';

/** Runs that correct what was booked for a month, in that month and in the one in which they became final. */
export function DifferencesAfterClose({ cell, title }: { cell: CloseCell; title: string }) {
  if (cell.differences.length === 0) return null;
  return (
    <ul className={classes.missing} aria-label={`Differences after the close: ${title}`}>
      {cell.differences.map(({ run, month, finalized_in: finalized, corrects, totals }) => (
        <li key={run}>
          <span>
            Difference after the close: <b>{totals.length > 0 ? listed(totals.map(amountOf)) : 'nothing'}</b>{' '}
            to run {listed(corrects.map(String))} of {formatMonth(month)},{' '}
            {finalized === null ? 'not final yet' : `final in ${formatMonth(finalized)}`}.
          </span>
          <Link to={runAddress(run)}>See Run {run}</Link>
        </li>
      ))}
    </ul>
  );
}

/** An amount with its sign. */
const amountOf = ({ amount, currency }: CloseCell['differences'][number]['totals'][number]): string =>
  `${amount.startsWith('-') ? '' : '+'}${formatMoney(amount, currency)}`;
