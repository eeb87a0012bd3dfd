import { expect, it } from 'vitest';
import { decimalsOf } from './currencies.ts';

it.each([
  ['EUR', 2],
  ['HUF', 2],
  ['IDR', 2],
  ['JPY', 0],
  ['ISK', 0],
  ['KWD', 3],
  ['IQD', 3],
  ['CLF', 4],
  ['XQZ', 2],
])('amounts in %s have %i digits after the point', (currency, digits) => {
  expect(decimalsOf(currency)).toBe(digits);
});
