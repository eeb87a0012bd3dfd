import { azureMca } from '#tests/support/billing/bill-files.ts';
import { makeCenter, PAGE, table } from '#tests/support/billing/billing-journey.ts';
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

test('what a further part leaves open is asked where it is added', async ({ page, factory }) => {
  await makeCenter(factory, 'OPEN-CC-1', '7761');
  const bill = (amount: string) => ({
    name: `part-of-${amount}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(azureMca([{ account: 'open-part-account', amount, invoice: 'RUNS-OPEN-PART' }])),
  });
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'New Billing Run' }).click();
  const fresh = page.getByRole('dialog', { name: 'New Billing Run' });
  await fresh.locator('input[type=file]').setInputFiles([bill('2')]);
  await fresh.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Billing Run \d+$/ })).toBeVisible();

  await page.getByRole('button', { name: 'Add a Part' }).click();
  const addition = page.getByRole('dialog', { name: /^Add a Part/ });
  await addition.locator('input[type=file]').setInputFiles([bill('1,234')]);
  await addition.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    addition.getByText(/'1,234' is 1234 with a decimal point and 1\.234 with a decimal comma/),
  ).toBeVisible();
  await expectUsableByEverybody(page);

  await choose(addition.getByRole('combobox', { name: 'Decimal Sign' }), 'Decimal comma: 1,234 is 1.234');
  await addition.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(addition).toBeHidden();
  await expect(table(page, 'Parts').getByRole('row').filter({ hasText: 'part-of-1,234.csv' })).toContainText(
    '1.23 EUR',
  );
  await expect(page.getByText('3.23 EUR').first()).toBeVisible();
});

test('what an invoice leaves open is asked for in its form', async ({ page }) => {
  await page.goto(PAGE);
  const form = page.getByRole('form', { name: 'Process an Invoice' });
  const bill = azureMca([{ account: 'open-form-account', amount: '1,234', invoice: 'RUNS-OPEN-FORM' }]);
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'open-form.csv', mimeType: 'text/csv', buffer: Buffer.from(bill) });
  await expect(form.getByRole('combobox', { name: 'Decimal Sign' })).toBeHidden();
  await form.getByRole('button', { name: 'Submit' }).click();
  await choose(form.getByRole('combobox', { name: 'Decimal Sign' }), 'Decimal comma: 1,234 is 1.234');
  await expectUsableByEverybody(page);
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(
    table(page, 'Billing Runs').getByRole('row').filter({ hasText: 'open-form.csv' }),
  ).toContainText('1.23');
});
