import { expect, test } from 'vitest';
import { endOf, endsMatter } from './cut-in-middle.ts';

test.each([
  ['APP_AWS_SHARED_SERVICES_ADMINISTRATORS', 18, '_ADMINISTRATORS'],
  ['arn:aws:iam::123456789012:role/billing/read-only', 16, '/read-only'],
  ['player-insights-production-9750', 10, '-9750'],
  ['0a6f6c2d61f94bb3', 6, 'f94bb3'],
  ['sub_x', 3, 'b_x'],
])('the end of %s in a room of %i letters begins where a part of it does', (text, most, end) => {
  expect(endOf(text, most)).toBe(end);
});

test('names that differ at their ends are cut in the middle, sentences and addresses are not', () => {
  expect(endsMatter('APP_AWS_SHARED_SERVICES', false)).toBe(true);
  expect(endsMatter('Shared Services Administrators', true)).toBe(true);
  expect(endsMatter('Asked for by the owner', false)).toBe(false);
  expect(endsMatter('somebody.long@example.com', true)).toBe(false);
  expect(endsMatter('sh-name', true)).toBe(false);
});
