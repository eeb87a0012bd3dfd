import { expect, test } from 'vitest';
import { expirySpan, expiryTone, flagTone, toneOf, wordsTone } from './tones.ts';

const TODAY = '2026-03-29';

test('a day that is past is bad, one that comes soon is worth a look, and a later one means nothing', () => {
  const at = (day: unknown) => toneOf(expiryTone(30), day, TODAY);
  expect(at('2026-03-28')).toEqual({ tone: 'bad', reason: 'Expired 1 day ago.' });
  expect(at('2026-03-29')).toEqual({ tone: 'warning', reason: 'Expires today.' });
  expect(at('2026-04-28')).toEqual({ tone: 'warning', reason: 'Expires in 30 days.' });
  for (const plain of ['2026-04-29', null, '', 'soon']) expect(at(plain)).toBeNull();
});

test('a flag is toned on the side that means something', () => {
  const approved = { tone: 'good', reason: 'Approved.' } as const;
  const tone = flagTone(approved);
  expect([true, false, null].map((value) => toneOf(tone, value, TODAY))).toEqual([approved, null, null]);
});

test('a word of a choice has its own tone, and words that mean nothing have none', () => {
  const failed = { tone: 'bad', reason: 'It has failed.', waits: 'failed' } as const;
  const tone = wordsTone({ failed, done: { tone: 'good', reason: 'It is done.' } });
  expect(toneOf(tone, 'failed', TODAY)).toBe(failed);
  expect(toneOf(tone, 'done', TODAY)).toEqual({ tone: 'good', reason: 'It is done.' });
  // Names that every object has are no words of it.
  for (const plain of ['running', 'Failed', '', 'constructor', '__proto__', null, undefined, true])
    expect(toneOf(tone, plain, TODAY)).toBeNull();
});

test('the words of an expiry find exactly the days that are toned so', () => {
  const tone = expiryTone(30);
  const days = ['2026-03-28', '2026-03-29', '2026-04-28', '2026-04-29'];
  const found = (word: string) => {
    const [from = '', until = ''] = expirySpan(tone, word, TODAY) ?? [];
    return days.filter((day) => from <= day && day < until);
  };
  const toned = (name: string) => days.filter((day) => toneOf(tone, day, TODAY)?.tone === name);
  expect(found('expired')).toEqual(toned('bad'));
  expect(found('expiring')).toEqual(toned('warning'));
  expect(expirySpan(tone, '2026-03', TODAY)).toBeNull();
});
