import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';
import { cell, writtenWorkbook, type WrittenCell } from '#tests/support/written-workbook.ts';

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

it('a bill is taken whatever people note beside it, and with a title merged above its header', async () => {
  const rows = [['March'], HEADER, row('bad-1', cell.number('1'), cell.error('#N/A'))];
  const run = await desk.replacing('azure', await writtenWorkbook([{ rows, merged: ['A1:H1'] }]));
  expect(run).toMatchObject({ state: 'ready', lines: 1, totals: [{ lines: '1.00' }] });
});
