import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { decimalOf, moneyKind as amounts, type MoneyField } from '#kernel/fields/money.ts';
import type { Values } from '#kernel/input.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { numbersFilter } from '../filters/numbers-filter.tsx';
import { textFilter } from '../filters/text-filter.tsx';
import { inputBasics, textOf, type InputProps } from '../inputs/input-props.ts';
import { readTypedAmount } from '../inputs/typed-amount.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';
import classes from './kinds.module.css';

/** An amount as it is typed, as the decimal that is sent; what is none stays as it is, and is refused with its reason. */
function decimalIn(typed: string, { scale, finest }: MoneyField): string | null {
  if (typed.trim() === '') return null;
  const decimal = readTypedAmount(typed);
  return decimal === null ? typed : (decimalOf(decimal, scale, finest) ?? typed);
}

/** An amount beside its currency, in the writing of the reader; once it is left, it shows the amount as it was read. */
function MoneyInput(props: InputProps<MoneyField>) {
  const { field, value, onChange, beside } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = textOf(value);
  const shown = decimalOf(text, field.scale, field.finest) === null ? text : amounts.display(text, field);
  const currency = textOf(beside);
  return (
    <TextInput
      {...inputBasics(props)}
      classNames={{ input: classes.amount }}
      inputMode="decimal"
      spellCheck={false}
      rightSection={currency && <span className={classes.currency}>{currency}</span>}
      rightSectionWidth={currency ? 48 : undefined}
      rightSectionPointerEvents="none"
      value={typed ?? shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(decimalIn(currentTarget.value, field));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** 1,234.50 EUR; the amount alone where the currency is not at hand. */
const amountWords = (field: MoneyField, value: unknown, row: Values | null): string =>
  [formatValue(field, value), textOf(row?.[field.currency])].filter(Boolean).join(' ');

export const moneyKind: WebKind<MoneyField> = {
  ...plainKind,
  Input: MoneyInput,
  beside: ({ currency }) => currency,
  filter: (operation) => (operation === 'equals' ? numbersFilter : textFilter),
  column: () => fixedColumn(170),
  cell: amountWords,
  Shown: ({ field, value, row, none }) =>
    value === null || value === undefined ? none : amountWords(field, value, row),
  missing: ({ label, nullable }) => (nullable ? null : `Please Input ${label}!`),
};
