import { expect, test } from 'vitest';
import { awsIdOf, CellValues, idOf } from './cells.ts';

const points = new CellValues({ decimalSign: '.', dateOrder: 'month_first' });
const commas = new CellValues({ decimalSign: ',', dateOrder: 'day_first' });
const plain = new CellValues({ decimalSign: '.', dateOrder: null });

test.each([
  ['1,234', '1234'],
  ['($12,345.60)', '-12345.60'],
  ['100,000', '100000'],
  ['', '0'],
  ['NULL', '0'],
])('an amount %s of a file with decimal points is %s', (cell, amount) => {
  expect(points.amount(cell, 'Cost')).toBe(amount);
});

test.each([
  ['0,125', '0.125'],
  ['12,345', '12.345'],
  ['1.234.567,89 €', '1234567.89'],
  ['1\u00a0234,5-', '-1234.5'],
])('an amount %s of a file with decimal commas is %s', (cell, amount) => {
  expect(commas.amount(cell, 'Cost')).toBe(amount);
});

test.each(['0,125', '(0,125)', '-0,125 €', '012,345', '1234,56'])(
  'an amount %s is refused in a file whose other amounts have decimal points',
  (cell) => {
    expect(() => points.amount(cell, 'Cost')).toThrow(
      `Cost '${cell}' is no amount: the other amounts have decimal points.`,
    );
  },
);

test.each(['1.25', '1,234.50'])('an amount %s is refused in one with decimal commas', (cell) => {
  expect(() => commas.amount(cell, 'Cost')).toThrow(
    `Cost '${cell}' is no amount: the other amounts have decimal commas.`,
  );
});

test.each(['twelve', '1..2', '-5-', '12 34', '1e99'])('%s is no amount', (cell) => {
  expect(() => points.amount(cell, 'Cost')).toThrow(`Cost '${cell}' is no amount.`);
});

test.each([
  [points, '03/04/2026', '2026-03-04'],
  [commas, '03/04/2026', '2026-04-03'],
  [points, '3/4/2026 0:00', '2026-03-04'],
  [commas, '03-04-2026', '2026-04-03'],
  [points, '2026-10-01T00:00:00Z', '2026-10-01'],
  [plain, '2026-10-01 00:00:00 UTC', '2026-10-01'],
  [plain, '2026/10/01', '2026-10-01'],
  [plain, '20261001', '2026-10-01'],
  [plain, '46296', '2026-10-01'],
  [plain, '46296.75', '2026-10-01'],
  [plain, '1-Oct-2026', '2026-10-01'],
  [plain, '13/04/2026', '2026-04-13'],
  [plain, '04/04/2026', '2026-04-04'],
] as const)('a day is read in the order of its file', (values, cell, day) => {
  expect(values.day(cell, 'Date')).toBe(day);
});

test('a day that has another order than those of its file is refused', () => {
  expect(() => points.day('13/04/2026', 'Date')).toThrow(
    "Date '13/04/2026' is no day: the dates of the file have the month first.",
  );
  expect(() => commas.day('04/13/2026', 'Date')).toThrow(
    "Date '04/13/2026' is no day: the dates of the file have the day first.",
  );
  expect(() => plain.day('03/04/2026', 'Date')).toThrow(
    "Date '03/04/2026' is no day: the dates above are written in another way.",
  );
  expect(() => plain.day('2026-02-30', 'Date')).toThrow("Date '2026-02-30' is no day.");
});

test.each(['1.23457E+11', '1,23457E+11', '5e+9', ' 1.2E+015 '])(
  'an id of which a spreadsheet has left %s is refused, since several may have been that',
  (cell) => {
    const why = `'${cell.trim()}' is an id that a spreadsheet has shortened. Please send the file as the provider gives it.`;
    expect(() => idOf(cell)).toThrow(why);
    expect(() => awsIdOf(cell)).toThrow(why);
  },
);

test.each(['123456789012000', '5404170566.0'])('%s is no account of AWS', (cell) => {
  expect(() => awsIdOf(cell)).toThrow(`'${cell}' is no account of AWS, which has 12 digits`);
});

test('an account of AWS with fewer than 12 digits is refused, unless its column has numbers', () => {
  expect(() => awsIdOf('5404170566')).toThrow(
    "'5404170566' is no account of AWS, which has 12 digits: a spreadsheet takes away the zeros before a number. Please send the file as the provider gives it, or import the column as text.",
  );
  expect(awsIdOf('5404170566', true)).toBe('005404170566');
  expect(awsIdOf('005404170566')).toBe('005404170566');
});

test('a number that is a day counts from 1904 where its workbook does', () => {
  const values = new CellValues({ decimalSign: '.', dateOrder: null });
  values.countFrom1904();
  // 1 October 2026 is 46296 days after 30 December 1899, and 44834 after 1 January 1904.
  expect(values.day('44834', 'Date')).toBe('2026-10-01');
});

test.each(['e-shop', '1e11', '7E-11', '12E+11-shop', 'G1.5E+11'])('an id %s is one', (cell) => {
  expect(idOf(cell)).toBe(cell);
});
