import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTypedDay, spokenDay } from './days.ts';

test('a day is shown with the name of its month', () => {
  expect(spokenDay('2026-03-09')).toBe('March 9, 2026');
  expect(spokenDay('not a day')).toBe('not a day');
});

test('a day can be typed as pickers, grids, tables and ISO 8601 show it', () => {
  for (const text of [
    'March 9, 2026',
    'mar 9 2026',
    'Mar. 9, 2026',
    '03-09-2026',
    '09-Mar-2026',
    '2026-03-09',
  ])
    expect(readTypedDay(text)).toBe('2026-03-09');
});

test('what the calendar does not have is no day', () => {
  for (const text of ['February 30, 2026', 'Marble 3, 2026', '13-13-2026', 'tomorrow', ''])
    expect(readTypedDay(text)).toBeNull();
});

test('every day that is shown can be typed again', () => {
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, (value) => {
      expect(readTypedDay(spokenDay(value))).toBe(value);
    }),
  );
});
