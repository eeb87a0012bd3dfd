import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { sizeOf, type ColumnSize } from './column-size.ts';
import { columnWidths } from './column-widths.ts';

const words = { header: 'Name', width: 170, shrinks: true, grows: true };
const name = sizeOf({ ...words, names: true }, undefined, 240, false);
const address = sizeOf(words, undefined, 400, false);
const unit = sizeOf(words, undefined, 200, false);
const number = sizeOf(words, undefined, 110, false);
const day = sizeOf({ header: 'Day', width: 126 }, undefined, 90, false);

/** The widths in pixels of the columns of a table that has `room`, as a browser makes them of their lengths. */
const widthsIn = (room: number, columns: readonly ColumnSize[], beside = 48): number[] =>
  columnWidths(columns, beside).map((length) => {
    const sum = length.replaceAll('var(--room)', String(room)).replaceAll('calc', '').replaceAll('px', '');
    const { min, max } = Math;
    return runInNewContext(sum, { min, max, clamp: (a: number, b: number, c: number) => max(a, min(b, c)) });
  });

const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);
const naturals = (columns: readonly ColumnSize[]) => columns.map(({ natural }) => natural);

test('a column is as wide as its values, within what its kind allows, and as its heading', () => {
  expect([name.natural, unit.natural, number.natural, day.natural]).toEqual([240, 200, 110, 90]);
  expect(address.natural).toBe(255);
  expect(sizeOf({ header: 'Information Security', width: 60 }, undefined, 20, false).natural).toBeGreaterThan(
    60,
  );
  const search = { key: 'day', Input: () => null };
  expect(sizeOf({ header: 'D', width: 126, search }, undefined, 20, false).natural).toBe(72);
  expect(sizeOf(words, 333, 400, false)).toMatchObject({ natural: 333, least: 333 });
});

test('what is long anyway gives its room first, then other words, then what names the row, and a number last', () => {
  const columns = [address, unit, name, number, day];
  const all = total(naturals(columns)) + 48;
  const givable = columns.map(({ natural, least }) => natural - least);
  expect(givable.slice(0, 4).every((one) => one > 0)).toBe(true);
  expect(widthsIn(all, columns)).toEqual(naturals(columns));
  let given = 0;
  for (const [at, gift] of givable.slice(0, 4).entries()) {
    const half = widthsIn(all - given - gift / 2, columns);
    const expected = columns.map(({ natural, least }, place) => (place < at ? least : natural));
    expected[at] = (columns[at]?.natural ?? 0) - gift / 2;
    for (const [place, width] of half.entries()) expect(width).toBeCloseTo(expected[place] ?? 0, 1);
    given += gift;
  }
});

test('the columns come to the room that there is, from a little more than they need at least on', () => {
  const columns = [name, address, address, unit, unit, number, day, unit, unit, number];
  const least = columns.reduce((sum, column) => sum + column.least, 0) + 48;
  for (const room of [least + 1, least + 100, least + 300, 2400])
    expect(total(widthsIn(room, columns)) + 48).toBeCloseTo(room, 0);
});

test('a table that is too wide scrolls, with its first eight columns in sight where they can be', () => {
  const columns = [name, address, address, unit, unit, number, day, unit, unit, unit, unit];
  const first = columns.slice(0, 8);
  const leastOfFirst = first.reduce((sum, column) => sum + column.least, 0) + 48;
  const room = leastOfFirst + 60;
  const widths = widthsIn(room, columns);
  expect(total(widths.slice(0, 8)) + 48).toBeCloseTo(room, 0);
  expect(widths.slice(8)).toEqual(naturals(columns.slice(8)));
  expect(widthsIn(leastOfFirst - 60, columns)).toEqual(naturals(columns));
});
