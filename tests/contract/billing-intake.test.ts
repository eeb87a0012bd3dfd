import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { writeXlsx } from 'hucre';
import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import {
  awsCur,
  awsDetailed,
  awsMonthly,
  azureEa,
  azureMca,
  focus,
  googleCostTable,
} from '#tests/support/billing/bill-files.ts';
import { withPortal } from '#tests/support/portal.ts';
import { zipped } from '#tests/support/zipped.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const known = { account: 'sub-known', project: 'project-known', aws: '222222222222' };

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = { companies_id: await company('1000'), cloud_contact_id: await contact('o@example.com') };
  await costCenter('4711', center);
  await account(known.account, '4711');
  await account(known.project, '4711', 'GcpCloudParent');
  await account(known.aws, '4711', 'AwsCloudParent');
});

describe('a file of each format becomes a run whose lines come to what it charges', () => {
  const some = (account: string, invoice?: string) => [
    { account, amount: '10.005', ...(invoice && { invoice }) },
    { account, amount: '1.2E-3', ...(invoice && { invoice }) },
    { account, amount: '0', ...(invoice && { invoice }) },
  ];
  /** Those of the other files of AWS have their numbers already. */
  const ofPayer = (payer: string) => awsCur(some(known.aws)).replaceAll('111111111111', payer);
  it.each([
    ['azure', 'azure-mca', azureMca(some(known.account, 'G-each')), 'G-each', 'EUR', '10.01'],
    ['azure', 'azure-ea', azureEa(some(known.account)), '8608480-2026-03', 'EUR', '10.01'],
    ['aws', 'aws-detailed', awsDetailed(some(known.aws, '9001')), '9001', 'USD', '10.01'],
    ['aws', 'aws-monthly', awsMonthly(some(known.aws, '9002')), '9002', 'USD', '10.01'],
    ['aws', 'aws-cur-2', ofPayer('111111111112'), '111111111112-2026-03', 'USD', '10.01'],
    ['focus', 'focus', focus(some(known.account, 'F-each')), 'F-each', 'EUR', '10.01'],
  ])('%s, recognised as %s', async (provider, format, file, reference, currency, amount) => {
    const run = await desk.run(provider, file);
    expect(run).toMatchObject({ state: 'ready', format, lines: 2, exceptions: 0, error: null });
    expect(run.invoices).toMatchObject([{ reference, currency, invoice: amount, confirmed: false }]);
    expect(run.totals).toMatchObject([
      { currency, invoice: amount, lines: amount, allocated: amount, unallocated: '0.00', postings: amount },
    ]);
    expect(await desk.postings(run.id)).toMatchObject([
      { reference, currency, amount, company_code: '1000', cost_center: '4711', wbs_element: null },
    ]);
  });

  it('gcp, with preamble, thousands separators, tax and rounding among the rows with sums', async () => {
    const lines = [
      { account: known.project, amount: '1,234.50' },
      { account: known.project, amount: '234.55', kind: 'Tax' },
    ];
    const sums = [
      ['Tax', '10.00'],
      ['Rounding error', '-0.05'],
      ['Subtotal', '1,469.05'],
      ['Total', '1,479.00'],
    ] as const;
    const run = await desk.run('gcp', googleCostTable(lines, { total: '€1,479.00', sums }));
    expect(run).toMatchObject({ state: 'ready', format: 'google-cost-table', lines: 4 });
    expect(run.invoices).toMatchObject([{ reference: '5000001', invoice: '1479.00', confirmed: true }]);
    expect(run.totals).toMatchObject([{ lines: '1479.00', allocated: '1479.00', rounding: '0.00' }]);
    const kinds = (await desk.lines(run.id)).map(({ kind, identifier, rule }) => [kind, identifier, rule]);
    expect(kinds).toEqual([
      ['usage', known.project, 'account'],
      ['tax', known.project, 'account'],
      ['tax', null, 'proportional'],
      ['rounding', null, 'proportional'],
    ]);
  });

  it('gcp, with rows of sums that end with the amount', async () => {
    const file = googleCostTable([{ account: known.project, amount: '10' }], { total: '29' });
    const run = await desk.run('gcp', `${file.replace('5000001', '5000009')}Tax,19.00\r\nTotal,29.00\r\n`);
    expect(run).toMatchObject({ state: 'ready', lines: 2, totals: [{ invoice: '29.00', lines: '29.00' }] });
  });

  it('packed with gzip or into a ZIP archive', async () => {
    const file = (invoice: string) => azureMca([{ account: known.account, amount: '5', invoice }]);
    for (const packed of [gzipSync(file('G-gz')), await zipped({ 'bill.csv': file('G-zip') })])
      expect(await desk.run('azure', packed)).toMatchObject({ state: 'ready', lines: 1 });
  });

  it('with several invoices and currencies, of which each has a sum of its own', async () => {
    const run = await desk.run(
      'azure',
      azureMca([
        { account: known.account, amount: '1', invoice: 'S-1' },
        { account: known.account, amount: '2', invoice: 'S-2' },
        { account: known.account, amount: '300', invoice: 'S-2', currency: 'JPY' },
      ]),
    );
    expect(run.invoices.map(({ reference, currency, invoice }) => [reference, currency, invoice])).toEqual([
      ['S-1', 'EUR', '1.00'],
      ['S-2', 'EUR', '2.00'],
      ['S-2', 'JPY', '300'],
    ]);
    expect(run.totals.map(({ currency, lines }) => [currency, lines])).toEqual([
      ['EUR', '3.00'],
      ['JPY', '300'],
    ]);
  });
});

