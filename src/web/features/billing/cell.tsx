import type { ReactNode } from 'react';
import { formatMoney } from './amounts.ts';
import tables from './tables.module.css';

interface CellProps {
  label: string;
  number?: boolean;
  /** It stands in one line. */
  whole?: boolean;
  children?: ReactNode;
}

/** A cell that names itself where its row is a card. */
export function Cell({ label, number = false, whole = false, children }: CellProps) {
  return (
    <td data-label={label} data-whole={whole || undefined} className={number ? tables.number : undefined}>
      <div>{children}</div>
    </td>
  );
}

interface MoneyProps {
  amount: string;
  currency: string;
  tone?: 'good' | 'warning' | 'bad';
}

/** An amount with its currency, in a line of its own. */
export function Money({ amount, currency, tone }: MoneyProps) {
  return (
    <span className={tables.amount} data-tone={tone}>
      {formatMoney(amount, currency)}
    </span>
  );
}
