import type { Locator } from '@playwright/test';
import { PAGE, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

test('the bill of a month that is over is fetched from its cloud, and is a billing run like any other', async ({
  page,
}) => {
  await page.goto(PAGE);
  const open = async () => {
    await page.getByRole('button', { name: 'Fetch a Bill' }).click();
    return page.getByRole('dialog', { name: 'Fetch a Bill' });
  };
  const dialog = await open();
  await expect(dialog.getByRole('list', { name: 'Sources' })).toContainText(
    's3://simulated-bills/exports/monthly',
  );
  await expectUsableByEverybody(page);
  // A month that other journeys leave alone.
  const fetch = async (within: Locator) => {
    await within.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'AWS' }).click();
    await within.getByRole('combobox', { name: 'Month' }).click();
    await page.getByRole('option').last().click();
    await within.getByRole('button', { name: 'Fetch', exact: true }).click();
  };
  await fetch(dialog);
  const run = dialog.getByRole('link', { name: /^See billing run \d+$/ });
  await expect(run).toBeVisible();
  await expectUsableByEverybody(page);
  const name = (await run.textContent()) ?? '';
  await run.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Billing Run \d+$/ })).toBeVisible();
  await expect(page.getByText('Fetch from AWS', { exact: true })).toBeVisible();
  await expect(page.getByText('It lies at s3://simulated-bills/exports/monthly.')).toBeVisible();
  await expect(table(page, 'Parts').getByRole('row').filter({ hasText: 'report-1.csv.gz' })).toContainText(
    'USD',
  );

  await page.goto(PAGE);
  const again = await open();
  await fetch(again);
  await expect(again.getByText('This export was fetched before.')).toBeVisible();
  await expect(again.getByRole('link', { name })).toBeVisible();
});
