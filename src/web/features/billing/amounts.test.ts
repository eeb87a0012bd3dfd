import { expect, test } from 'vitest';
import { formatMonth } from '#web/ui/moments.ts';
import { formatDecimal, formatMoney, isZero, minus } from './amounts.ts';
import { lastMonths } from './billing.ts';

test('an amount is shown with all of its digits, grouped, and its currency behind it', () => {
  expect(formatMoney('1234567.50', 'EUR')).toBe('1,234,567.50 EUR');
  expect(formatMoney('-1500', 'JPY')).toBe('-1,500 JPY');
  expect(formatMoney('3703.5', 'EUR', '0.00')).toBe('3,703.50 EUR');
  expect(formatDecimal('0.000000000000001')).toBe('0.000000000000001');
  expect(formatDecimal('12345678901234567890.12')).toBe('12,345,678,901,234,567,890.12');
});

test('what two amounts differ by is exact', () => {
  expect(minus('0.30', '0.10')).toBe('0.20');
  expect(minus('100', '100.005')).toBe('-0.005');
  expect(minus('-1.50', '-1.50')).toBe('0.00');
  expect(minus('90071992547409931.01', '0.02')).toBe('90071992547409930.99');
});

test('zero is zero in any currency, and nothing else is', () => {
  for (const zero of ['0', '0.00', '-0.000', '0.']) expect(isZero(zero), zero).toBe(true);
  for (const some of ['0.01', '-1', '10']) expect(isZero(some), some).toBe(false);
});

test('a month is written in words, and the last ones go back over the turn of the year', () => {
  expect(formatMonth('2026-03')).toBe('March 2026');
  expect(lastMonths(3, new Date(2026, 0, 31))).toEqual(['2026-01', '2025-12', '2025-11']);
});
