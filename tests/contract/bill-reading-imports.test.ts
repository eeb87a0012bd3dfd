import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';
import { addWorld } from '#tests/support/worksheets.ts';

const portal = withPortal();
beforeAll(() => addWorld(portal.api));

const HEADERS = ['Date', 'Provider', 'Identifier', 'Amount', 'Currency'];
let files = 0;

/** Uploads a workbook of bills as CSV, in dry run or not; answers what is said of it. */
async function upload(rows: readonly (readonly string[])[], { delimiter = ',', before = '', ...more } = {}) {
  const quoted = (cell: string) => (cell.includes(delimiter) ? `"${cell}"` : cell);
  const text = [HEADERS, ...rows].map((row) => row.map(quoted).join(delimiter)).join('\r\n');
  return portal.api.post<Row>('/cloud_bills/upload', {
    data: Buffer.from(`${before}${text}\r\n`).toString('base64'),
    ...more,
  });
}

/** The amounts or the dates that a file adds. */
async function added(what: 'amount' | 'date', cells: readonly string[], more: Record<string, string> = {}) {
  const identifier = `BR-${(files += 1)}`;
  const rows = cells.map((cell) =>
    what === 'amount'
      ? ['2026-10-31', 'aws', identifier, cell, 'TND']
      : [cell, 'aws', identifier, '5', 'EUR'],
  );
  const { status, body } = await upload(rows, more);
  if (status !== 201) return body.errors?.map(({ message }) => message);
  const { data } = (await portal.api.get<Row[]>(`/cloud_bills?by_identifier=${identifier}&sort=id&page=1`))
    .body;
  return data.map((row) => row[what]);
}

describe('the amounts of a workbook of bills are read as all of their column says', () => {
  it.each([
    [
      ['0,125', '12,345'],
      ['0.125', '12.345'],
    ],
    [
      ['1.234,50', '7'],
      ['1234.50', '7.00'],
    ],
    [
      ['1,234.50', '1,234'],
      ['1234.50', '1234.00'],
    ],
    [
      ['(5.50)', '7.25-', "1'000.00"],
      ['-5.50', '-7.25', '1000.00'],
    ],
    [
      ['1.5E+3', '2.5'],
      ['1500.00', '2.50'],
    ],
  ])('%j', async (cells, amounts) => {
    expect(await added('amount', cells)).toEqual(amounts);
  });

  it('with semicolons or bars between the cells, below a title', async () => {
    for (const delimiter of [';', '|', '\t'])
      expect(await added('amount', ['1234,50', '0,500'], { delimiter })).toEqual(['1234.50', '0.50']);
    const before = 'Bills of October, all of them\r\n';
    expect(await added('amount', ['1234,50'], { delimiter: ';', before })).toEqual(['1234.50']);
    expect(await added('amount', ['1234,50'], { delimiter: ';', before: 'sep=;\r\n' })).toEqual(['1234.50']);
  });

  it('and asked about where two readings are left, each cell for itself', async () => {
    const asked = (text: string, point: string, comma: string) =>
      `Amount '${text}' is ${point} with a decimal point and ${comma} with a decimal comma, and no other cell of the column settles which. Send the file again with decimal_sign=. for a decimal point or decimal_sign=, for a decimal comma.`;
    const open = ['1,234', '12,500'];
    expect(await added('amount', open)).toEqual([
      asked('1,234', '1234', '1.234'),
      asked('12,500', '12500', '12.500'),
    ]);
    expect(await added('amount', open, { decimal_sign: ',' })).toEqual(['1.234', '12.50']);
    expect(await added('amount', open, { decimal_sign: '.' })).toEqual(['1234.00', '12500.00']);
    expect(await added('amount', ['12.500'], { delimiter: ';' })).toEqual([
      asked('12.500', '12.500', '12500'),
    ]);
  });

  it('and what has another decimal sign than the others, or lost its digits, is refused', async () => {
    expect(await added('amount', ['0,125', '12.50'])).toEqual([
      "Amount '12.50' is no amount such as 1234.50.",
    ]);
    expect(await added('amount', ['1.23457E+11'])).toEqual([
      "Amount '1.23457E+11' is no amount such as 1234.50.",
    ]);
  });

  it('and words for its reading that are none are refused', async () => {
    const { status, body } = await upload([['2026-10-31', 'aws', 'X', '5', 'EUR']], {
      decimal_sign: 'x',
      date_order: 'y',
    } as object);
    expect([status, body.errors]).toEqual([
      422,
      [
        { field: 'decimal_sign', message: 'decimal_sign must be one of . ,.' },
        { field: 'date_order', message: 'date_order must be one of month_first day_first.' },
      ],
    ]);
  });
});

