import { beforeAll, describe, expect, it } from 'vitest';
import { CsvProblem } from '#kernel/csv/decode-text.ts';
import { onDay } from '#tests/support/on-day.ts';
import { withPortal } from '#tests/support/portal.ts';
import {
  addWorld,
  costCenter,
  countOf,
  importBody,
  importJson,
  refusalOf,
  worksheet,
} from '#tests/support/worksheets.ts';

const portal = withPortal();
beforeAll(() => addWorld(portal.api));

const importFile = (name: string) => importJson(portal.api, importBody(worksheet(name)));

describe('a worksheet', () => {
  it('of Excel, with a byte-order mark, CRLF and dates with the month first, is imported', async () => {
    onDay('2028-02-29');
    const { status, body } = await importFile('excel.csv');

    expect([status, body.data]).toEqual([201, { created: 4, skipped: 0, ignored_columns: [] }]);
    expect(await costCenter(portal.api, '0007710010')).toMatchObject({
      company_code: '1000',
      companies_code: '1000',
      cloud_contact_email: 'amelia.hart@example.com',
      business_unit_name: 'Gaming',
      department_name: 'Cloud Engineering',
      active_at: '2026-03-29',
      expired_at: null,
      approved: false,
      lock_version: 1,
    });
    expect(await costCenter(portal.api, '0007710020')).toMatchObject({
      cloud_contact_email: 'marcus.bell@example.com',
      business_unit_name: 'Digital & Betting',
      active_at: '2026-01-02',
      expired_at: '2029-12-31',
      replacement_cost_center: '0007710010',
    });
  });

  it('leaves out what it does not know: a blank cell is None or the default', async () => {
    expect(await costCenter(portal.api, '0007710030')).toMatchObject({
      company_code: '01',
      companies_id: 1,
      business_units_id: null,
      departments_id: null,
      active_at: '2028-02-29',
      alternate_cost_center: '0007710010/01',
    });
  });

  it('gives a WBS element the owner of the cost center before its slash', async () => {
    expect(await costCenter(portal.api, '0007710010/01')).toMatchObject({
      cloud_contact_email: 'amelia.hart@example.com',
      active_at: '2026-03-29',
    });
  });

  it('of Excel with semicolons, German dates and rows of nothing but separators is imported', async () => {
    const { status, body } = await importFile('excel-semicolons.csv');
    expect([status, body.data.created]).toEqual([201, 2]);
    expect(await costCenter(portal.api, '0008810010')).toMatchObject({
      active_at: '2026-03-29',
      replacement_cost_center: '0008810020',
    });
  });

  it('of LibreOffice, with fewer columns and empty lines at its end, is imported with the defaults', async () => {
    const { status, body } = await importFile('libreoffice.csv');
    expect([status, body.data.created]).toEqual([201, 2]);
    expect(await costCenter(portal.api, '0009910010')).toMatchObject({ companies_id: 1, expired_at: null });
  });

  it('of Google Sheets, with line breaks in cells and a formula, is imported as text', async () => {
    const { status, body } = await importFile('google-sheets.csv');
    expect([status, body.data.created]).toEqual([201, 2]);
    expect(await costCenter(portal.api, '0006610010\nwith a second line')).toMatchObject({
      company_code: '3100, "London"',
      business_units_id: 1,
    });
    await costCenter(portal.api, '=SUM(A1:A9)');
  });

  it('whose numbers the spreadsheet shortened is refused with the reason', async () => {
    const before = await countOf(portal.api);
    const { errors } = await refusalOf(portal.api, importBody(worksheet('shortened-number.csv')));
    expect(errors).toEqual([
      {
        row: 2,
        column: 'identifier',
        field: 'identifier',
        message:
          "Identifier '1.23E+10' is a number that the spreadsheet shortened. Format the column as text and enter it again.",
      },
    ]);
    expect(await countOf(portal.api)).toBe(before);
  });

  it('with a column that nobody knows is refused by the name of the column', async () => {
    const { errors } = await refusalOf(portal.api, importBody(worksheet('unknown-column.csv')));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ row: 1, column: 'budget owner' });
    expect(errors[0]?.message).toContain("'budget owner' is not a column of this import.");
  });

  it('with a quotation mark that is never closed is no CSV, and the line is named', () => {
    expect(() => importBody(worksheet('unclosed-quote.csv'))).toThrow(CsvProblem);
  });

  it('with several wrong rows is refused with every row and column at once', async () => {
    await importJson(portal.api, {
      data: [{ identifier: '1000410010', cloud_contact_email: 'amelia.hart@example.com' }],
    });
    const {
      errors,
      error,
      error_total: total,
    } = await refusalOf(portal.api, importBody(worksheet('wrong-rows.csv')));
    const duplicate = 'Duplicate identifier found. Please enter a unique identifier!';
    expect(errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'identifier', duplicate],
      [3, 'active_at', "Active At '2026-02-30' is not a date. Write it as 2026-03-29 or 29-Mar-2026."],
      [
        3,
        'cloud_contact_email',
        "Cloud Contact Email 'nobody@example.com' was not found among the cloud contacts.",
      ],
      [3, 'department_name', "Department 'Alchemy' was not found among the departments."],
      [3, 'identifier', duplicate],
      [4, 'identifier', 'Identifier is required.'],
      [5, 'identifier', duplicate],
    ]);
    expect(errors.filter(({ message }) => message === duplicate).map(({ detail }) => detail)).toEqual([
      "'0002210010' is in row 3, too.",
      "'0002210010' is in row 2, too.",
      "'1000410010' exists already.",
    ]);
    expect(total).toBe(7);
    expect(error).toBe(
      `Nothing was imported. Row 2, identifier: ${duplicate} '0002210010' is in row 3, too. There are 6 more problems.`,
    );
  });
});