describe('a workbook into which people pasted a bill', () => {
  const cellsOf = (file: string) => parse(file) as string[][];
  const linesOf = (invoice: string, ...amounts: string[]) =>
    cellsOf(azureMca(amounts.map((amount) => ({ account: known.account, amount, invoice }))));
  const workbook = async (sheets: Record<string, string[][]>) =>
    Buffer.from(await writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) }));
  const pivot = [
    ['Service', 'Sum'],
    ['Virtual Machines', '3'],
  ];
  const other = cellsOf(awsMonthly([{ account: known.aws, amount: '7' }]));

  it.each<[string, (invoice: string) => Record<string, string[][]>]>([
    ['a pivot on the sheet behind it', (invoice) => ({ Costs: linesOf(invoice, '1', '2'), Pivot: pivot })],
    [
      'notes on the sheet before it',
      (invoice) => ({ Notes: [['Please book.'], ['Thanks']], Costs: linesOf(invoice, '1', '2') }),
    ],
    [
      'a title above its header',
      (invoice) => ({ Costs: [['March 2026'], [], ...linesOf(invoice, '1', '2')] }),
    ],
    [
      'the bill of another provider before it',
      (invoice) => ({ AWS: other, Azure: linesOf(invoice, '1', '2') }),
    ],
  ])('is charged with %s', async (what, sheets) => {
    const run = await desk.run('azure', await workbook(sheets(what)));
    expect(run).toMatchObject({ state: 'ready', format: 'azure-mca', lines: 2, error: null });
    expect(run.totals).toMatchObject([{ currency: 'EUR', lines: '3.00' }]);
  });

  it('is told of by the numbers that its rows have there, whatever stands above them or is blank', async () => {
    const [header = [], first = [], second = []] = linesOf('gaps', '1', 'twelve');
    const sheet = [['March 2026'], header, [], first, first.map(() => ''), second];
    const run = await desk.run('azure', await workbook({ Costs: sheet, Pivot: pivot }));
    expect(run.error).toBe("Row 6: costInBillingCurrency 'twelve' is no amount.");
  });

  it('is read where cells at the end of a row say nothing, and refused where a row has more than the header', async () => {
    const [header = [], line = []] = linesOf('ends', '1');
    const short = await desk.run('azure', await workbook({ Costs: [header, line.slice(0, -1)] }));
    expect(short).toMatchObject({ state: 'ready', lines: 1 });
    const wide = await desk.run('azure', await workbook({ Costs: [header, line, [...line, 'checked']] }));
    expect(wide.error).toBe(`Row 3: it has ${line.length + 1} cells, and the header has ${header.length}.`);
  });

  it('is refused where none of its sheets has a bill, or one of another provider only', async () => {
    const none = await desk.run('azure', await workbook({ Notes: [['Please book.']], Pivot: pivot }));
    expect(none.error).toMatch(
      /^The columns of this file are not known\. For Azure, cost and usage it lacks SubscriptionGuid \(or SubscriptionId\), /,
    );
    const others = await desk.run('azure', await workbook({ Notes: [['Please book.']], AWS: other }));
    expect(others.error).toMatch(/^This is a file of another provider: AWS/);
  });
});

