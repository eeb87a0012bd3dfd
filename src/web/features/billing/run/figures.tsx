import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Run } from '#calls/runs.ts';
import { grouped } from '#kernel/written.ts';
import { formatMoney, isZero } from '../amounts.ts';
import { isRunUnderWay } from '../billing.ts';
import { isBalanced } from './reconciliation.tsx';
import classes from '../run.module.css';

/** The decisive figures of a run: the invoiced amount, and the part of it that has found no place. */
export function Figures({ run }: { run: Run }) {
  const { totals } = run;
  const verdict = verdictOn(run);
  const Icon = verdict.tone === 'warning' ? IconAlertTriangle : IconCircleCheck;
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
        <div data-tone={verdict.tone}>
          <dt>Balance</dt>
          <dd className={classes.verdict}>
            <Icon size={20} aria-hidden />
            {verdict.words}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Whether a run balances, and with what: without a stated total, there is nothing that it could balance with to the cent. */
function verdictOn(run: Run): { words: string; tone: 'good' | 'plain' | 'warning' } {
  const { exceptions, totals } = run;
  if (!isBalanced(run)) {
    const counted = `${grouped(exceptions)} ${exceptions === 1 ? 'exception' : 'exceptions'} to settle`;
    return { words: exceptions > 0 ? counted : 'Does not balance', tone: 'warning' };
  }
  if (totals.every(({ held_against: held }) => held === 'stated_total'))
    return { words: 'Balances to the cent', tone: 'good' };
  if (totals.every(({ held_against: held }) => held !== 'nothing'))
    return { words: 'Charged in full, confirmed by a person', tone: 'plain' };
  return { words: 'Charged in full, held against nothing', tone: 'warning' };
}
