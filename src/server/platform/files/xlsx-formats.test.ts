import { buffer } from 'node:stream/consumers';
import { readXlsx, type Cell } from 'hucre';
import { describe, expect, test } from 'vitest';
import { unzip } from '#tests/support/workbook.ts';
import type { SheetColumn } from './xlsx-cells.ts';
import { writeXlsx } from './xlsx.ts';

const bills: readonly SheetColumn[] = [
  { header: 'identifier', kind: 'text' },
  { header: 'currency', kind: 'text' },
  { header: 'amount', kind: 'money', currency: { column: 1 }, total: true },
];

async function* given(rows: readonly unknown[][]) {
  yield await Promise.resolve(rows);
}

/** The workbook as another library reads it: the cell at a place of its only sheet. */
async function read(columns: readonly SheetColumn[], rows: readonly unknown[][]) {
  const content = await buffer(writeXlsx([{ name: 'Bills', columns, rows: given(rows) }]));
  const { sheets } = await readXlsx(content, { readStyles: true });
  const cells = sheets[0]?.cells;
  return (row: number, column: number): Partial<Cell> => cells?.get(`${row},${column}`) ?? {};
}

const contentOf = ({ type, value, formula, formulaResult, style }: Partial<Cell>) => ({
  type,
  value: formula === undefined ? value : formulaResult,
  ...(formula !== undefined && { formula }),
  format: style?.numFmt,
});

test('a row that is over others is bold from its first cell to its last, in the formats of its columns', async () => {
  const columns: readonly SheetColumn[] = [
    ...bills,
    { header: 'day', kind: 'date' },
    { header: 'lines', kind: 'number' },
    { header: 'empty', kind: 'text' },
  ];
  const rows = given([
    ['head', 'EUR', '3.00', '2026-03-31', '4', null],
    ['a', 'EUR', '3.00', '2026-03-31', '4', null],
  ]);
  const heads = (row: readonly unknown[]) => row[0] === 'head';
  const content = await buffer(writeXlsx([{ name: 'Bills', columns, rows, heads }]));
  const { sheets } = await readXlsx(content, { readStyles: true });
  const styles = (row: number) =>
    columns.map((_, at) => {
      const style = sheets[0]?.cells?.get(`${row},${at}`)?.style;
      return [style?.font?.bold ?? false, style?.numFmt];
    });
  expect(styles(1)).toEqual([
    [true, '@'],
    [true, '@'],
    [true, '[$EUR]\\ #,##0.00'],
    [true, 'dd\\-mmm\\-yyyy'],
    [true, undefined],
    [true, '@'],
  ]);
  expect(styles(2).map(([bold]) => bold)).toEqual([false, false, false, false, false, false]);
});

