import { expect, test } from 'vitest';
import { money, moneyKind } from './money.ts';

const field = money('Amount', { currency: 'currency', scale: 3 });

test.each([
  ['1,234', '1234.000'],
  ['-12,345,678.5', '-12345678.500'],
  ['0.125', '0.125'],
])('a cell %s is the amount %s', (cell, value) => {
  expect(moneyKind.parseCell(field, cell)).toEqual({ value });
});

test.each(['0,125', '-0,125', '012,345', '0,000,125'])(
  'a cell %s, whose comma separates no thousands, is no amount',
  (cell) => {
    expect(moneyKind.parseCell(field, cell)).toEqual({
      error: `Amount '${cell}' is no amount such as 1234.50.`,
    });
  },
);
