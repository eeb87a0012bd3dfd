import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import yazl from 'yazl';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import type { Row } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';
import { unzip } from '#tests/support/workbook.ts';

const portal = withPortal();
beforeEach(() => portal.db.query('TRUNCATE cloud_bills'));

/** A billing workbook of one row, whose identifier is a cell of this type (n: a number, e: an error) with this value. */
async function billOf(value: string, type: 'n' | 'e'): Promise<Buffer> {
  const plain = writeXlsx([
    {
      name: 'September',
      columns: ['Date', 'Provider', 'Identifier', 'Amount'].map((header) => ({
        header,
        kind: 'text' as const,
      })),
      rows: (async function* () {
        yield await Promise.resolve([['2026-09-01', 'aws', 'NUMBER', '1.00']]);
      })(),
    },
  ]);
  const zip = new yazl.ZipFile();
  for (const [name, text] of unzip(await buffer(plain))) {
    const cell = /t="inlineStr"><is><t[^>]*>NUMBER<\/t><\/is>/;
    zip.addBuffer(Buffer.from(text.replace(cell, `t="${type}"><v>${value}</v>`)), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

const upload = async (value: string, type: 'n' | 'e' = 'n') => {
  const data = (await billOf(value, type)).toString('base64');
  const { body, status } = await portal.api.post('/cloud_bills/upload', { data });
  const bills = (await portal.api.get<Row[]>('/cloud_bills')).body.data;
  return { status, error: body.error, identifiers: bills.map(({ identifier }) => identifier) };
};

it.each(['1000430010', '999999999999999', '007784845974'])(
  'a number of a workbook with so many digits as spreadsheets keep is the identifier: %s',
  async (number) => {
    expect(await upload(number)).toMatchObject({ status: 201, identifiers: [String(Number(number))] });
  },
);

it.each(['1.23456789012345E+19', '12345678901234500000', '1234567890123456'])(
  'a number of which a spreadsheet kept the first 15 digits is no identifier: %s',
  async (number) => {
    const { status, error, identifiers } = await upload(number);
    expect([status, identifiers]).toEqual([422, []]);
    expect(error).toContain('is a number that the spreadsheet shortened');
  },
);

it.each(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!'])(
  'a cell whose formula failed names nothing: %s',
  async (value) => {
    const { status, error, identifiers } = await upload(value, 'e');
    expect([status, identifiers]).toEqual([422, []]);
    expect(error).toContain(`Identifier '${value}' is what a spreadsheet shows where a formula failed.`);
  },
);
