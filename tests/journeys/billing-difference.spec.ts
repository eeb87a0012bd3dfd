import { azureMca } from '#tests/support/billing/bill-files.ts';
import {
  assign,
  finalize,
  makeCenter,
  makeRun,
  PAGE,
  runOf,
  table,
} from '#tests/support/billing/billing-journey.ts';
import { ofMonth } from '#tests/support/billing/billing-desk.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

test('a corrected invoice of a final run books the difference, which the close of its month shows', async ({
  page,
  api,
  factory,
}) => {
  const center = await makeCenter(factory, 'DIFF-CC-1', '7764');
  const lines = (amount: string) => [
    { account: 'diff-journey-1', amount, invoice: 'DIFF-1' },
    { account: 'diff-journey-2', amount: '50.00', invoice: 'DIFF-1' },
  ];
  const other = await makeCenter(factory, 'DIFF-CC-2', '7765');
  const first = await makeRun(api, 'DIFF-1', lines('1000.00'), '2020-05');
  await assign(api, first, 'diff-journey-1', Number(center.id));
  await assign(api, first, 'diff-journey-2', Number(other.id));
  await finalize(api, first);

  await page.goto(PAGE);
  await page.getByRole('button', { name: 'New Billing Run' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Billing Run' });
  const buffer = Buffer.from(ofMonth(azureMca(lines('1010.50')), '2020-05'));
  await dialog
    .locator('input[type=file]')
    .setInputFiles([{ name: 'corrected.csv', mimeType: 'text/csv', buffer }]);
  await dialog.getByRole('button', { name: 'Begin' }).click();
  const question = page.getByRole('dialog', { name: 'Invoice DIFF-1 Is There Already' });
  await expect(question).toContainText(`Billing run ${first} is final and has this invoice.`);
  await expect(table(page, 'Both sides').getByRole('row').filter({ hasText: 'Sum' })).toContainText(
    '1,060.50 EUR',
  );
  await question.getByRole('button', { name: 'Book the Difference' }).click();

  const main = page.getByRole('main');
  await expect(main.getByText('Difference run · Azure, May 2020', { exact: false })).toBeVisible();
  const row = table(page, 'Difference').getByRole('row').filter({ hasText: 'DIFF-CC-1' });
  await expect(row).toContainText('1,000.00 EUR');
  await expect(row).toContainText('1,010.50 EUR');
  await expect(row.getByRole('cell').last()).toHaveText('10.50 EUR');
  await expect(main.getByText('1 posting stays as it is.')).toBeVisible();
  await expect(table(page, 'Reconciliation').getByRole('row', { name: /^Booked Before/ })).toContainText(
    '1,050.00',
  );
  await expectUsableByEverybody(page);
  const difference = Number(page.url().split('/').at(-1)?.split('?')[0]);
  await finalize(api, difference);

  await main
    .getByRole('link', { name: `billing run ${first}` })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `Billing Run ${first}` })).toBeVisible();
  await expect(main.getByRole('link', { name: `billing run ${difference}` })).toBeVisible();

  await page.goto('/auth/month-close?month=2020-05');
  const shown = page.getByRole('list', { name: 'Differences after the close: Azure, May 2020' });
  await expect(shown).toContainText(
    `Difference after the close: +10.50 EUR to run ${first} of May 2020, final in`,
  );
  await expectUsableByEverybody(page);

  const credit = [{ account: 'diff-journey-1', amount: '-5.00', invoice: 'DIFF-CREDIT' }];
  const file = azureMca(credit, { previousInvoiceId: 'DIFF-1' });
  const note = await runOf(api, 'azure', 'DIFF-CREDIT', file, '2020-05');
  await page.goto(`${PAGE}/runs/${note}`);
  await expect(table(page, 'Invoices')).toContainText('Credit note for DIFF-1');
});
