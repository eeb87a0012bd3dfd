import type { Locator, Page } from '@playwright/test';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { makeCenter, PAGE, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

const part = (invoice: string, amount: string, more: Record<string, string> = {}) => ({
  mimeType: 'text/csv',
  buffer: Buffer.from(azureMca([{ account: 'parts-journey-account', amount, invoice }], more)),
});

const give = (place: Locator, files: readonly { name: string; mimeType: string; buffer: Buffer }[]) =>
  place.locator('input[type=file]').setInputFiles([...files]);

/** Opens New Billing Run with these files, of March 2026. */
async function begin(page: Page, files: Parameters<typeof give>[1]): Promise<Locator> {
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'New Billing Run' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Billing Run' });
  await give(dialog, files);
  await dialog.getByRole('combobox', { name: 'Month' }).click();
  await page.getByRole('option', { name: 'March 2026' }).click();
  return dialog;
}

test('two files that are chosen at once are one run, and a further file of its invoice asks before it changes anything', async ({
  page,
  factory,
}) => {
  await makeCenter(factory, 'PARTS-CC-1', '7760');
  const main = page.getByRole('main');

  const first = await begin(page, [
    { name: 'part_0_0001.csv', ...part('PARTS-1', '100.00') },
    { name: 'part_1_0001.csv', ...part('PARTS-1', '200.00') },
  ]);
  await expect(first.getByText('2 files are taken as the parts of one bill.')).toBeVisible();
  await first.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Billing Run \d+$/ })).toBeVisible();
  const parts = table(page, 'Parts');
  await expect(parts.getByRole('row').filter({ hasText: 'part_0_0001.csv' })).toContainText('100.00 EUR');
  await expect(parts.getByRole('row').filter({ hasText: 'part_1_0001.csv' })).toContainText('200.00 EUR');
  await expectUsableByEverybody(page);
  const address = page.url();

  const further = await begin(page, [{ name: 'part_2_0001.csv', ...part('PARTS-1', '50.00') }]);
  await further.getByRole('button', { name: 'Begin' }).click();
  const question = page.getByRole('dialog', { name: 'Invoice PARTS-1 Is There Already' });
  const sums = table(page, 'Both sides').getByRole('row').filter({ hasText: 'Sum' });
  await expect(sums).toContainText('300.00 EUR');
  await expect(sums).toContainText('50.00 EUR');
  await expectUsableByEverybody(page);
  await question.getByRole('button', { name: 'Add as a Part' }).click();
  await expect(page).toHaveURL(address);
  await expect(parts.getByRole('row').filter({ hasText: 'part_2_0001.csv' })).toContainText('50.00 EUR');
  await expect(main.getByText('350.00 EUR').first()).toBeVisible();
});

test('a further file with amortised costs is taken for the split of commitments, and can be removed again', async ({
  page,
}) => {
  const costs = {
    name: 'amortised.csv',
    ...part('PARTS-2', '60.00', { pricingModel: 'Reservation' }),
  };
  const first = await begin(page, [{ name: 'actual.csv', ...part('PARTS-2', '100.00') }]);
  await first.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Billing Run \d+$/ })).toBeVisible();
  const address = page.url();
  const row = table(page, 'Parts').getByRole('row').filter({ hasText: 'amortised.csv' });

  // As a part of the bill it is left out, and the dialog says what it is taken as.
  await page.getByRole('button', { name: 'Add a Part' }).click();
  const adding = page.getByRole('dialog', { name: /^Add a Part/ });
  await give(adding, [costs]);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding.getByText(/^This file has amortised costs\. Take it for the split/)).toBeVisible();
  await adding.getByRole('button', { name: 'Cancel' }).click();

  const further = await begin(page, [costs]);
  await further.getByRole('button', { name: 'Begin' }).click();
  const question = page.getByRole('dialog', { name: 'Invoice PARTS-2 Is There Already' });
  await expect(table(page, 'Both sides').getByRole('row').filter({ hasText: 'Sum' })).toContainText(
    '60.00 EUR',
  );
  await expect(question.getByRole('button', { name: 'Add as a Part' })).toBeHidden();
  await expectUsableByEverybody(page);
  await question.getByRole('button', { name: 'Take for the Split' }).click();
  await expect(page).toHaveURL(address);
  await expect(row).toContainText('amortised costs');
  await expectUsableByEverybody(page);

  await page.getByRole('button', { name: 'Remove amortised.csv' }).click();
  const asked = page.getByRole('dialog', { name: 'Remove Amortised Costs' });
  await expect(asked).toContainText('amortised.csv is taken out of billing run');
  await asked.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toBeHidden();
  await expect(page.getByText('Remove amortised.csv from the split of commitments')).toBeVisible();
});
