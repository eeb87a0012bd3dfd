import { expect, test } from 'vitest';
import { amountOf, awsIdOf, idOf } from './cells.ts';

test.each([
  ['1,234', '1234'],
  ['($12,345.60)', '-12345.60'],
  ['100,000', '100000'],
])('an amount %s of a bill is %s', (cell, amount) => {
  expect(amountOf(cell, 'Cost')).toBe(amount);
});

test.each(['0,125', '(0,125)', '-0,125 €', '012,345'])(
  'an amount %s of a bill, whose comma separates no thousands, is refused',
  (cell) => {
    expect(() => amountOf(cell, 'Cost')).toThrow(`Cost '${cell}' is no amount.`);
  },
);

test.each(['1.23457E+11', '1,23457E+11', '5e+9', ' 1.2E+015 '])(
  'an id of which a spreadsheet has left %s is refused, since several may have been that',
  (cell) => {
    const why = `'${cell.trim()}' is an id that a spreadsheet has shortened. Please send the file as the provider gives it.`;
    expect(() => idOf(cell)).toThrow(why);
    expect(() => awsIdOf(cell)).toThrow(why);
  },
);

test.each(['e-shop', '1e11', '7E-11', '12E+11-shop', 'G1.5E+11'])('an id %s is one', (cell) => {
  expect(idOf(cell)).toBe(cell);
});
