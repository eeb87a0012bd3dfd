import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutraliseCell, restoreCell } from '../csv/csv-cells.ts';
import { MAX_ID } from '../ids.ts';
import { boolean } from './boolean.ts';
import { choice } from './choice.ts';
import { date } from './date.ts';
import { kindOf, type Field } from './kinds.ts';
import { number } from './number.ts';
import { ref } from './ref.ts';
import { text } from './text.ts';
import { withoutInvisible } from './written-text.ts';

const day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));
const storable = fc
  .string({ unit: 'binary', maxLength: 60 })
  .filter((value) => !value.includes('\u0000'))
  // Text is stored as it looks.
  .map((value) => withoutInvisible(value).normalize('NFC').trim())
  .filter((value) => value !== '');

/** Each kind that a request can write, with every value that it takes, as it is stored. */
const kinds: [name: string, field: Field, values: fc.Arbitrary<unknown>][] = [
  ['text', text('Text'), storable],
  ['digits', text('Account', { format: 'digits', max: 20 }), fc.stringMatching(/^\d{1,20}$/)],
  ['currency', text('Currency', { format: 'currency' }), fc.stringMatching(/^[A-Z]{3}$/)],
  [
    'text with names',
    text('Tenant', { optional: true, names: { words: { spincorp: 'SpinCo' }, others: 'RemainCo' } }),
    fc.constantFrom('spincorp', 'remain', 'Spin', 'RemainCo', 'toString'),
  ],
  ['number', number('Number'), fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })],
  ['boolean', boolean('Boolean'), fc.boolean()],
  ['date', date('Date'), day],
  ['choice', choice('Choice', ['RI', 'Reno', 'two words']), fc.constantFrom('RI', 'Reno', 'two words')],
  [
    'ref',
    ref('Ref', 'things', { show: 'name', as: 'thing', none: 'always' }),
    fc.integer({ min: 1, max: MAX_ID }),
  ],
];

describe.each(kinds)('the kind %s', (_name, field, values) => {
  const kind = kindOf(field);

  it('takes every value of its own and stores it as it is', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(kind.schema(field).parse(value)).toEqual(value);
      }),
    );
  });

  it('stores the same value when it comes as JSON and comes again', () => {
    fc.assert(
      fc.property(values, (value) => {
        const once = kind.schema(field).parse(JSON.parse(JSON.stringify(value)));
        expect(kind.schema(field).parse(once)).toEqual(once);
      }),
    );
  });

  it('answers anything whatsoever with a value or a sentence, and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { success, error } = kind.schema(field).safeParse(value);
        expect(success ? 'A value.' : error.issues[0]?.message).toMatch(/^[A-Z].*\.$/);
      }),
    );
  });

  it('reads any cell as a value or a sentence, and never throws', () => {
    fc.assert(
      fc.property(storable, (cell) => {
        const read = kind.parseCell(field, cell);
        expect('error' in read ? read.error : 'A value.').toMatch(/\.$/);
      }),
    );
  });

  it.each(Object.getOwnPropertyNames(Object.prototype))('is not misled by the word %s', (word) => {
    const read = kind.parseCell(field, word);
    expect('value' in read ? read.value : read.error).toEqual(expect.stringContaining(word));
  });
});

/** A reference is written as what it shows, so reading its cell takes the other records. */
describe.each(kinds.filter(([name]) => name !== 'ref'))('a file with the kind %s', (name, field, values) => {
  const kind = kindOf(field);

  it('reads from a cell of a file the value that was written into it', () => {
    // A number that a spreadsheet shortened is refused on purpose.
    const written = name === 'text' ? values.filter((value) => !/^[+-]?\d.*E/i.test(String(value))) : values;
    fc.assert(
      fc.property(written, (value) => {
        const cell = neutraliseCell(kind.formatCell(value, field));
        const read = kind.parseCell(field, restoreCell(cell));
        expect(read).toHaveProperty('value');
        expect(kind.schema(field).parse('value' in read ? read.value : undefined)).toEqual(value);
      }),
    );
  });
});

describe('a text with names', () => {
  const field = text('Tenant', {
    optional: true,
    names: { words: { spincorp: 'SpinCo' }, others: 'RemainCo' },
  });
  const kind = kindOf(field);

  it.each([
    ['spincorp', 'SpinCo'],
    ['remain', 'RemainCo'],
    ['constructor', 'RemainCo'],
  ])('shows %s as %s', (stored, shown) => {
    expect(kind.display(stored, field)).toBe(shown);
  });

  it('takes the word that is shown for what it stands for', () => {
    expect(kind.schema(field).parse('SpinCo')).toBe('spincorp');
    expect(kind.schema(field).parse('elsewhere')).toBe('elsewhere');
  });
});
