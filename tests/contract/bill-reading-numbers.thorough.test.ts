import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca, focus, googleCostTable, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const ACCOUNT = 'read-numbers';

beforeAll(async () => {
  const make = estate(portal);
  await make.costCenter('READ-1', {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('reading@example.com'),
  });
  await make.account(ACCOUNT, 'READ-1');
});

/** A bill of these amounts, with what stands between its cells. */
function billOf(amounts: readonly string[], invoice: string, delimiter = ','): string {
  const lines: MadeLine[] = amounts.map((amount) => ({ account: ACCOUNT, amount, invoice }));
  const text = azureMca(lines, { tags: '' });
  if (delimiter === ',') return text;
  return text.replaceAll(/"([^"]*)"|,/g, (_all, quoted?: string) => quoted ?? delimiter);
}

const totalOf = async (file: string | Buffer, more: Record<string, string> = {}) => {
  const run = await desk.run('azure', file, more);
  return run.error ?? run.totals[0]?.invoice;
};

describe('the amounts of a bill are read as all of their column says', () => {
  it.each([
    ['decimal commas that one cell settles', ['0,125', '12,345'], '12.47'],
    ['decimal commas that a later cell settles', ['12,345', '0,125'], '12.47'],
    ['groups with commas', ['1,234', '12,500.50'], '13734.50'],
    ['groups with points', ['1.234', '12.500,50'], '13734.50'],
    ['groups with apostrophes', ["1'234.50", '2'], '1236.50'],
    ['groups with no-break spaces', ['1\u00a0234,50', '2\u202f000,00'], '3234.50'],
    ['currency signs and parentheses', ['€ 1,234.50', '(234.50 €)'], '1000.00'],
    ['a minus behind', ['1.234,50', '234,50-'], '1000.00'],
    ['exponents', ['1.5E+3', '2.5e-1'], '1500.25'],
    ['exponents with decimal commas', ['1,5E+3', '2,5e-1'], '1500.25'],
  ])('%s', async (what, amounts, total) => {
    expect(await totalOf(billOf(amounts, `N-${what}`))).toBe(total);
  });

  it.each([';', '\t', '|'])('with %j between the cells', async (delimiter) => {
    const file = billOf(['1234,50', '0,06'], `D-${delimiter.charCodeAt(0)}`, delimiter);
    expect(await totalOf(file)).toBe('1234.56');
  });

  it('with a line that names the delimiter, titles, and delimiters at the end of each row', async () => {
    const rows = billOf(['1234,50', '0,06'], 'D-titles', ';').trim().split('\r\n');
    const file = ['sep=;', 'Costs of March, by subscription', '', ...rows.map((row) => `${row};;`)];
    expect(await totalOf(`${file.join('\r\n')}\r\n`)).toBe('1234.56');
  });

  it('with the delimiters at the end of the header alone', async () => {
    const [header = '', ...rows] = billOf(['3.50'], 'D-header').trim().split('\r\n');
    expect(await totalOf([`${header},,`, ...rows].join('\n'))).toBe('3.50');
  });

  it('in UTF-16 and, where somebody says so, in Windows-1252', async () => {
    const file = (invoice: string) => billOf(['2.50'], invoice).replace('West Europe', 'Köln');
    expect(await totalOf(Buffer.from(`\uFEFF${file('E-wide')}`, 'utf16le').swap16())).toBe('2.50');
    const western = Buffer.from(file('E-west'), 'latin1');
    expect(await totalOf(western)).toContain('encoding=, one of windows-1252');
    expect(await totalOf(western, { encoding: 'windows-1252' })).toBe('2.50');
    const { body } = await portal.api.send<{ billing_run: { id: number }; job: { id: string } }>(
      'POST',
      '/billing_runs?provider=azure&month=2026-03&name=declared.csv',
      Buffer.from(file('E-declared'), 'latin1') as unknown as string,
      { 'content-type': 'text/csv; charset=windows-1252' },
    );
    await followJob(portal.api, body.data.job.id);
    expect(await desk.read(body.data.billing_run.id)).toMatchObject({ error: null, state: 'ready' });
  });

  it('and a cell that is none by the reading of the others is refused by its row', async () => {
    expect(await totalOf(billOf(['0,125', '3', '12.50'], 'N-mixed'))).toBe(
      "Row 4: costInBillingCurrency '12.50' is no amount: the other amounts have decimal commas.",
    );
  });
});

