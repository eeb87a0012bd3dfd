import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

test('a list is grouped by a field and by months, with sums by currency, and a group leads to its rows and back', async ({
  page,
  api,
}) => {
  for (const [date, currency, amount] of [
    ['2026-01-31', 'EUR', '10.10'],
    ['2026-01-15', 'USD', '5'],
    ['2026-02-28', 'EUR', '0.05'],
  ])
    await api.post('/cloud_bills', {
      date,
      currency,
      amount,
      provider: 'grouped',
      identifier: 'Grouped',
      company_code: 'G1',
    });
  await page.goto('/auth/view/cloud_bills?by_provider=grouped');
  await page.getByRole('button', { name: 'Group', exact: true }).press('Enter');
  await expect(page).toHaveURL(/group=provider/);
  await page.getByRole('combobox', { name: 'Group by' }).click();
  await page.getByRole('option', { name: 'Company Code' }).click();
  await expect(page).toHaveURL(/group=company_code/);
  const groups = page.getByRole('table', { name: 'Groups of Cloud Bills' });
  await expect(groups.getByRole('row')).toHaveText([
    /Company Code\s*Count\s*Amount/,
    /G1\s*3\s*10.15 EUR\s*5.00 USD/,
  ]);
  await page.getByRole('combobox', { name: 'Then by' }).click();
  await page.getByRole('option', { name: 'Date (month)' }).click();
  await expect(groups.getByRole('row')).toHaveText([
    /Date \(month\)/,
    /G1\s*January 2026\s*2\s*10.10 EUR\s*5.00 USD/,
    /G1\s*February 2026\s*1\s*0.05 EUR/,
  ]);
  await expect(page.getByText('2 groups, 3 cloud bills')).toBeVisible();
  await expectUsableByEverybody(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download groups' }).click();
  expect((await download).suggestedFilename()).toContain('groups_');

  await groups.getByRole('link', { name: 'G1, January 2026: 2' }).press('Enter');
  const rows = page.getByRole('grid', { name: 'Cloud Bills' }).locator('tbody [data-col=amount]');
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Company Code: G1');
  await page.goBack();
  await expect(groups.getByRole('row')).toHaveCount(3);
  await page.reload();
  await expect(groups.getByRole('row')).toHaveCount(3);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('By company and month');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/view=\d+/);
  await page.goto('/auth/view/cloud_bills?by_provider=grouped');
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByRole('menuitem', { name: /By company and month/ }).click();
  await expect(groups.getByRole('row')).toHaveCount(3);
});

test('the editable table is grouped as its list, and a group leads to rows that can be edited', async ({
  page,
  api,
}) => {
  for (const currency of ['EUR', 'EUR', 'CHF'])
    await api.post('/cloud_bills', {
      date: '2026-03-31',
      currency,
      amount: '1',
      provider: 'grouped table',
      identifier: 'Grouped Table',
      company_code: 'G2',
    });
  await page.goto('/auth/crud/cloud_bills?by_provider=grouped+table');
  await page.getByRole('button', { name: 'Group', exact: true }).click();
  await page.getByRole('combobox', { name: 'Group by' }).click();
  await page.getByRole('option', { name: 'Currency' }).click();
  const groups = page.getByRole('table', { name: 'Groups of Cloud Bills' });
  await groups.getByRole('link', { name: 'EUR: 2' }).click();
  await expect(page).toHaveURL(/\/auth\/crud\/cloud_bills/);
  const rows = page.getByRole('grid', { name: 'Cloud Bills' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await rows.first().getByRole('button', { name: /^Edit/ }).click();
  await expect(rows.locator('[data-col=amount] input').first()).toHaveValue('1.00');
});
