import { describe, expect, it } from 'vitest';
import { NumberColumn, readNumber, whichNumber } from './numbers.ts';

describe('a number with a decimal point', () => {
  it.each([
    ['1234.56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['12,34,567.5', '1234567.5'],
    ["1'234.50", '1234.50'],
    ['1’234.50', '1234.50'],
    ['1\u00a0234\u00a0567.8', '1234567.8'],
    ['1\u202f234.5', '1234.5'],
    ['$ 1,234.50', '1234.50'],
    ['-$5.00', '-5.00'],
    ['$-5.00', '-5.00'],
    ['€5', '5'],
    ['1,234.50-', '-1234.50'],
    ['(1,234.50)', '-1234.50'],
    ['($1,234.50)', '-1234.50'],
    ['\u22125.5', '-5.5'],
    ['+5', '5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1.5E-7', '1.5e-7'],
    ['2e3', '2e3'],
  ])('%s is %s', (text, number) => {
    expect(readNumber(text, '.')).toBe(number);
  });

  it.each([
    '',
    '-',
    '(-5)',
    '-5-',
    '1,23',
    '0,125',
    '1,2345',
    '12,34',
    '1,234 567',
    '1.2.3',
    '1,234E5',
    '5 USD',
    '1e31',
  ])('%s is none', (text) => {
    expect(readNumber(text, '.')).toBeNull();
  });
});

describe('a number with a decimal comma', () => {
  it.each([
    ['0,125', '0.125'],
    ['12,345', '12.345'],
    ['1.234,56', '1234.56'],
    ['1 234,56', '1234.56'],
    ["1'234,56", '1234.56'],
    ['1234,56-', '-1234.56'],
    ['(1.234,5 €)', '-1234.5'],
    ['1,5E+3', '1.5e+3'],
  ])('%s is %s', (text, number) => {
    expect(readNumber(text, ',')).toBe(number);
  });

  it.each(['1.5', '1,234.5', '1,234,567', '0.125'])('%s is none', (text) => {
    expect(readNumber(text, ',')).toBeNull();
  });
});

describe('a column', () => {
  const columnOf = (cells: readonly string[], pointMayGroup = false) => {
    const column = new NumberColumn(pointMayGroup);
    for (const cell of cells) column.note(cell);
    return { sign: column.settled, open: column.open?.text ?? null };
  };

  it.each([
    [['0,125', '12,345'], ','],
    [['12,345', '0,125'], ','],
    [['12,345', '7', '8.50'], '.'],
    [['1,234,567', '1,234'], '.'],
    [['1,234.50'], '.'],
    [['1.234,50', '12.345'], ','],
    [['1234,5'], ','],
    [['no number', '2.5'], '.'],
  ])('of %j has the decimal sign %s', (cells, sign) => {
    expect(columnOf(cells)).toEqual({ sign, open: null });
  });

  it('of what has two readings leaves it open, and says both', () => {
    expect(columnOf(['5', '1,234', '12,500'])).toEqual({ sign: null, open: '1,234' });
    expect(whichNumber('Cost', { text: '1,234', point: '1234', comma: '1.234' })).toBe(
      "Cost '1,234' is 1234 with a decimal point and 1.234 with a decimal comma, and no other cell of the column settles which. Send the file again with decimal_sign=. for a decimal point or decimal_sign=, for a decimal comma.",
    );
  });

  it('of points before three digits has decimal points, unless the file has semicolons between its cells', () => {
    expect(columnOf(['12.345', '1.234'])).toEqual({ sign: null, open: null });
    expect(columnOf(['12.345', '1.234'], true)).toEqual({ sign: null, open: '12.345' });
    expect(columnOf(['12.345', '1.2'], true)).toEqual({ sign: '.', open: null });
  });

  it('of whole numbers alone has nothing to settle', () => {
    expect(columnOf(['5', '-7', '1\u00a0234', '1’234'])).toEqual({ sign: null, open: null });
  });
});
