import { beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import { onDay } from '#tests/support/on-day.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, costCenter, countOf, importJson, refusalOf } from '#tests/support/worksheets.ts';

const portal = withPortal();
beforeAll(() => addWorld(portal.api));

const owner = { cloud_contact_email: 'amelia.hart@example.com' };
const duplicate = 'Duplicate identifier found. Please enter a unique identifier!';

describe('an import', () => {
  it('of 500 rows with a wrong one is refused with its row and column, and nothing is there', async () => {
    const before = await countOf(portal.api);
    const data = Array.from({ length: 500 }, (_, at) => ({
      ...owner,
      identifier: `half-${at + 1}`,
      active_at: '',
    }));
    data.splice(399, 1, { ...owner, identifier: 'half-400', active_at: 'tomorrow' });
    const { errors, error_total: total } = await refusalOf(portal.api, { data });
    expect(total).toBe(1);
    expect(errors).toEqual([
      {
        row: 401,
        column: 'active_at',
        field: 'active_at',
        message: "Active At 'tomorrow' is not a date. Write it as 2026-03-29 or 29-Mar-2026.",
      },
    ]);
    expect(await countOf(portal.api)).toBe(before);
  });

  it('counts the rows as the client says that the file has them', async () => {
    const data = [{ ...owner, identifier: '' }, { identifier: 'no owner' }];
    const { errors } = await refusalOf(portal.api, { data, row_numbers: [3, 9] });
    expect(errors.map(({ row, field }) => [row, field])).toEqual([
      [3, 'identifier'],
      [9, 'cloud_contact_id'],
    ]);
  });

  it('takes rows that refer to each other, whichever comes first', async () => {
    const data = [
      { ...owner, identifier: 'chain-1', replacement_cost_center: 'CHAIN-2', expired_at: '2026-01-01' },
      { ...owner, identifier: 'chain-2', replacement_cost_center: 'chain-3' },
      { ...owner, identifier: 'chain-3', alternate_cost_center: 'chain-1' },
      { ...owner, identifier: 'chain-4', alternate_cost_center: 'chain-5' },
      {
        ...owner,
        identifier: 'chain-5',
        alternate_cost_center: 'chain-4',
        replacement_cost_center: 'chain-1',
      },
    ];
    expect((await importJson(portal.api, { data })).status).toBe(201);
    const shown = await Promise.all(data.map(({ identifier }) => costCenter(portal.api, identifier)));
    expect(shown.map((row) => [row['replacement_cost_center'], row['alternate_cost_center']])).toEqual([
      ['chain-2', null],
      ['chain-3', null],
      [null, 'chain-1'],
      [null, 'chain-5'],
      ['chain-1', 'chain-4'],
    ]);
    expect(shown.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(shown.map(({ id }) => id));
  });

  it('refuses rows that would replace themselves, directly or through others', async () => {
    const data = [
      { ...owner, identifier: 'circle-1', replacement_cost_center: 'circle-2' },
      { ...owner, identifier: 'circle-2', replacement_cost_center: 'circle-3' },
      { ...owner, identifier: 'circle-3', replacement_cost_center: 'circle-1' },
      { ...owner, identifier: 'circle-4', replacement_cost_center: 'circle-4' },
      { ...owner, identifier: 'circle-5', replacement_cost_center: 'circle-1' },
    ];
    const { errors } = await refusalOf(portal.api, { data });
    expect(errors.map(({ row, column, detail }) => [row, column, detail])).toEqual([
      [2, 'replacement_cost_center', 'Follow the rows from row 3.'],
      [3, 'replacement_cost_center', 'Follow the rows from row 4.'],
      [4, 'replacement_cost_center', 'Follow the rows from row 2.'],
      [5, 'replacement_cost_center', 'The row names itself.'],
    ]);
  });

  it('finds what a cell shows without regard to case, and takes None for no record', async () => {
    const row = {
      cloud_contact_email: ' AMELIA.Hart@example.COM ',
      department_name: 'finANCE',
      'Business Unit': 'none',
    };
    expect((await importJson(portal.api, { data: [{ ...row, identifier: 'case' }] })).status).toBe(201);
    expect(await costCenter(portal.api, 'case')).toMatchObject({
      ...owner,
      department_name: 'Finance',
      business_unit_name: null,
    });
  });

  it('refuses a value that stands for several records, by the value', async () => {
    await portal.api.post('/companies', { code: '2100', country: 'Austria' });
    const { errors } = await refusalOf(portal.api, {
      data: [{ ...owner, identifier: 'unclear', companies_code: '2100' }],
    });
    expect(errors[0]).toMatchObject({
      column: 'companies_code',
      field: 'companies_id',
      message: "Company '2100' stands for 2 of the companies, so it is not clear which one is meant.",
    });
  });

  it('names duplicates in the file and in the database, whatever their case', async () => {
    await importJson(portal.api, { data: [{ ...owner, identifier: 'Taken' }] });
    const data = ['TAKEN', 'twin', ' Twin '].map((identifier) => ({ ...owner, identifier }));
    const { errors } = await refusalOf(portal.api, { data });
    expect(errors.map(({ row, message, detail }) => [row, message, detail])).toEqual([
      [2, duplicate, "'TAKEN' exists already."],
      [3, duplicate, "'twin' is in row 4, too."],
      [4, duplicate, "'Twin' is in row 3, too."],
    ]);
  });

  it('says once that a column is missing which every row needs', async () => {
    const data = [{ identifier: 'a' }, { identifier: 'b' }];
    const { errors, error_total: total } = await refusalOf(portal.api, { data });
    expect([total, errors]).toEqual([
      1,
      [
        {
          row: 1,
          column: 'cloud_contact_email',
          field: 'cloud_contact_id',
          message: 'The column cloud_contact_email is missing. Cloud Contact Email is required.',
        },
      ],
    ]);
  });

  it('lists the first problems and counts all of them', async () => {
    const data = Array.from({ length: 2000 }, (_, at) => ({
      identifier: `many-${at}`,
      cloud_contact_email: 'x@y.z',
    }));
    const { errors, error_total: total } = await refusalOf(portal.api, { data });
    expect([errors.length, total, errors[0]?.row, errors.at(-1)?.row]).toEqual([500, 2000, 2, 501]);
  });

  it('writes a line of history for each record, with what its references showed', async () => {
    await importJson(portal.api, {
      data: [{ ...owner, identifier: 'told', replacement_cost_center: 'case' }],
    });
    const { id } = await costCenter(portal.api, 'told');
    const { body } = await portal.api.get<HistoryEntry[]>(`/cost_centers/${id}/history`);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      action: 'import',
      lock_version: 1,
      by: { email: 'ada.lovelace@example.com' },
    });
    expect(body.data[0]?.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'identifier', from: null, to: 'told' }),
        expect.objectContaining({ field: 'cloud_contact_id', to_shown: 'amelia.hart@example.com' }),
        expect.objectContaining({ field: 'new_cost_center_id', to_shown: 'case' }),
      ]),
    );
  });
});

