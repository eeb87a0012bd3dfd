import { expect, test } from 'vitest';
import { sinceWords } from './since.ts';

const NOW = Date.parse('2026-03-29T12:00:00Z');

test.each([
  // The clock of the server may be ahead.
  ['2026-03-29T12:00:05Z', 'just now'],
  ['2026-03-29T11:59:01Z', 'just now'],
  ['2026-03-29T11:59:00Z', '1 minute ago'],
  ['2026-03-29T11:00:01Z', '59 minutes ago'],
  ['2026-03-29T11:00:00Z', '1 hour ago'],
  ['2026-03-28T12:00:01Z', '23 hours ago'],
  ['2026-03-28T12:00:00Z', '1 day ago'],
  ['2026-03-22T12:00:01Z', '6 days ago'],
])('%s is %s', (instant, words) => {
  expect(sinceWords(instant, NOW)).toBe(words);
});

test('what is more than a week ago has its day', () => {
  expect(sinceWords('2026-03-21T12:00:00Z', NOW)).toMatch(/^21-Mar-2026, \d\d:\d\d$/);
});
