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
  /** It is read, not looked up: where its row is a card, it stands below its name. */
  sentence?: boolean;
  children?: ReactNode;
}

/** A cell that names itself where its row is a card. */
export function Cell(props: CellProps) {
  const { label, number = false, whole = false, address = false, sentence = false, children } = props;
  const look = number ? tables.number : address ? tables.address : undefined;
  return (
    <td
      data-label={label}
      data-whole={whole || undefined}
      data-sentence={sentence || undefined}
      className={look}
    >
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
