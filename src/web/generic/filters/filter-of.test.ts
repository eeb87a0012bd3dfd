import { expect, test } from 'vitest';
import { boolean } from '#kernel/fields/boolean.ts';
import { choice } from '#kernel/fields/choice.ts';
import { date } from '#kernel/fields/date.ts';
import { json } from '#kernel/fields/json.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { money } from '#kernel/fields/money.ts';
import { number } from '#kernel/fields/number.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import type { ListFilter } from '#kernel/list-filters.ts';
import { givenChoices } from './choice-filter.tsx';
import { daysFilter } from './days-filter.tsx';
import { readTypedSpan, spokenSpan } from './day-span.ts';
import { filterOf } from './filter-of.ts';
import { lastDaysFilter } from './last-days-filter.tsx';
import { readTypedRange, spokenRange } from './number-range.ts';
import { numbersFilter } from './numbers-filter.tsx';
import { recordFilter } from './record-filter.tsx';
import { textFilter } from './text-filter.tsx';

const way = (field: Field, declared?: Partial<ListFilter>) =>
  filterOf(
    { name: 'it', label: 'It', field, path: [], column: 'it', nullable: true },
    declared && {
      key: 'it',
      property: 'it',
      operation: undefined,
      choices: undefined,
      label: undefined,
      ...declared,
    },
  );

test('every kind narrows a list in its own way', () => {
  expect(way(text('Name'))).toBe(textFilter);
  expect(way(number('Seats'))).toBe(numbersFilter);
  expect(way(money('Amount', { currency: 'currency' }))).toBe(numbersFilter);
  expect(way(date('Opened'))).toBe(daysFilter);
  expect(way(ref('Parent', 'hangars', { show: 'name', as: 'parent', none: 'always' }))).toBe(recordFilter);
  expect(way(json('Counts', {}))).toBe(null);
  const named = text('Place', { optional: true, names: { words: { here: 'Here' }, others: 'Elsewhere' } });
  const chosen = [boolean('Open'), choice('State', ['on', 'off']), named];
  expect(chosen.map((field) => way(field)?.room)).toEqual(['chosen', 'chosen', 'chosen']);
});

test('a declared filter narrows as it is declared', () => {
  expect(way(number('Seats'), { operation: 'contains' })).toBe(textFilter);
  expect(way(text('State'), { choices: ['on', 'off'] })).toBe(givenChoices);
  expect(way(date('Opened'), { operation: 'last-days', choices: ['30'] })).toBe(lastDaysFilter);
});

test.each([
  ['29-Mar-2026', '2026-03-29', '29-Mar-2026'],
  ['03/29/2026', '2026-03-29', '29-Mar-2026'],
  ['Mar 2026', '2026-03', 'Mar-2026'],
  ['March-2026', '2026-03', 'Mar-2026'],
  ['2026', '2026', '2026'],
  ['1-Mar-2026 – 29-Mar-2026', '2026-03-01..2026-03-29', '01-Mar-2026 – 29-Mar-2026'],
  ['2026-01-31 to 2026-03', '2026-01-31..2026-03', '31-Jan-2026 – Mar-2026'],
  ['from 2026', '2026..', 'from 2026'],
  ['until Mar-2026', '..2026-03', 'until Mar-2026'],
])('days are read as they are typed: %s', (typed, word, spoken) => {
  expect(readTypedSpan(typed)).toBe(word);
  expect(spokenSpan(word)).toBe(spoken);
  expect(readTypedSpan(spoken)).toBe(word);
});

test.each([
  ['20', '20', '20'],
  ['-20', '-20', '-20'],
  ['1,234.5', '1234.5', '1,234.5'],
  ['10-20', '10..20', '10 – 20'],
  ['1.000,50 – 2.000,00', '1000.50..2000.00', '1,000.50 – 2,000.00'],
  ['-5 to 5', '-5..5', '-5 – 5'],
  ['>= 10', '10..', '≥ 10'],
  ['≤1000', '..1000', '≤ 1,000'],
])('numbers are read as they are typed: %s', (typed, word, spoken) => {
  expect(readTypedRange(typed)).toBe(word);
  expect(spokenRange(word)).toBe(spoken);
  expect(readTypedRange(spoken)).toBe(word);
});

test('what is half typed narrows nothing', () => {
  for (const typed of ['29-Mar', 'tomorrow', '2026-02-30', ' – ']) expect(readTypedSpan(typed)).toBe(null);
  for (const typed of ['ten', '10 – x', '..', '1,2,3']) expect(readTypedRange(typed)).toBe(null);
  expect([readTypedSpan(' '), readTypedRange('')]).toEqual(['', '']);
});
