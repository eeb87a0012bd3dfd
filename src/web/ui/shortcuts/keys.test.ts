import { expect, test } from 'vitest';
import { ariaKeys, shownKeys, stepOf } from './keys.ts';

const press = (key: string, held: Partial<Parameters<typeof stepOf>[0]> = {}) =>
  stepOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test.each([
  ['a letter', press('g'), 'g'],
  ['a letter with Ctrl', press('k', { ctrlKey: true }), 'mod+k'],
  ['a sign behind Shift', press('?', { shiftKey: true }), '?'],
  ['a letter of another alphabet by its place', press('л', { ctrlKey: true, code: 'KeyK' }), 'mod+k'],
  ['a capital letter', press('G', { shiftKey: true }), null],
  ['a letter with Alt', press('g', { altKey: true }), null],
  ['a letter with the key of another system', press('k', { metaKey: true }), null],
  ['a key that types nothing', press('Shift', { shiftKey: true }), null],
])('%s is read as shortcuts write it', (_what, step, expected) => {
  expect(step).toBe(expected);
});

test('keys are shown by the names that stand on them', () => {
  expect(shownKeys('mod+k')).toEqual([['Ctrl', 'K']]);
  expect(shownKeys('g h')).toEqual([['G'], ['H']]);
  expect(shownKeys('?')).toEqual([['?']]);
  expect(ariaKeys('mod+k')).toBe('Control+K');
});
