import { expect, it } from 'vitest';
import { isRange } from './is-range.ts';
import { readCells } from './read-cells.ts';

it.each([
  [
    'a\tb\nc\td\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\r\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"two\nlines"\tb', [['two\nlines', 'b']]],
  ['"say ""hi"""\tb', [['say "hi"', 'b']]],
  [
    '12" pipe\tb\n"open\tc',
    [
      ['12" pipe', 'b'],
      ['"open', 'c'],
    ],
  ],
  ['a\t\tc\n\n d ', [['a', '', 'c'], [''], ['d']]],
  ['a\n\nc\n\n', [['a'], [''], ['c'], ['']]],
  ['12" pipe\n\nb\n', [['12" pipe'], [''], ['b']]],
])('%j is read as its cells', (text, cells) => {
  expect(readCells(text)).toEqual(cells);
});

it.each([
  ['one value', false],
  ['one line\n', false],
  ['a\tb', true],
  ['a\nb', true],
])('whether %j is more than one cell: %s', (text, range) => {
  expect(isRange(text)).toBe(range);
});

it.each([
  ['one line\nanother line', false],
  ['a\tb\nc\td\n', true],
])('whether %j is more than a text of several lines: %s', (text, range) => {
  expect(isRange(text, true)).toBe(range);
});
