import { describe, expect, it } from 'vitest';
import {
  invisibleIn,
  isErrorValue,
  saysNothing,
  withoutInvisible,
  withSingleSpaces,
} from './written-text.ts';

describe('what nobody sees in a text', () => {
  it.each([
    '\u00AD',
    '\u061C',
    '\u180E',
    '\u200B',
    '\u200C',
    '\u200D',
    '\u200E',
    '\u200F',
    '\u202A',
    '\u202B',
    '\u202C',
    '\u202D',
    '\u202E',
    '\u2060',
    '\u2061',
    '\u2062',
    '\u2063',
    '\u2064',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\uFEFF',
  ])('is found and taken out: %j', (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    expect(invisibleIn(`1000${character}41`)).toMatch(new RegExp(`\\(U\\+${code}\\) after '1000'$`));
    expect(withoutInvisible(`Ga${character}ming${character}`)).toBe('Gaming');
  });

  it('is no letter, no accent, no blank and no emoji', () => {
    for (const text of ['Gaming', 'Zürich', 'e\u0301', 'a b', 'a\u00A0b', '中文', '🚀', '\u2013']) {
      expect(invisibleIn(text)).toBeNull();
      expect(withoutInvisible(text)).toBe(text);
    }
  });

  it('is named by its place', () => {
    expect(invisibleIn('\u200B1000')).toBe('a zero-width space (U+200B) at its beginning');
    expect(invisibleIn('1000410010\u00AD')).toBe("a soft hyphen (U+00AD) after '1000410010'");
  });
});

it.each(['Game  Development', 'Game\u00A0Development', 'Game \u2003 Development', 'Game\u202FDevelopment'])(
  'blanks of any kind are one space: %j',
  (text) => expect(withSingleSpaces(text)).toBe('Game Development'),
);

it.each([
  '#N/A',
  '#REF!',
  '#VALUE!',
  '#DIV/0!',
  '#NAME?',
  '#NULL!',
  '#NUM!',
  '#SPILL!',
  '#NV',
  '#BEZUG!',
  '#WERT!',
  '#ZAHL!',
  '#ÜBERLAUF!',
  '#VALEUR!',
  '#¡REF!',
  '#RIF!',
  '#n/a',
  ' #REF! ',
  '########',
  'Err:502',
])('%s is what a failed formula shows', (text) => expect(isErrorValue(text)).toBe(true));

it.each([
  '',
  '#',
  '#1',
  '##',
  '#N',
  'N/A',
  '#hashtag',
  '#42 Main Street',
  'Error',
  '#REF! see below',
  'Err:5',
])('%s is no failed formula', (text) => expect(isErrorValue(text)).toBe(false));

it('NULL and its like say that there is nothing, and words do not', () => {
  for (const text of ['NULL', 'null', '(null)', 'N/A', 'n/a', ' N/A ', 'NaN', 'undefined'])
    expect(saysNothing(text)).toBe(true);
  for (const text of ['None', 'NA', '0', 'Null-Projekt', 'Nullarbor', '-', ''])
    expect(saysNothing(text)).toBe(false);
});
