import { Alert } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { Run } from '#calls/runs.ts';
import { grouped } from '#kernel/written.ts';
import { formatMoney } from '../amounts.ts';
import classes from '../run.module.css';

/** Shows lines that equal others in all that is read: some providers write such lines, and some files are put together wrongly. */
export function RepeatedLines({ of }: { of: Run['repeated_lines'] }) {
  if (of.length === 0) return null;
  return (
    <Alert
      className={classes.repeated}
      color="blue"
      variant="light"
      icon={<IconCopy aria-hidden />}
      role="note"
    >
      <p>
        <strong>Lines that repeat others</strong>
      </p>
      {of.map(({ currency, lines, amount }) => (
        <p key={currency}>
          {grouped(lines)} {lines === 1 ? 'line' : 'lines'} of{' '}
          <strong>{formatMoney(amount, currency)}</strong>{' '}
          {lines === 1 ? 'is like an earlier one' : 'are like earlier ones'} in invoice, account, kind,
          amount, day, service and description.
        </p>
      ))}
      <p>They are charged as the file says. Look whether the provider charges them twice.</p>
    </Alert>
  );
}
