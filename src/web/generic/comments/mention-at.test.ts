import { expect, test } from 'vitest';
import { mentionAt, withMention } from './mention-at.ts';

test.each([
  ['@', ''],
  ['Hello @ad', 'ad'],
  ['Hello @Ada Love', 'Ada Love'],
  ['(@ada', 'ada'],
  ['@ada.lovelace@example.co', 'ada.lovelace@example.co'],
])('%j looks for %j', (text, sought) => {
  expect(mentionAt(text, text.length)?.sought).toBe(sought);
});

test.each(['', 'Hello', 'ada@example.com', '@ada is here now', '@ada\n', '@ ada'])(
  '%j looks for nobody',
  (text) => {
    expect(mentionAt(text, text.length)).toBeNull();
  },
);

test('whoever is chosen takes the place of what was typed, and the rest stays behind it', () => {
  const text = 'Please @ad look at this';
  const found = mentionAt(text, 10);
  expect(found).toEqual({ from: 7, sought: 'ad' });
  const chosen = withMention(text, 10, found ?? { from: 0, sought: '' }, 'ada@example.com');
  expect(chosen.text).toBe('Please @ada@example.com look at this');
  expect(chosen.text.slice(0, chosen.caret)).toBe('Please @ada@example.com ');
});
