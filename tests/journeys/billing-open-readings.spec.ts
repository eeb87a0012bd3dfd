import { azureMca } from '#tests/support/billing/bill-files.ts';
import { PAGE } from '#tests/support/billing/billing-journey.ts';
import { choose, expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

test('what a file leaves open is asked where it is sent, and its month is its own', async ({ page }) => {
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'New Billing Run' }).click();
  const fresh = page.getByRole('dialog', { name: 'New Billing Run' });
  const sign = fresh.getByRole('combobox', { name: 'Decimal Sign' });
  await expect(fresh.getByRole('combobox', { name: 'Provider' })).toBeVisible();
  await expect(sign).toBeHidden();
  const bill = azureMca([{ account: 'runs-open', amount: '1,234', invoice: 'RUNS-OPEN' }]);
  await fresh
    .locator('input[type=file]')
    .setInputFiles({ name: 'runs-open.csv', mimeType: 'text/csv', buffer: Buffer.from(bill) });
  await fresh.getByRole('button', { name: 'Begin' }).click();
  await expect(
    fresh.getByText(/'1,234' is 1234 with a decimal point and 1\.234 with a decimal comma/),
  ).toBeVisible();
  await expect(fresh.getByRole('combobox', { name: 'Order of Dates' })).toBeHidden();
  await expectUsableByEverybody(page);

  await choose(sign, 'Decimal comma: 1,234 is 1.234');
  await fresh.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Billing Run \d+$/ })).toBeVisible();
  await expect(page.getByText('March 2026').first()).toBeVisible();
  await expect(page.getByText('1.23 EUR').first()).toBeVisible();
});