describe('a file that cannot be taken fails with a sentence, and leaves nothing', () => {
  const many = azureMca([{ account: known.account, amount: '1', invoice: 'bad' }]);
  const bomb = gzipSync(many + `${many.split('\r\n')[1]}\r\n`.repeat(80_000));
  it.each<[string, string, string | Buffer, RegExp]>([
    [
      'another shape',
      'azure',
      'Planet,Moon\nMars,Phobos\n',
      /For Azure, cost and usage it lacks SubscriptionGuid \(or SubscriptionId\), date \(or UsageDateTime, UsageDate\), costInBillingCurrency \(or PreTaxCost, Cost, ExtendedCost\)\.$/,
    ],
    [
      'another provider',
      'gcp',
      many,
      /another provider: Azure, Microsoft Customer Agreement\. .*as a bill of Azure\.$/,
    ],
    [
      'amortised costs',
      'azure',
      azureMca([{ account: known.account, amount: '1', kind: 'UnusedReservation' }]),
      /^Row 2: This is an export of amortised costs/,
    ],
    [
      'no amount',
      'azure',
      azureMca([{ account: known.account, amount: 'twelve' }]),
      /^Row 2: costInBillingCurrency 'twelve' is no amount\.$/,
    ],
    [
      'no day',
      'azure',
      azureMca([{ account: known.account, amount: '1', day: '31.02.2026' }]),
      /^Row 2: date '31\.02\.2026' is no day\.$/,
    ],
    [
      'no currency',
      'azure',
      azureMca([{ account: known.account, amount: '1', currency: 'Euros' }]),
      /^Row 2: billingCurrency 'EUROS' is no currency\.$/,
    ],
    [
      'a cut row',
      'azure',
      many.slice(0, -60),
      /^Row 2: it has \d+ cells, and the header has 14\. The file may be cut off\.$/,
    ],
    [
      'a cut row of Google',
      'gcp',
      googleCostTable([{ account: known.project, amount: '1' }], { total: '2' }) +
        'Skyledger,0123AB-4567CD,sho',
      /^Row 9: it ends before 'Cost \(€\)'\. The file may be cut off\.$/,
    ],
    ['a cut quote', 'azure', many.slice(0, many.lastIndexOf('"')), /cut off\.$/],
    ['a cut archive', 'azure', gzipSync(many).subarray(0, 80), /^The file ends too early: it was cut off\.$/],
    ['a damaged ZIP', 'azure', Buffer.from('PK\u0003\u0004 no archive at all'), /^The archive is damaged\./],
    ['much in little', 'azure', bomb, /packed more tightly than any bill is\.$/],
    [
      'another encoding',
      'azure',
      Buffer.from(many.replace('West Europe', 'Köln'), 'latin1'),
      /^The file is no text in UTF-8\./,
    ],
    [
      'nothing charged',
      'azure',
      azureMca([{ account: known.account, amount: '0.00' }]),
      /^The file has no line that charges anything\.$/,
    ],
  ])('%s', async (_what, provider, file, sentence) => {
    const run = await desk.run(provider, file);
    expect(run).toMatchObject({ state: 'failed', lines: 0, totals: [], invoices: [] });
    expect(run.error).toMatch(sentence);
    const { rows } = await portal.db.query(
      `SELECT to_regclass('billing_lines_${run.id}') AS lines, (SELECT count(*) FROM billing_sums WHERE run_id = $1) AS sums`,
      [run.id],
    );
    expect(rows).toEqual([{ lines: null, sums: 0 }]);
  });

  it('and the same file is read anew', async () => {
    const file = azureMca([{ account: known.account, amount: 'none', invoice: 'anew' }]);
    const first = await desk.run('azure', file);
    const second = await desk.run('azure', file);
    expect(first.error).toMatch(/'none' is no amount\.$/);
    expect(second).toEqual(first);
  });
});
