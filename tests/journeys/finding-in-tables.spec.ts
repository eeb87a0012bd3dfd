import { button, costCenter, openTable, rowOf, table } from '#tests/support/cost-center-table.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';

test('search, sort and page stand in the address, and Back undoes them', async ({ page, api }) => {
  const { identifier } = await costCenter(api);
  await openTable(page);
  await page.getByRole('searchbox', { name: 'Search Identifier' }).fill(String(identifier));
  await expect(page).toHaveURL(new RegExp(`by_identifier=${identifier}`));
  await expect(page.getByRole('status').getByText('Showing 1–1 of 1')).toBeAttached();
  await page.getByRole('button', { name: 'Active At' }).click();
  await expect(page.getByRole('columnheader', { name: 'Active At' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.reload();
  await expect(rowOf(page, identifier)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('columnheader', { name: 'Active At' })).not.toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search Identifier' })).toHaveValue('');

  await page.getByRole('searchbox', { name: 'Search Identifier' }).fill('nothing is called this');
  await expect(page.getByText('No cost centers match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search', exact: true }).click();
  await expect(rowOf(page, identifier)).toBeVisible();
});

test('arrow keys move between cells and rows while nothing is edited', async ({ page, api }) => {
  const below = await costCenter(api);
  const above = await costCenter(api);
  await openTable(page);
  await rowOf(page, above.identifier).locator('[data-lead]').click();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, below.identifier).locator('[data-lead]')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(rowOf(page, below.identifier).locator('[data-lead] + td')).toBeFocused();
  await page.keyboard.press('End');
  await expect(button(page, `Edit ${below.identifier}`)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button(page, `Copy ${below.identifier}`)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('F2');
  await expect(table(page).getByRole('textbox', { name: 'Identifier', exact: true })).toBeFocused();
});

test('a second new cloud contact waits for the first', async ({ page }) => {
  const email = `new.contact.${Date.now()}@example.com`;
  await page.goto('/auth/view/cloud_contacts');
  await page.getByRole('button', { name: 'Add a Row' }).click();
  await page.getByRole('button', { name: 'Add a Row' }).click();
  await expect(page.getByText('Cancel your last add first!')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'New Cloud Contact' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully added a new cloud contact!')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Cloud Contacts' }).getByText(email)).toBeVisible();

  await page.getByRole('button', { name: 'Add a Row' }).click();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('alert').getByText('A cloud contact with this email exists already.'),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email);
});

test('everybody can use the editable table and the row to add', async ({ page, api }) => {
  await costCenter(api);
  await openTable(page);
  await page.getByRole('button', { name: 'Add a Row' }).click();
  await button(page, 'Save the new cost center').click();
  await expect(page.getByText('Identifier is required.')).toBeVisible();
  await expectUsableByEverybody(page);
});

test('everybody can use the row in editing and its question', async ({ page, api }) => {
  const { identifier } = await costCenter(api);
  await openTable(page);
  await button(page, `Edit ${identifier}`).click();
  const input = table(page).getByRole('textbox', { name: 'Identifier', exact: true });
  await expect(input).toBeFocused();
  await input.fill(`${identifier} changed`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Sure to cancel?' })).toBeVisible();
  await expectUsableByEverybody(page);
});

for (const [screen, name] of [
  ['a list', 'Search'],
  ['a table', 'Search Identifier'],
])
  test(`Back wins over a search of ${screen} that was not told yet`, async ({ page }) => {
    await page.goto('/auth/home');
    const address = name === 'Search' ? '/auth/view/cost_centers' : '/auth/crud/cost_centers';
    await (await unfoldedMenu(page)).locator(`a[href="${address}"]`).click();
    const grid = page.getByRole('grid', { name: 'Cost Centers' });
    await expect(grid).toHaveAttribute('aria-busy', 'false');
    await page.getByRole('button', { name: 'Active At' }).click();
    await expect(page).toHaveURL(/sort=active_at/);
    await page.getByRole('searchbox', { name: name, exact: true }).pressSequentially('late');
    await page.goBack();
    // Longer than the pause after which a search is told.
    await page.waitForTimeout(700);
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(page.getByRole('searchbox', { name: name, exact: true })).toHaveValue('');
  });