describe('the dates of a column are read in one order', () => {
  it.each([
    [
      ['15-01-2026', '09-01-2026'],
      ['2026-01-15', '2026-01-09'],
    ],
    [
      ['09/01/2026', '01/15/2026'],
      ['2026-09-01', '2026-01-15'],
    ],
    [
      ['31.10.2026', '2026-10-30'],
      ['2026-10-31', '2026-10-30'],
    ],
    [['20261031'], ['2026-10-31']],
  ])('%j', async (cells, dates) => {
    expect(await added('date', cells)).toEqual(dates);
  });

  it('and asked about where two are left', async () => {
    expect(await added('date', ['03/04/2026'])).toEqual([
      "Date '03/04/2026' is 2026-03-04 with the month first and 2026-04-03 with the day first, and no other date of the file settles which. Send the file again with date_order=month_first or date_order=day_first.",
    ]);
    expect(await added('date', ['03/04/2026'], { date_order: 'day_first' })).toEqual(['2026-04-03']);
  });

  it('also by an import of rows, whose numbers of JSON have decimal points', async () => {
    const row = (identifier: string, active: string) => ({
      identifier,
      companies_code: '1000',
      cloud_contact_email: 'amelia.hart@example.com',
      business_unit_name: 'Gaming',
      department_name: 'Finance',
      active_at: active,
    });
    const path = '/cost_centers/import_json';
    const data = [row('9100000003', '15-01-2026'), row('9100000004', '09-01-2026')];
    const { status, body } = await portal.api.post<{ rows: { values: Row }[] }>(path, {
      data,
      dry_run: true,
    });
    expect(status).toBe(200);
    expect(body.data.rows.map(({ values }) => values['active_at'])).toEqual(['2026-01-15', '2026-01-09']);
    const open = await portal.api.post<{ valid: boolean }>(path, { data: data.slice(1), dry_run: true });
    expect(open.body.data.valid).toBe(false);
    const said = { data: data.slice(1), dry_run: true, date_order: 'day_first' };
    const settled = await portal.api.post<{ rows: { values: Row }[] }>(path, said);
    expect(settled.body.data.rows.map(({ values }) => values['active_at'])).toEqual(['2026-01-09']);
  });
});

describe('email addresses are read in one way', () => {
  const LEGAL = [
    'r&d@example.com',
    'a/b=x@example.com',
    "o'brien@example.com",
    'info@beispiel.xn--p1ai',
    "!#$%&'*+/=?^_`{|}~-x@example.com",
    'Amelia.Hart+cloud@example.com',
  ];

  it.each(LEGAL)('%s is one of a cloud contact', async (email) => {
    const { status, body } = await portal.api.post<Row>('/cloud_contacts', { email: `br.${email}` });
    expect([status, body.data['email']]).toEqual([201, `br.${email}`]);
  });

  it.each([
    '.a@example.com',
    'a..b@example.com',
    'a@localhost',
    'a@-b.com',
    'a b@example.com',
    `${'a'.repeat(65)}@b.com`,
  ])('%s is none', async (email) => {
    const { status, body } = await portal.api.post('/cloud_contacts', { email });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'email', message: 'Email must be one email address, such as jane.doe@example.com.' }],
    ]);
  });

  const PASTED = [
    ['Amelia Hart <amelia.hart@example.com>', 'has a name beside the address. Give the address alone'],
    ['mailto:amelia.hart@example.com', 'begins with mailto:. Give the address alone'],
    ['amelia.hart@example.com;elena.petrova@example.com', 'holds several addresses. Give one of them'],
    ['amelia.hart@example.com, elena.petrova@example.com', 'holds several addresses. Give one of them'],
  ] as const;

  it.each(PASTED)('%s is refused with its reason, in a form and in an import', async (email, why) => {
    const sentence = (label: string) => `${label} '${email}' ${why}, such as jane.doe@example.com.`;
    const made = await portal.api.post('/cloud_contacts', { email });
    expect([made.status, made.body.errors?.[0]?.message]).toEqual([422, sentence('Email')]);
    const row = { identifier: '9100000013', companies_code: '1000', cloud_contact_email: email };
    const { body } = await portal.api.post<{ errors: { message: string }[] }>('/cost_centers/import_json', {
      data: [row],
      dry_run: true,
    });
    expect(body.data.errors.map(({ message }) => message)).toContain(sentence('Cloud Contact Email'));
  });

  it('capitals of an address that is known are taken by an import', async () => {
    const email = 'AMELIA.HART@EXAMPLE.COM';
    const row = { identifier: '9100000011', companies_code: '1000', cloud_contact_email: email };
    const { body } = await portal.api.post<Row>('/cost_centers/import_json', { data: [row], dry_run: true });
    expect(body.data).toMatchObject({ valid: true, would_create: 1 });
  });
});
