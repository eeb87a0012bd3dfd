import { expect, test } from 'vitest';
import { grouped, listed, monthName, percent, rounded } from './written.ts';

test('thousands have a comma between them, and what follows the point has none', () => {
  expect(grouped(0)).toBe('0');
  expect(grouped(999)).toBe('999');
  expect(grouped(1000)).toBe('1,000');
  expect(grouped(-1234567)).toBe('-1,234,567');
  expect(grouped('1234567.12345')).toBe('1,234,567.12345');
});

test('numbers, shares, lists and months read as the platform writes them in English', () => {
  for (const number of [0, 0.04, 12.34, 999.96, 1234.5, -7654.321])
    expect(rounded(number, 1)).toBe(number.toLocaleString('en', { maximumFractionDigits: 1 }));
  for (const share of [0, 0.125, 1 / 3, 0.9999, 1, 12.5])
    expect(percent(share)).toBe(share.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 }));
  for (const words of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']])
    expect(listed(words)).toBe(new Intl.ListFormat('en').format(words));
  for (let month = 1; month <= 12; month += 1)
    expect(monthName(month)).toBe(
      new Date(Date.UTC(2026, month - 1)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }),
    );
});
