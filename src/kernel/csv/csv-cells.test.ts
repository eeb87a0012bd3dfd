import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutraliseCell, restoreCell } from './csv-cells.ts';

describe('cells of a spreadsheet file', () => {
  it('put an apostrophe before what would run as a formula', () => {
    for (const formula of ['=1+1', '+SUM(A1)', '-2+3', '@A1', '\t=1', '\r=1', '\n=1'])
      expect(neutraliseCell(formula)).toBe(`'${formula}`);
  });

  it.each([...'＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋﬩−'])(
    'put an apostrophe before %s, which some spreadsheets read as a plain sign',
    (sign) => {
      expect(neutraliseCell(`${sign}1+1`)).toBe(`'${sign}1+1`);
      expect(restoreCell(`'${sign}1+1`)).toBe(`${sign}1+1`);
    },
  );

  it('leave numbers numbers and text text', () => {
    for (const plain of ['-12', '+4.5', '1.23E+10', 'Jane', '', "O'Brien"])
      expect(neutraliseCell(plain)).toBe(plain);
  });

  it('give back every value when they are read again', () => {
    const risky = fc.stringMatching(/^['=+\-@\t\r\n＝＋－＠﹦−]{0,3}[a-z0-9]{0,4}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), risky), (cell) => {
        expect(restoreCell(neutraliseCell(cell))).toBe(cell);
      }),
    );
  });

  it('never start with a character that runs, unless the cell is a plain number', () => {
    fc.assert(
      fc.property(fc.string(), (cell) => {
        expect(neutraliseCell(cell)).not.toMatch(/^[=@\t\r]/);
      }),
    );
  });
});
