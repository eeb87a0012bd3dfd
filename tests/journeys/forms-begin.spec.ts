import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { costCenter } from '#tests/support/cost-center-table.ts';
import { expect, expectUsableByEverybody, narrow, test, untilLoaded } from '#tests/support/journey.ts';

test('a form begins at its first field, whichever way one comes to it', async ({ page, api }) => {
  const { id } = await costCenter(api);
  await page.goto('/auth/view/cost_centers');
  await untilLoaded(page);
  await page.getByRole('link', { name: 'Add New Cost Center' }).click();
  // The rows of the list that is left have the word in their names.
  const identifier = page.getByRole('textbox', { name: 'Identifier', exact: true });
  await expect(identifier).toBeFocused();
  await page.keyboard.type('typed at once');
  await expect(identifier).toHaveValue('typed at once');
  await page.goto(`/auth/edit/cost_centers/${id}`);
  await expect(identifier).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await untilLoaded(page);
  await expectUsableByEverybody(page);
});

for (const { page: address, action } of cloudRequests)
  test(`the request "${action}" begins with who pays, whose list is closed`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('combobox', { name: 'Cost Center', exact: true })).toBeFocused();
    await expect(page.getByRole('option')).toHaveCount(0);
  });

test('on a phone a form leaves its fields alone, so that no keyboard hides it', async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto('/auth/view/departments');
  await untilLoaded(page);
  await page.goto('/auth/create/departments');
  await untilLoaded(page);
  await expect(page.getByLabel('Name')).toBeVisible();
  await expect(page.getByLabel('Name')).not.toBeFocused();
});
