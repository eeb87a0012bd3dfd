import { expect, it } from 'vitest';
import { hasReached, percentOf } from './spend.ts';

it('a limit is reached with its last cent, and is said to be reached then and not before', () => {
  expect(hasReached('499.99', '500.00', 100)).toBe(false);
  expect(percentOf('499.99', '500.00')).toBe('99.9');
  expect(hasReached('500.00', '500.00', 100)).toBe(true);
  expect(percentOf('500.00', '500.00')).toBe('100.0');
});

it('amounts of other decimals are compared exactly, and what was paid back reaches nothing', () => {
  expect(hasReached('3.48', '4.35', 80)).toBe(true);
  expect(hasReached('3.479999', '4.35', 80)).toBe(false);
  expect(percentOf('0', '4.35')).toBe('0.0');
  expect(percentOf('-1.00', '4.35')).toBe('0.0');
  expect(percentOf('1000', '4')).toBe('25000.0');
});
