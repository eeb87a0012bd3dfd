import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unbilledQuery } from '#web/data/unbilled.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { formatMoment, formatMonth } from '#web/ui/moments.ts';
import { formatAmount } from './spend.ts';
import classes from './cloud-billing.module.css';

/** The cost of the running month so far, beside the bills and never among them; nothing where it was not read. */
export function UnbilledNote() {
  const unbilled = dataOf(useLoad(unbilledQuery(1)))?.meta.unbilled;
  if (!unbilled || unbilled.totals.length === 0) return null;
  const amounts = unbilled.totals.map(({ amount, currency }) => formatAmount(amount, currency));
  return (
    <aside className={classes.unbilled} aria-label="Unbilled costs">
      <strong>
        Unbilled: {formatMonth(unbilled.month)} so far, {amounts.join(' and ')}
      </strong>
      <Text size="sm" c="dimmed">
        Google Cloud, read {formatMoment(unbilled.read_at)}. It is in no bill and not in the chart.{' '}
        <Link to="/auth/billing-automation" search={{ tab: '3' } as never}>
          By project
        </Link>
      </Text>
    </aside>
  );
}
