import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { grouped } from '#kernel/written.ts';
import { formatMoney, isZero } from '../amounts.ts';
import { isRunUnderWay, type Run } from '../billing.ts';
import { isBalanced } from './reconciliation.tsx';
import classes from '../run.module.css';

/** What decides about a run: what is invoiced, and what of it has found no place. */
export function Figures({ run }: { run: Run }) {
  const { totals, exceptions } = run;
  const open = totals.filter(({ unallocated }) => !isZero(unallocated));
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Invoice</dt>
        {totals.map(({ currency, invoice }) => (
          <dd key={currency} className={classes.sum}>
            {formatMoney(invoice, currency)}
          </dd>
        ))}
      </div>
      <div data-tone={open.length > 0 ? 'warning' : 'good'}>
        <dt>Unallocated</dt>
        {(open.length > 0 ? open : totals).map(({ currency, unallocated }) => (
          <dd key={currency} className={classes.sum}>
            {formatMoney(unallocated, currency)}
          </dd>
        ))}
      </div>
      <div>
        <dt>Lines</dt>
        <dd className={classes.sum}>{grouped(run.lines)}</dd>
      </div>
      {!isRunUnderWay(run) && (
        <div data-tone={isBalanced(run) ? 'good' : 'warning'}>
          <dt>Balance</dt>
          <dd className={classes.verdict}>
            {isBalanced(run) ? (
              <IconCircleCheck size={20} aria-hidden />
            ) : (
              <IconAlertTriangle size={20} aria-hidden />
            )}
            {isBalanced(run)
              ? 'Balances to the cent'
              : exceptions > 0
                ? `${grouped(exceptions)} ${exceptions === 1 ? 'exception' : 'exceptions'} to settle`
                : 'Does not balance'}
          </dd>
        </div>
      )}
    </dl>
  );
}
