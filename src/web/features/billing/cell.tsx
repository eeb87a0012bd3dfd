import type { ReactNode } from 'react';
import { formatMoney } from './amounts.ts';
import tables from './tables.module.css';

interface CellProps {
  label: string;
  number?: boolean;
  /** It is in one line. */
  whole?: boolean;
  /** It begins with an address, which has room in one line; a longer one is broken. */
  address?: boolean;
  children?: ReactNode;
}

/** A cell that names itself where its row is a card. */
export function Cell({ label, number = false, whole = false, address = false, children }: CellProps) {
  const look = number ? tables.number : address ? tables.address : undefined;
  return (
    <td data-label={label} data-whole={whole || undefined} className={look}>
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