describe('amounts of which two readings are left are asked about, and never guessed', () => {
  const file = billOf(['1,234', '12,500'], 'N-open');

  it('with both readings, and what to send', async () => {
    const { status, body } = await desk.begin('azure', file);
    const message =
      "costInBillingCurrency '1,234' is 1234 with a decimal point and 1.234 with a decimal comma, and no other cell of the column settles which. Send the file again with decimal_sign=. for a decimal point or decimal_sign=, for a decimal comma.";
    expect([status, body.error, body.errors]).toEqual([422, message, [{ field: 'decimal_sign', message }]]);
  });

  it('once all of a large file is read, whose end may settle it', async () => {
    const many = Array.from({ length: 24_000 }, () => '1,234');
    const open = await desk.begin('azure', billOf(many, 'N-large'));
    expect(open.status).toBe(202);
    const job = await followJob(portal.api, open.body.data.job.id);
    expect(job).toMatchObject({ state: 'failed', result: { errors: [{ field: 'decimal_sign' }] } });
    expect((await desk.read(open.body.data.billing_run.id)).error).toContain("'1,234' is 1234 with a");
    expect(await totalOf(billOf([...many, '0,125'], 'N-large-settled'))).toBe('29616.13');
  });

  it('and read as the person says, the one way and afterwards the other', async () => {
    expect(await totalOf(file, { decimal_sign: '.' })).toBe('13734.00');
    expect(await totalOf(file, { decimal_sign: ',', existing: 'replace' })).toBe('13.73');
    const runs = await portal.api.get<{ state: string }[]>('/billing_runs?q=N-open&page=1');
    expect(runs.status).toBe(200);
  });

  it('where the file has semicolons also of points before three digits', async () => {
    const points = billOf(['1.234', '12.500'], 'N-points', ';');
    expect(await totalOf(points)).toContain(
      "'1.234' is 1.234 with a decimal point and 1234 with a decimal comma",
    );
    expect(await totalOf(points, { decimal_sign: ',' })).toBe('13734.00');
  });

  it('and a sign that is none is refused before the file is read', async () => {
    const { status, body } = await desk.begin('azure', file, { decimal_sign: 'comma' });
    expect([status, body.error]).toEqual([400, 'decimal_sign must be one of . ,.']);
  });

  it('also by the calls of Process an Invoice', async () => {
    const process = (more: object) =>
      portal.api.post<{ job: { id: string }; billing_run: { id: number } }>(
        '/cloud_bills/process_azure_invoice',
        {
          data: Buffer.from(billOf(['1,234'], 'N-process')).toString('base64'),
          ...more,
        },
      );
    const { body } = await process({ decimal_sign: ',' });
    await followJob(portal.api, body.data.job.id);
    expect((await desk.read(body.data.billing_run.id)).totals[0]?.invoice).toBe('1.23');
    const wrong = await process({ decimal_sign: 'x', date_order: 'y' });
    expect([wrong.status, wrong.body.errors?.map(({ field }) => field)]).toEqual([
      422,
      ['decimal_sign', 'date_order'],
    ]);
  });
});

it('a cost table of Google is read by its own decimal sign, its stated total too', async () => {
  const table = googleCostTable([{ account: ACCOUNT, amount: '1.234,50' }], { total: '1.234,50' });
  const run = await desk.run('gcp', table);
  expect([run.error, run.totals[0]]).toMatchObject([
    null,
    { invoice: '1234.50', confirmed: true, rounding: '0.00' },
  ]);
});

it('the accounts that a spreadsheet shortened are refused by row', async () => {
  const aws = (account: string) => desk.run('focus', focus([{ account, amount: '1' }], 'AWS'));
  expect((await aws('1.23457E+11')).error).toBe(
    "Row 2: SubAccountId '1.23457E+11' is an id that a spreadsheet has shortened. Please send the file as the provider gives it.",
  );
  expect((await aws('123456789012000')).error).toContain(
    "Row 2: SubAccountId '123456789012000' is no account of AWS, which has 12 digits",
  );
  expect((await aws('5404170566')).error).toBe(
    "Row 2: SubAccountId '5404170566' is no account of AWS, which has 12 digits: a spreadsheet takes away the zeros before a number. " +
      'Please send the file as the provider gives it, or import the column as text.',
  );
});
