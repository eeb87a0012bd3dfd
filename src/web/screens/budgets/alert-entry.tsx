import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BudgetAlert, BudgetSpend } from '#calls/budgets.ts';
import { money } from '#kernel/written.ts';
import { forecastWords } from '#resources/budgets.ts';
import links from '#web/ui/plain-link.module.css';
import { formatMoment } from '#web/ui/moments.ts';
import classes from './budgets.module.css';
import { periodWords } from './spent.tsx';

/** A threshold that was reached, in which period and after which run. @param of which budget it is of, where that is not said around it */
export function AlertEntry({
  alert,
  period,
  of,
}: {
  alert: BudgetAlert;
  period: BudgetSpend['period'];
  of?: ReactNode;
}) {
  const { from, threshold, spent, amount, currency, forecast, billing_run: run, at } = alert;
  const since =
    period === 'month' ? periodWords(period, alert) : `the year from ${periodWords('month', { from })}`;
  return (
    <li>
      <span>
        {of}
        {threshold}% {forecast && 'forecast '}in {since}
      </span>
      <span className={classes.about}>
        {money(forecast?.amount ?? spent, currency)} of {money(amount, currency)}
        {forecast && ` ${forecastWords(period, forecast.by)}`}, found {formatMoment(at)}
        {run !== null && (
          <>
            {' after '}
            <Link
              className={links.link}
              to="/auth/billing-automation/runs/$runId"
              params={{ runId: String(run) }}
            >
              billing run {run}
            </Link>
          </>
        )}
      </span>
    </li>
  );
}
