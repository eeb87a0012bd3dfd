import { expect, test } from 'vitest';
import { readTypedAmount } from './typed-amount.ts';

test.each([
  ['1234.50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['1.234,50', '1234.50'],
  ['1 234,5', '1234.5'],
  ['1’234.50', '1234.50'],
  ['1,234', '1234'],
  ['12,5', '12.5'],
  ['1.234', '1.234'],
  ['1.234.567', '1234567'],
  ['−20', '-20'],
  ['+7', '7'],
])('an amount is read in the writing of whoever types it: %s', (typed, decimal) => {
  expect(readTypedAmount(typed)).toBe(decimal);
});

test.each(['', 'ten', '1,2,3', '1.2.3', '1,23.4,5', '1e5', '12 3', '.5.', '1,,000'])(
  'what is no amount is none: %s',
  (typed) => {
    expect(readTypedAmount(typed)).toBe(null);
  },
);