test('a sheet is one page wide on paper, with its header and its number on every page', async () => {
  const content = await buffer(
    writeXlsx([{ name: "It's", columns: bills, rows: given([['a', 'EUR', '1']]) }]),
  );
  const { sheets } = await readXlsx(content);
  expect(sheets[0]?.pageSetup).toMatchObject({ orientation: 'landscape', fitToWidth: 1, fitToHeight: 0 });
  expect(unzip(content).get('xl/workbook.xml')).toContain(
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'It''s'!$1:$1</definedName>`,
  );
});

describe('amounts', () => {
  test('are numbers in the format of their currency, with its decimals', async () => {
    const at = await read(bills, [
      ['a', 'EUR', '1234.50'],
      ['b', 'JPY', '-120'],
      ['c', 'KWD', '0.125'],
      ['d', null, '7.10'],
    ]);
    expect([1, 2, 3, 4].map((row) => contentOf(at(row, 2)))).toEqual([
      { type: 'number', value: 1234.5, format: '[$EUR]\\ #,##0.00' },
      { type: 'number', value: -120, format: '[$JPY]\\ #,##0' },
      { type: 'number', value: 0.125, format: '[$KWD]\\ #,##0.000' },
      { type: 'number', value: 7.1, format: '#,##0.00' },
    ]);
  });

  test('of one currency name it once, and prices of single units keep their decimals', async () => {
    const columns: SheetColumn[] = [
      { header: 'price', kind: 'money', currency: 'USD', decimals: 4 },
      { header: 'odd', kind: 'money', currency: '"&\\' },
    ];
    const at = await read(columns, [['0.0125', '1.00']]);
    expect(contentOf(at(1, 0))).toEqual({ type: 'number', value: 0.0125, format: '[$USD]\\ #,##0.0000' });
    expect(contentOf(at(1, 1)).format).toBe('#,##0.00');
  });

  test('with more digits than a spreadsheet keeps stand as text, and so does their sum', async () => {
    const at = await read(bills, [
      ['a', 'EUR', '12345678901234567.89'],
      ['b', 'EUR', '0.11'],
    ]);
    expect(contentOf(at(1, 2))).toMatchObject({ type: 'string', value: '12345678901234567.89' });
    expect(contentOf(at(3, 2))).toMatchObject({ type: 'string', value: '12345678901234568.00' });
  });
});

describe('sums', () => {
  test('are formulas below the rows, with their results', async () => {
    const at = await read(bills, [
      ['a', 'EUR', '0.10'],
      ['b', 'EUR', '0.20'],
    ]);
    expect(contentOf(at(3, 0))).toMatchObject({ type: 'string', value: 'Total EUR' });
    expect(contentOf(at(3, 2))).toEqual({
      type: 'formula',
      value: 0.3,
      formula: 'SUM(C2:C3)',
      format: '[$EUR]\\ #,##0.00',
    });
  });

  test('never add currencies up: each has a row', async () => {
    const at = await read(bills, [
      ['a', 'USD', '1.00'],
      ['b', 'EUR', '2.00'],
      ['c', 'USD', '3.00'],
    ]);
    expect(contentOf(at(4, 2))).toMatchObject({ formula: 'SUMIF(B2:B4,"EUR",C2:C4)', value: 2 });
    expect(contentOf(at(5, 2))).toMatchObject({ formula: 'SUMIF(B2:B4,"USD",C2:C4)', value: 4 });
    expect(contentOf(at(5, 0)).value).toBe('Total USD');
  });

  test('make no condition of a currency that is none', async () => {
    const at = await read(bills, [
      ['a', '*', '1.00'],
      ['b', '=1+1', '2.00'],
      ['c', 'EUR', '4.00'],
    ]);
    const sums = [4, 5, 6].map((row) => contentOf(at(row, 2)));
    expect(sums.map(({ type }) => type)).toEqual(['string', 'string', 'string']);
    expect(sums.map(({ value }) => value).toSorted()).toEqual(['1.00', '2.00', '4.00']);
  });

  test('count whole numbers too, and a sheet without rows has none', async () => {
    const columns: SheetColumn[] = [
      { header: 'machine', kind: 'text' },
      { header: 'cores', kind: 'number', total: true },
    ];
    const at = await read(columns, [
      ['a', 4],
      ['b', null],
      ['c', 8],
    ]);
    expect(contentOf(at(4, 1))).toMatchObject({ type: 'formula', formula: 'SUM(B2:B4)', value: 12 });
    expect((await read(columns, []))(1, 0)).toEqual({});
  });
});

describe('formulas', () => {
  const columns: SheetColumn[] = [
    { header: 'note', kind: 'text' },
    { header: 'net', kind: 'money', currency: 'EUR' },
    { header: 'share', kind: 'number' },
    {
      header: 'due',
      kind: 'formula',
      shows: { currency: 'EUR' },
      formula: (cell) => `IF(${cell(2)}<>0,${cell(1)}*${cell(2)},0)`,
    },
  ];

  test('of a column are computed from their own row', async () => {
    const at = await read(columns, [['a', '10.00', 3, '30.00']]);
    expect(contentOf(at(1, 3))).toEqual({
      type: 'formula',
      value: 30,
      formula: 'IF(C2<>0,B2*C2,0)',
      format: '[$EUR]\\ #,##0.00',
    });
  });

  test('are those that columns declare, and nothing that somebody typed', async () => {
    const at = await read(columns, [['=SUM(A1:A9)', '=1+1', '+5', '=HYPERLINK("http://x.example")']]);
    for (const column of [0, 1, 2]) expect(at(1, column)).toMatchObject({ type: 'string' });
    expect(at(1, 0).value).toBe("'=SUM(A1:A9)");
    expect(at(1, 3).formula).toBe('IF(C2<>0,B2*C2,0)');
    expect(at(1, 3).formulaResult ?? null).toBeNull();
  });
});

test('days and moments are dates', async () => {
  const at = await read(
    [
      { header: 'day', kind: 'date' },
      { header: 'moment', kind: 'instant' },
    ],
    [['2026-03-29', '2026-03-29T18:00:00Z']],
  );
  expect(at(1, 0)).toMatchObject({ type: 'date', value: new Date('2026-03-29T00:00:00Z') });
  expect(at(1, 1)).toMatchObject({ type: 'date', value: new Date('2026-03-29T18:00:00Z') });
});

test('a column with choices offers them in each of its rows, and a sheet without rows offers none', async () => {
  const columns: readonly SheetColumn[] = [
    { header: 'name', kind: 'text' },
    { header: 'decision', kind: 'text', choices: ['Keep', 'Remove'] },
  ];
  const sheetOf = async (rows: readonly unknown[][]) => {
    const content = await buffer(writeXlsx([{ name: 'Groups', columns, rows: given(rows) }]));
    const { sheets } = await readXlsx(content);
    return sheets[0]?.dataValidations ?? [];
  };
  expect(
    await sheetOf([
      ['a', null],
      ['b', null],
    ]),
  ).toMatchObject([{ type: 'list', range: 'B2:B3', values: ['Keep', 'Remove'] }]);
  expect(await sheetOf([])).toEqual([]);
});
