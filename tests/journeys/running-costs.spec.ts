import { readFileSync } from 'node:fs';
import { table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, untilLoaded } from '#tests/support/journey.ts';
import { test } from '#tests/support/own-journey.ts';

test('the running month is read, looked at by day and account, and what is unusual is acknowledged and muted', async ({
  page,
}) => {
  await page.goto('/auth/running-costs');
  await expect(page.getByRole('heading', { name: /^Nothing was read of / })).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const costs = table(page, 'Costs so far');
  await expect(costs.getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('list', { name: 'As of' })).toContainText(/AWS.*Not final, as of /);
  await expect(page.getByRole('img', { name: /^Costs by day and service, not final/ })).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await page.getByRole('combobox', { name: 'Cloud' }).click();
  await page.getByRole('option', { name: 'AWS' }).click();
  await expect(page).toHaveURL(/provider=aws/);
  await page.getByRole('searchbox', { name: 'Find' }).fill('AmazonS3');
  await expect(page).toHaveURL(/q=AmazonS3/);
  await expect(costs).not.toContainText('AmazonEC2');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain('Not final, as of');
  const account = costs.getByRole('link').first();
  const called = String(await account.textContent());
  await account.click();
  await expect(page.getByRole('main')).toContainText(called);

  await page.goto('/auth/running-costs?tab=anomalies');
  const anomalies = table(page, 'Anomalies');
  await expect(anomalies.getByRole('row')).toHaveCount(2);
  await expect(anomalies).toContainText('AmazonEC2');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await page.getByRole('button', { name: /^Mute AmazonEC2 of / }).click();
  const muting = page.getByRole('dialog', { name: 'Mute Anomalies' });
  await muting.getByRole('textbox', { name: 'Reason' }).fill('It moves.');
  await muting.getByRole('button', { name: 'Mute' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is unusual' })).toBeVisible();
  await page.getByRole('button', { name: /^End the mute of / }).click();
  await page.getByRole('button', { name: /^Acknowledge AmazonEC2 of / }).click();
  const dialog = page.getByRole('dialog', { name: 'Acknowledge an Anomaly' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A load test.');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is unusual' })).toBeVisible();
  await page.goto('/auth/running-costs?tab=anomalies&state=acknowledged');
  await expect(anomalies).toContainText('A load test.');
});
