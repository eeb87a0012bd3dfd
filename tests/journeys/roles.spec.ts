import {
  expect,
  expectNoAxeViolations,
  expectUsableByEverybody,
  signIn,
  test as unmapped,
  untilLoaded,
} from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';
import { test } from '#tests/support/mapped-journey.ts';

test('an editor reads which role they have, by which group, and what each role may do', async ({ page }) => {
  await signIn(page, 'Priya Raman');
  await page.getByRole('button', { name: 'Search screens and records' }).click();
  await page.getByRole('combobox', { name: 'Search screens and records' }).fill('roles');
  await page.getByRole('option', { name: /^Roles/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeFocused();
  await expect(
    page.getByText('You may see everything, and change reference data, by the group ccoe-editors.'),
  ).toBeVisible();
  const groups = page.getByRole('table', { name: 'Who has which role' });
  await expect(groups.getByRole('row', { name: /^ccoe-editors Yours editor/ })).toBeVisible();
  await expect(groups.getByRole('row')).toHaveCount(6);
  const rights = page.getByRole('table', { name: 'Who may do what' });
  await expect(rights.getByRole('columnheader')).toHaveText([
    'What',
    'owner',
    'viewer',
    'editoryou',
    'operator',
    'admin',
  ]);
  await expect(rights.getByRole('row', { name: /everybody’s sessions/ }).getByRole('cell')).toHaveText([
    '–no',
    '–no',
    '–no',
    '–no',
    'yes',
  ]);
  const folded = rights.locator('summary').first();
  await folded.focus();
  await page.keyboard.press('Enter');
  await expect(rights.getByText(/Business Units, /).first()).toBeVisible();
  await expectUsableByEverybody(page);
});

test(
  'a viewer is offered nothing that they may not do, and is told why where they come by an address',
  { tag: '@core' },
  async ({ page }) => {
    await signIn(page, 'Tomás Herrera');
    const navigation = await unfoldedMenu(page);
    await expect(navigation.getByRole('link', { name: 'Cost Centers', exact: true })).toHaveCount(1);
    await expect(navigation.locator('a[href^="/auth/crud/"]')).toHaveCount(0);
    for (const address of ['/auth/create/departments', '/auth/edit/cost_centers/1']) {
      await page.goto(address);
      await expect(page.getByText(/^You may not (add|change) /)).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
    }
    await expectNoAxeViolations(page);
    await page.getByRole('main').getByRole('link', { name: 'To the list' }).click();
    await expect(page).toHaveURL(/\/auth\/view\/cost_centers$/);
    await untilLoaded(page);
    await expect(page.getByRole('button', { name: 'Add New Cost Center' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Editable Table/ })).toHaveCount(0);
    // Of the reports about bills the one that goes to every owner is not theirs to ask for.
    await page.goto('/auth/view/cloud_bills');
    await page.getByRole('button', { name: 'Export Data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export Data' });
    await expect(dialog.getByRole('combobox', { name: /^Identifier/ })).toBeVisible();
    await expect(dialog.getByText('All owners')).toHaveCount(0);
    await page.goto('/auth/create/cost_centers');
    await expect(page.getByRole('heading', { name: 'You may not add cost centers' })).toBeVisible();
    await page.getByRole('link', { name: 'Who may do what' }).click();
    await expect(
      page.getByText('You may see and download everything, by the group ccoe-viewers.'),
    ).toBeVisible();
  },
);

unmapped('without a map the page says so, and what follows', async ({ page }) => {
  await page.goto('/auth/roles');
  await expect(page.getByText('Roles are not in use')).toBeVisible();
  await expect(page.getByText(/Everybody who signs in may do everything, you too\./)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Who has which role' })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Who may do what' })).toBeVisible();
  await expectUsableByEverybody(page);
});