describe('a dry run', () => {
  it('shows what would be created and writes nothing', async () => {
    const before = await countOf(portal.api);
    const data = [
      { ...owner, identifier: 'dry-1', replacement_cost_center: 'dry-2' },
      { identifier: '', cloud_contact_email: ' ' },
      { ...owner, identifier: 'dry-2', created_at: '2020-01-01', 'Owner Terminated': 'FALSE' },
    ];
    const today = onDay();
    const { status, body } = await importJson(portal.api, { data, dry_run: true });
    expect([status, body.data]).toEqual([
      200,
      {
        dry_run: true,
        valid: true,
        would_create: 2,
        total: 3,
        skipped: 1,
        days: [],
        ignored_columns: ['created_at', 'Owner Terminated'],
        headings: [
          {
            heading: 'cloud_contact_email',
            takes: 'cloud_contact_email',
            by: 'header',
            example: 'amelia.hart@example.com',
          },
          { heading: 'identifier', takes: 'identifier', by: 'header', example: 'dry-1' },
          {
            heading: 'replacement_cost_center',
            takes: 'replacement_cost_center',
            by: 'header',
            example: 'dry-2',
          },
          { heading: 'created_at', takes: null, by: 'header', example: '2020-01-01' },
          { heading: 'Owner Terminated', takes: null, by: 'header', example: 'FALSE' },
        ],
        columns: expect.arrayContaining([
          { header: 'department_name', label: 'Department', field: 'departments_id' },
        ]) as unknown,
        summary: { by: [], totals: [], unknown: [] },
        rows: [
          {
            row: 2,
            values: {
              identifier: 'dry-1',
              company_code: '01',
              companies_code: '1000',
              company_location: null,
              company_gl_type: null,
              ...owner,
              business_unit_name: 'Corporate',
              department_name: 'General Administration',
              active_at: today,
              expired_at: null,
              replacement_cost_center: 'dry-2',
              alternate_cost_center: null,
            },
          },
          { row: 4, values: expect.objectContaining({ identifier: 'dry-2' }) as unknown },
        ],
        errors: [],
        error_total: 0,
      },
    ]);
    expect(await countOf(portal.api)).toBe(before);
  });

  it('finds what the import itself would be refused for, and how many rows are right', async () => {
    const data = [
      { ...owner, identifier: 'right', department_name: '' },
      { ...owner, identifier: 'wrong', department_name: 'Alchemy' },
      { ...owner, identifier: 'Right', department_name: 'Finance' },
      { ...owner, identifier: 'also right', department_name: 'Finance' },
    ];
    const dry = await importJson(portal.api, { data, dry_run: true });
    const refused = await refusalOf(portal.api, { data });
    expect(dry.body.data).toMatchObject({ valid: false, would_create: 1, error_total: 3 });
    expect(dry.body.data.errors).toEqual(refused.errors);
  });
});
