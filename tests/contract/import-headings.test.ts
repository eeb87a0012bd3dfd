import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileReading, ImportProblem } from '#kernel/csv/csv-import.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld, costCenter, importJson, refusalOf } from '#tests/support/worksheets.ts';

const portal = withPortal();
beforeAll(() => addWorld(portal.api));

const HEADINGS = {
  Kostenstelle: 'identifier',
  'CC Owner': 'cloud_contact_email',
  'Dept.': 'department_name',
  'Row ID': null,
};
const row = (identifier: string, more: object = {}) => ({
  Kostenstelle: identifier,
  'CC Owner': 'amelia.hart@example.com',
  'Dept.': 'Finance',
  'Row ID': '77',
  ...more,
});
const plan = async (body: object) => {
  const answer = await importJson(portal.api, { dry_run: true, ...body });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body.data;
};

describe('a file whose headings are not ours', () => {
  it('says of each what it was taken for, with an example, and what it may be short for', async () => {
    const data = [
      { ...row(''), 'Active At': '', Department: '' },
      { ...row('KST-0'), 'Active At': '2026-01-01', Department: 'Finance', 'Depart. Name': 'Finance' },
    ];
    const found = await plan({ data });
    expect(found.valid).toBe(false);
    expect(found.headings).toEqual([
      { heading: 'Kostenstelle', takes: null, by: null, example: 'KST-0' },
      { heading: 'CC Owner', takes: null, by: null, example: 'amelia.hart@example.com' },
      { heading: 'Dept.', takes: null, by: null, example: 'Finance', suggests: 'department_name' },
      { heading: 'Row ID', takes: null, by: null, example: '77' },
      { heading: 'Active At', takes: 'active_at', by: 'header', example: '2026-01-01' },
      { heading: 'Department', takes: 'department_name', by: 'label', example: 'Finance' },
      { heading: 'Depart. Name', takes: null, by: null, example: 'Finance', suggests: 'department_name' },
    ]);
    expect(found.columns).toContainEqual({
      header: 'department_name',
      label: 'Department',
      field: 'departments_id',
    });
    expect(found.summary).toBeNull();
  });

  it('names at once what a new record needs and no heading is taken for', async () => {
    const { errors } = await plan({ data: [row('KST-1')] });
    const missing = errors.filter(({ row: line, column }) => line === 1 && !(column in row('')));
    expect(missing.map(({ field }) => field).toSorted()).toEqual(['cloud_contact_id', 'identifier']);
    const unknown = errors.filter(({ column }) => column in row(''));
    expect(unknown.map(({ row: line, column }) => [line, column])).toEqual(
      Object.keys(row('')).map((heading) => [1, heading]),
    );
  });

  it('is imported once it is said what they stand for', async () => {
    const found = await plan({ data: [row('KST-2')], headings: HEADINGS });
    expect(found).toMatchObject({ valid: true, would_create: 1, ignored_columns: ['Row ID'] });
    expect(found.headings.map(({ takes, by }) => [takes, by])).toEqual(
      Object.values(HEADINGS).map((takes) => [takes, 'said']),
    );
    const { status } = await importJson(portal.api, { data: [row('KST-2')], headings: HEADINGS });
    expect(status).toBe(201);
    expect(await costCenter(portal.api, 'KST-2')).toMatchObject({
      cloud_contact_email: 'amelia.hart@example.com',
      department_name: 'Finance',
    });
  });

  it('names a wrong cell by the heading that the file has', async () => {
    const { errors } = await refusalOf(portal.api, {
      data: [row('KST-3', { 'Dept.': 'Nowhere' })],
      headings: HEADINGS,
    });
    expect(errors).toMatchObject([{ row: 2, column: 'Dept.', field: 'departments_id' }]);
  });

  it('is refused where two headings stand for one column, at the second one', async () => {
    const headings = { ...HEADINGS, 'Row ID': 'identifier' };
    const { errors } = await refusalOf(portal.api, { data: [row('KST-4')], headings });
    expect(errors).toEqual([
      {
        row: 1,
        column: 'Row ID',
        field: 'identifier',
        message: "'Kostenstelle' and 'Row ID' both stand for Identifier. Keep one of them.",
      },
    ]);
  });

  it('says nothing of headings that it does not have', async () => {
    const data = [{ identifier: 'KST-5', cloud_contact_email: 'amelia.hart@example.com' }];
    expect(await plan({ data, headings: HEADINGS })).toMatchObject({ valid: true, ignored_columns: [] });
  });

  it.each([
    ['a column that is none', { Kostenstelle: 'planet' }],
    ['no column at all', 'identifier'],
    ['a number', { Kostenstelle: 1 }],
  ])('is refused where a heading is said to be %s', async (_what, headings) => {
    const { status, body } = await importJson(portal.api, { data: [row('KST-6')], headings });
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['headings']]);
  });
});

describe('an upload whose headings are not ours', () => {
  beforeEach(() => portal.db.query('TRUNCATE cloud_bills'));
  const text = 'Tag,Kostenstelle,Cloud,Betrag,Whg.\n2026-09-01,1000,aws,12.50,EUR\n';
  const said = {
    Tag: 'date',
    Kostenstelle: 'identifier',
    Cloud: 'provider',
    Betrag: 'amount',
    'Whg.': 'currency',
  };
  const send = async (more: object) => {
    const data = Buffer.from(text).toString('base64');
    const { status, body } = await portal.api.post<FileReading & { valid: boolean }>('/cloud_bills/upload', {
      data,
      ...more,
    });
    return { status, data: body.data, errors: (body.errors ?? []) as ImportProblem[] };
  };

  it('says what each was taken for, and takes them as a person says', async () => {
    const { data } = await send({ dry_run: true });
    expect(data.valid).toBe(false);
    expect(data.headings.map(({ heading, by, example }) => [heading, by, example])).toEqual([
      ['Tag', null, '2026-09-01'],
      ['Kostenstelle', null, '1000'],
      ['Cloud', null, 'aws'],
      ['Betrag', null, '12.50'],
      ['Whg.', null, 'EUR'],
    ]);
    expect((await send({ dry_run: true, headings: said })).data.valid).toBe(true);
    expect((await send({ headings: said })).status).toBe(201);
    const { body } = await portal.api.get<Record<string, unknown>[]>('/cloud_bills');
    expect(body.data).toMatchObject([
      { identifier: '1000', provider: 'aws', amount: '12.50', currency: 'EUR' },
    ]);
  });

  it('is refused where a heading is said to be a column that is none', async () => {
    const { status, errors } = await send({ headings: { Tag: 'planet' } });
    expect([status, errors.map(({ field }) => field)]).toEqual([422, ['headings']]);
  });
});
