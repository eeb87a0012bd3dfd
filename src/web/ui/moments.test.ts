import { expect, test } from 'vitest';
import { formatTook } from './moments.ts';

test.each([
  ['less than 1 s', 0.4],
  ['1 s', 1.2],
  ['59 s', 59.4],
  ['1 min 0 s', 59.7],
  ['2 min 0 s', 119.6],
  ['1 min 5 s', 65],
  ['1 h 0 min', 3599.8],
  ['2 h 1 min', 7279],
])('"%s" is said of %d seconds, no part of which comes to 60', (words, seconds) => {
  const from = Date.parse('2026-03-02T10:00:00Z');
  expect(formatTook(new Date(from).toISOString(), new Date(from + seconds * 1000).toISOString())).toBe(words);
});
