import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';
import { cell, STYLE, writtenWorkbook, type WrittenCell } from '#tests/support/written-workbook.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);

beforeAll(async () => {
  const companies_id = await make.company('1000');
  await make.costCenter('BAD', { companies_id, cloud_contact_id: await make.contact('bad@example.com') });
  await make.account('bad-1', 'BAD');
});

const HEADER = [
  'invoiceId',
  'billingAccountId',
  'billingPeriodStartDate',
  'date',
  'SubscriptionId',
  'billingProfileId',
  'meterCategory',
  'chargeType',
  'billingCurrency',
  'costInBillingCurrency',
  'pricingModel',
  'note',
];
const row = (account: WrittenCell, amount: WrittenCell, note: WrittenCell = null): WrittenCell[] => {
  const before = ['bad-sheet', 'ba-1', '03/01/2026', '03/02/2026', account, 'bp-1', 'Virtual Machines'];
  return [...before, 'Usage', 'EUR', amount, 'OnDemand', note];
};

describe('a bill is refused by row and column for', () => {
  const good = azureMca([{ account: 'bad-1', amount: '1', invoice: 'bad-file' }]);
  it.each([
    ['an account whose formula failed', '#N/A', "'#N/A' is what a spreadsheet shows where a formula failed."],
    ['the same in German', '#BEZUG!', "'#BEZUG!' is what a spreadsheet shows where a formula failed."],
    [
      'an account with what nobody sees',
      'bad\u200B-1',
      "'bad-1' contains a zero-width space (U+200B) after 'bad', which nobody sees.",
    ],
  ])('%s', async (_what, account, sentence) => {
    const run = await desk.replacing('azure', good.replace('bad-1', account));
    expect(run).toMatchObject({ state: 'failed', lines: 0, totals: [] });
    expect(run.error).toContain(`Row 2: SubscriptionId ${sentence}`);
  });

  it.each<[string, WrittenCell[], string[], string]>([
    [
      'an error of a worksheet',
      row(cell.error('#REF!'), cell.number('1')),
      [],
      "Row 3: SubscriptionId '#REF!' is what a spreadsheet shows where a formula failed.",
    ],
    [
      'an amount without its result',
      row('bad-1', cell.formula('A1*2', null)),
      [],
      "Row 3: costInBillingCurrency '=A1*2' is a formula of which the file has no result.",
    ],
    [
      'an account of 17 digits',
      row(cell.number('12345678901234567'), cell.number('1')),
      [],
      'is a number that the spreadsheet shortened: of more than 15 digits it keeps the first 15.',
    ],
    [
      'a merged amount',
      row('bad-1', null),
      ['J2:J3'],
      'Row 3: costInBillingCurrency is part of the merged cells J2:J3.',
    ],
  ])('%s', async (_what, wrong, merged, sentence) => {
    const rows = [HEADER, row('bad-1', cell.number('1')), wrong];
    const run = await desk.replacing('azure', await writtenWorkbook([{ rows, merged }]));
    expect(run).toMatchObject({ state: 'failed', lines: 0, totals: [] });
    expect(run.error).toContain(sentence);
  });
});

it('the first 20 cells that are wrong are named by row and column, and the others counted', async () => {
  const lines = Array.from({ length: 23 }, (_, at) => ({
    account: 'bad-1',
    amount: `x${at}`,
    invoice: 'bad-many',
  }));
  const good = { account: 'bad-1', amount: '1', invoice: 'bad-many' };
  const run = await desk.replacing(
    'azure',
    azureMca([good, ...lines, { ...good, day: 'soon', amount: 'y' }]),
  );
  const named = Array.from(
    { length: 20 },
    (_, at) => `Row ${at + 3}: costInBillingCurrency 'x${at}' is no amount.`,
  );
  expect(run).toMatchObject({ state: 'failed', lines: 0, error: [...named, 'There are 5 more.'].join(' ') });
});

it('all wrong cells of a row of a worksheet are named', async () => {
  const wrong = row(cell.error('#REF!'), cell.formula('A1*2', null));
  const run = await desk.replacing('azure', await writtenWorkbook([{ rows: [HEADER, wrong] }]));
  expect(run.error).toMatch(/^Row 2: SubscriptionId '#REF!' .* Row 2: costInBillingCurrency '=A1\*2' /);
});

it('a workbook that counts days from 1904 has the days that it shows, and those that it keeps as numbers', async () => {
  // 2 March 2026 is 44,621 days after 1 January 1904.
  const rows = ['1', '2'].map((amount) => row('bad-1', cell.number(amount)));
  const days = [cell.number('44621', STYLE.day), cell.number('44621')];
  const dated = rows.map((cells, at) =>
    cells.map((one, column) => (HEADER[column] === 'date' ? (days[at] ?? null) : one)),
  );
  const run = await desk.replacing(
    'azure',
    await writtenWorkbook([{ rows: [HEADER, ...dated] }], { is1904: true }),
  );
  expect(run).toMatchObject({ state: 'ready', error: null, month: '2026-03' });
  expect((await desk.lines(run.id)).map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-02']);
});

it('accounts of AWS whose zeros a spreadsheet took away are refused by row, in a worksheet too', async () => {
  const cur = (account: WrittenCell, payer: WrittenCell) => [
    [
      'line_item_usage_account_id',
      'bill_payer_account_id',
      'line_item_usage_start_date',
      'line_item_unblended_cost',
    ],
    [account, payer, '2026-03-02', cell.number('1')],
  ];
  const run = await desk.replacing(
    'aws',
    await writtenWorkbook([{ rows: cur(cell.number('5404170566'), cell.number('7784845974')) }]),
  );
  expect(run.error).toMatch(
    /^Row 2: bill_payer_account_id '7784845974' is no account of AWS, which has 12 digits: .*\. Row 2: line_item_usage_account_id '5404170566' is no account/,
  );
});

it('a bill is taken whatever people note beside it, and with a title merged above its header', async () => {
  const rows = [['March'], HEADER, row('bad-1', cell.number('1'), cell.error('#N/A'))];
  const run = await desk.replacing('azure', await writtenWorkbook([{ rows, merged: ['A1:H1'] }]));
  expect(run).toMatchObject({ state: 'ready', lines: 1, totals: [{ lines: '1.00' }] });
});
