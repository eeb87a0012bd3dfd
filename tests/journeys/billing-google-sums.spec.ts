import { googleCostTable } from '#tests/support/billing/bill-files.ts';
import { makeCenter, PAGE, runOf, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

test("Google's invoice adds up on the screen: its lines and the rounding come to it, and lines are counted once", async ({
  page,
  api,
  factory,
}) => {
  await makeCenter(factory, 'SUMS-CC', '7730');
  // The lines come to 3.009, and the invoice to 3.02.
  const file = googleCostTable(
    [
      { account: 'sums-one', amount: '1.005' },
      { account: 'sums-two', amount: '2.004' },
    ],
    { total: '3.02', invoice: '7300001' },
  );
  const run = await runOf(api, 'gcp', 'google-sums', file, '2026-03');
  await page.goto(`${PAGE}/runs/${run}`);
  await untilLoaded(page);
  const amountIn = (row: RegExp) =>
    table(page, 'Reconciliation').getByRole('row', { name: row }).getByRole('cell').last();
  await expect(amountIn(/^Invoice/)).toContainText('3.02');
  await expect(amountIn(/^Lines/)).toHaveText('3.01');
  await expect(amountIn(/^Rounding/)).toHaveText('0.01');
  await expect(amountIn(/^Unallocated/)).toHaveText('3.02');
  // The difference from the stated total is no line of the file.
  const figures = page
    .getByRole('main')
    .locator('dl > div')
    .filter({ hasText: /^Lines/ });
  await expect(figures).toHaveText('Lines2');
  const invoice = table(page, 'Invoices').getByRole('row').filter({ hasText: '7300001' });
  await expect(invoice.getByRole('cell').nth(2)).toHaveText('2');
  await expectUsableByEverybody(page);
});
