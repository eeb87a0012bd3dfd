import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Accrual } from '#calls/accruals.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { StateBadge } from '#web/ui/entries.tsx';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { formatMoment, formatMonth } from '#web/ui/moments.ts';
import { formatMoney } from '../amounts.ts';
import { JournalButton } from '../journal/journal-button.tsx';
import tables from '../tables.module.css';
import classes from './close.module.css';

const Compare = lateDialog(
  () => import('./compare.tsx'),
  ({ onClose }) => onClose(),
);
const Reverse = lateDialog(
  () => import('./reverse-accrual.tsx'),
  ({ onClose }) => onClose(),
);

const STATES = {
  standing: { word: 'Accrued', color: 'blue' },
  reversed: { word: 'Reversed', color: 'gray' },
} as const;

/** An accrual with its files, and what can be done with it. */
export function AccrualEntry({ accrual, may }: { accrual: Accrual; may: boolean }) {
  const [opened, setOpened] = useState<'compare' | 'reverse' | null>(null);
  const { id, state, percent, totals } = accrual;
  const amounts = totals.map(({ currency, amount }) => formatMoney(amount, currency)).join(' and ');
  const scaled = percent === '100' ? '' : `, ${percent}%`;
  const close = () => setOpened(null);
  const isReversed = state === 'reversed';
  return (
    <section className={classes.accrual} aria-label={`Accrual ${id}`}>
      <div>
        <strong>
          Accrual {id}: {amounts}
        </strong>
        <StateBadge {...STATES[state]} />
        <span className={tables.soft}>
          Not an invoice: amounts as in {formatMonth(accrual.based_on)}
          {scaled} · made by {accrual.created_by}, {formatMoment(accrual.created_at)}
          {accrual.reversed_at !== null &&
            ` · reversed by ${accrual.reversed_by}, ${formatMoment(accrual.reversed_at)}`}
        </span>
      </div>
      <Group gap="xs">
        <FileButton path={`/billing_accruals/${id}/sheet.xlsx`} query={NONE} label="Accrual Sheet" />
        {isReversed && (
          <FileButton path={`/billing_accruals/${id}/sheet.xlsx`} query={REVERSAL} label="Reversal Sheet" />
        )}
        <JournalButton source={journalOf(accrual)} />
        <Button variant="default" onClick={() => setOpened('compare')}>
          Compare
        </Button>
        {may && !isReversed && (
          <Button variant="default" onClick={() => setOpened('reverse')}>
            Reverse
          </Button>
        )}
      </Group>
      <Suspense>
        {opened === 'compare' && <Compare accrual={accrual} onClose={close} />}
        {opened === 'reverse' && <Reverse accrual={accrual} onClose={close} />}
      </Suspense>
    </section>
  );
}

const NONE = {};
const REVERSAL = { reversal: 'true' };

const journalOf = ({ id, state }: Accrual) => ({
  path: `/billing_accruals/${id}/journal.csv`,
  query: state === 'reversed' ? REVERSAL : NONE,
  usualDate: state === 'reversed' ? 'the first day of the next month' : 'the last day of its month',
});
