import { writeXlsx } from 'hucre';
import { expect, it } from 'vitest';
import { unzip } from '#tests/support/workbook.ts';
import { zipped } from '#tests/support/zipped.ts';
import { billRows } from './bill-sheet.ts';

const HEADER = [
  'BillingAccountId',
  'BillingPeriodStartDate',
  'Date',
  'SubscriptionId',
  'ChargeType',
  'BillingCurrencyCode',
  'CostInBillingCurrency',
];
const SHEET = 'xl/worksheets/sheet1.xml';

/** The rows that are read of a small workbook whose second row says of itself that it is this one. */
async function read(row: string, cell: string) {
  const files = unzip(Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows: [HEADER, [cell]] }] })));
  const sheet = files.get(SHEET)?.replace('<row r="2"', `<row r="${row}"`) ?? '';
  return Array.fromAsync(billRows(await zipped({ ...Object.fromEntries(files), [SHEET]: sheet }), 'azure'));
}

it('a row of a worksheet has the number that it says, and is as wide as the header', async () => {
  expect(await read('1048576', 'ba-1')).toEqual([
    { row: 1, cells: HEADER },
    { row: 1_048_576, cells: ['ba-1', ...HEADER.slice(1).map(() => '')] },
  ]);
});

it.each(['1', '0', '-5', '1048577', '2.5', 'x'])(
  'a workbook is refused whose second row says that it is row %s',
  async (row) => {
    await expect(read(row, 'ba-1')).rejects.toThrow('The rows of the workbook are out of order.');
  },
);

it('a cell that is longer than any field is refused with its place', async () => {
  await expect(read('2', 'x'.repeat(100_001))).rejects.toThrow('Row 2, A: the cell has 100001 characters.');
});
