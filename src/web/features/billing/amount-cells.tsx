import { isZero } from './amounts.ts';
import { Cell, Money } from './cell.tsx';

interface AmountCellsProps {
  currency: string;
  /** The amounts by the headings of their columns, in the order of these. */
  of: Readonly<Record<string, string>>;
  /** The heading of an amount that is highlighted unless it is zero. */
  marked?: string;
}

/** Amounts of one currency side by side, such as what was booked, what is booked now, and the difference. */
export function AmountCells({ currency, of, marked }: AmountCellsProps) {
  return Object.entries(of).map(([heading, amount]) => (
    <Cell key={heading} label={heading} number>
      <Money
        amount={amount}
        currency={currency}
        tone={heading === marked && !isZero(amount) ? 'warning' : undefined}
      />
    </Cell>
  ));
}
