import type { Page } from '@playwright/test';
import { costCenter, openTable, rowOf } from '#tests/support/cost-center-table.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

const codeOf = (page: Page, identifier: unknown) =>
  rowOf(page, identifier).locator('td[data-col=company_code]');
const changes = (page: Page) => page.getByRole('region', { name: 'What would change' });

test('Ctrl+D fills the selected rows with the first one’s value, which is shown first and undone at once', async ({
  page,
  api,
}) => {
  // The newest is the first.
  const last = await costCenter(api, { company_code: '11' });
  const same = await costCenter(api, { company_code: '77' });
  const first = await costCenter(api, { company_code: '77' });
  await openTable(page);
  for (const { identifier } of [first, same, last])
    await page.getByRole('checkbox', { name: new RegExp(String(identifier)) }).check();
  await codeOf(page, last.identifier).focus();
  await page.keyboard.press('ControlOrMeta+d');
  const dialog = page.getByRole('dialog', { name: 'Fill down Company Code' });
  await expect(dialog.getByText('1 changes, 1 is as it is.')).toBeVisible();
  await expect(changes(page)).toContainText(String(last.identifier));
  await expect(changes(page)).toContainText('Company Code: 11 → 77');
  await expectUsableByEverybody(page);
  expect((await api.get(`/cost_centers/${last.id}`)).body.data).toMatchObject({ company_code: '11' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 cost center has been updated!')).toBeVisible();
  await expect(codeOf(page, last.identifier)).toHaveText('77');
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(codeOf(page, last.identifier)).toHaveText('11');
});

test('what cannot be filled down says why, and the key is listed', async ({ page, api }) => {
  const below = await costCenter(api);
  const above = await costCenter(api);
  await openTable(page);
  await codeOf(page, below.identifier).focus();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(page.getByText('There is nothing to fill')).toBeVisible();
  for (const { identifier } of [above, below])
    await page.getByRole('checkbox', { name: new RegExp(String(identifier)) }).check();
  await rowOf(page, below.identifier).locator('td[data-col=identifier]').focus();
  await page.keyboard.press('ControlOrMeta+d');
  await expect(page.getByText('Identifier cannot be filled down')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByText('Fill the selected rows with the value of the first one')).toBeVisible();
});
