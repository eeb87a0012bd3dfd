import type { Locator } from '@playwright/test';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { makeCenter, PAGE, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

const part = (invoice: string, amount: string) => ({
  mimeType: 'text/csv',
  buffer: Buffer.from(azureMca([{ account: 'parts-journey-account', amount, invoice }])),
});

const give = (place: Locator, files: readonly { name: string; mimeType: string; buffer: Buffer }[]) =>
  place.locator('input[type=file]').setInputFiles([...files]);

test(
  'two files that are chosen at once are one run, and a further file of its invoice asks before it changes anything',
  { tag: '@core' },
  async ({ page, factory }) => {
    await makeCenter(factory, 'PARTS-CC-1', '7760');
    const main = page.getByRole('main');
    const begin = async (files: Parameters<typeof give>[1]) => {
      await page.goto(PAGE);
      await page.getByRole('button', { name: 'New Billing Run' }).click();
      const dialog = page.getByRole('dialog', { name: 'New Billing Run' });
      await give(dialog, files);
      await dialog.getByRole('combobox', { name: 'Month' }).click();
      await page.getByRole('option', { name: 'March 2026' }).click();
      return dialog;
    };

    const first = await begin([
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

    const further = await begin([{ name: 'part_2_0001.csv', ...part('PARTS-1', '50.00') }]);
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
  },
);
