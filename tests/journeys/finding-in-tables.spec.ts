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

test(
  'any column narrows where it is read, in the list as in its table, and a chip takes each filter away',
  { tag: '@core' },
  async ({ page, api }) => {
    const department = `Department of ${'very '.repeat(12)}long names`;
    const made = await api.post('/departments', { name: department });
    const { identifier } = await costCenter(api, {
      active_at: '2001-02-03',
      departments_id: made.body.data.id,
    });
    const at = (column: string) => page.getByRole('searchbox', { name: `Search ${column}` });
    const chips = page.getByRole('list', { name: 'Filters' });
    await page.goto('/auth/view/cost_centers');
    await at('Active At').fill('Feb 2001');
    await at('Department').fill(department);
    await at('Department').press('Enter');
    await expect(page).toHaveURL(/by_active_at=2001-02&by_department_name=Department/);
    await expect(rowOf(page, identifier)).toBeVisible();
    const whole = chips.getByText(`Department: ${department}`);
    await expect(whole).toBeInViewport({ ratio: 1 });
    expect(await whole.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    await expectUsableByEverybody(page);

    await page.getByRole('group', { name: 'Cost Centers: list or table' }).getByText('Edit').click();
    await expect(button(page, `Edit ${identifier}`)).toBeVisible();
    await expect(at('Active At')).toHaveValue('Feb-2001');
    await chips.getByRole('button', { name: 'Remove the filter Active At' }).click();
    await expect(at('Active At')).toHaveValue('');
    await expect(at('Department')).toHaveValue(department);
    await expect(page).toHaveURL(/crud\/cost_centers\?by_department_name=/);
    await page.goBack();
    await expect(at('Active At')).toHaveValue('Feb-2001');
    await page.goBack();
    await expect(page).toHaveURL(/view\/cost_centers\?by_active_at=2001-02&by_department_name=/);
    await expect(rowOf(page, identifier)).toBeVisible();
  },
);

test('the counts stay those of the list while a row in editing stands beside what is searched', async ({
  page,
  api,
}) => {
  const edited = await costCenter(api);
  const sought = await costCenter(api);
  await openTable(page, `?by_identifier=${String(edited.identifier)}`);
  await button(page, `Edit ${edited.identifier}`).click();
  await page.getByRole('searchbox', { name: 'Search Identifier' }).fill(String(sought.identifier));
  await expect(rowOf(page, sought.identifier)).toBeVisible();
  await expect(button(page, `Save ${edited.identifier}`)).toBeVisible();
  await expect(page.locator('tr[data-row]')).toHaveCount(2);
  await expect(page.getByRole('status').getByText('Showing 1–1 of 1')).toBeAttached();
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
