import { departments } from '#resources/departments.ts';
import { expect, expectUsableByEverybody, narrow, test } from '#tests/support/journey.ts';

test.use({ motion: true });

test('each model stands in the navigation once, with its table beside it', async ({ page }) => {
  await page.goto('/auth/home');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Companies', exact: true })).toHaveCount(1);
  await navigation.getByRole('link', { name: 'Companies, editable table' }).click();
  await expect(page).toHaveURL(/\/auth\/crud\/companies$/);
  await expect(navigation.getByRole('link', { name: 'Companies, editable table' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test('every entry of the navigation leads to a screen that works', async ({ page }) => {
  // A hundred screens, each of which comes with its rows.
  await page.goto('/auth/home');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('button', { name: 'CRUD' })).toBeVisible();
  const links = await navigation
    .getByRole('link')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  const screens = links.filter((href) => href?.startsWith('/auth/'));
  expect(screens.length).toBeGreaterThan(5);
  for (const href of screens) {
    await navigation.locator(`a[href="${href}"]`).click();
    await expect(page).toHaveURL((url) => url.pathname === href);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.getByText('Not Found - 404')).toHaveCount(0);
    await expect(navigation.locator(`a[href="${href}"]`)).toHaveAttribute('aria-current', 'page');
  }
});

test('filters, order and columns stay from the list to its table and back, and so does what was cleared', async ({
  page,
}) => {
  const both = page.getByRole('group', { name: 'Companies: list or table' });
  const heads = page.getByRole('grid').getByRole('columnheader');
  await page.goto('/auth/view/companies?by_country=Malta&sort=-code&q=Mal');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Location', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Updated', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(both.getByRole('link', { name: 'View' })).toHaveAttribute('aria-current', 'page');
  await both.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/auth\/crud\/companies\?sort=-code&q=Mal&by_country=Malta$/);
  await expect(both.getByRole('link', { name: 'Edit' })).toHaveAttribute('aria-current', 'page');
  await expect(heads.filter({ hasText: 'Location' })).toHaveCount(0);
  await expect(heads.filter({ hasText: 'Updated' })).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/view\/companies\?by_country=Malta&sort=-code&q=Mal$/);
  await expect(heads.filter({ hasText: 'Updated' })).toHaveCount(1);

  await both.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await both.getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/companies\?sort=-code$/);
  await expect(heads.filter({ hasText: 'Location' })).toHaveCount(0);

  // A list that begins with a filter shows what its table showed.
  await page.goto('/auth/view/cloud_bills');
  await expect(page).toHaveURL(/by_date=/);
  const bills = page.getByRole('group', { name: 'Cloud Bills: list or table' });
  await bills.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/auth\/crud\/cloud_bills\?by_date=/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await bills.getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/cloud_bills$/);
});

test('favourites and what was visited last stand on top, and are still there after a reload', async ({
  page,
  factory,
}) => {
  const record = await factory.create(departments, { name: `Visited ${Date.now()}` });
  await page.goto(`/auth/view/departments/${record.id}`);
  await expect(page.getByRole('heading', { level: 1, name: String(record.name) })).toBeVisible();
  await page.goto('/auth/view/companies');
  const quick = page.getByRole('navigation', { name: 'Quick access' });
  await expect(quick.getByRole('link', { name: String(record.name) })).toBeVisible();
  await page.getByRole('button', { name: 'Favourite', exact: true }).click();
  await page.goto('/auth/home');
  await expect(quick.getByRole('button', { name: 'Favourites' })).toBeVisible();
  await quick.getByRole('button', { name: 'Last Visited' }).click();
  await expect(quick.getByRole('link', { name: String(record.name) })).toBeHidden();
  await page.reload();
  await expect(quick.getByRole('link', { name: String(record.name) })).toBeHidden();
  await expectUsableByEverybody(page, { frame: true });
  await quick.getByRole('link', { name: 'Companies' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/companies$/);
  await page.getByRole('button', { name: 'Favourite', exact: true }).click();
  await expect(quick.getByRole('button', { name: 'Favourites' })).toHaveCount(0);
});

test("on a record's screen its model is marked once, also where its list was visited before", async ({
  page,
  factory,
}) => {
  const record = await factory.create(departments, { name: 'Marked Once' });
  await page.goto('/auth/view/departments');
  await expect(page.getByRole('heading', { level: 1, name: 'Departments' })).toBeVisible();
  await page.goto(`/auth/view/departments/${record.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Marked Once' })).toBeVisible();
  const quick = page.getByRole('navigation', { name: 'Quick access' });
  await expect(quick.getByRole('link', { name: 'Departments' })).toBeVisible();
  const marked = page
    .getByRole('navigation', { name: /^(Main|Quick access)$/ })
    .locator('[aria-current=page]');
  await expect(marked).toHaveText(['Departments']);
});

test.describe('on a telephone', () => {
  test.use({ viewport: narrow });

  test('the drawer has all of it, and everybody can use it', async ({ page }) => {
    for (const [model, heading] of [
      ['companies', 'Companies'],
      ['departments', 'Departments'],
    ]) {
      await page.goto(`/auth/view/${model}`);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Open navigation' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('link', { name: 'Departments, editable table' })).toBeVisible();
    await expectUsableByEverybody(page);
    await drawer
      .getByRole('navigation', { name: 'Quick access' })
      .getByRole('link', { name: 'Companies' })
      .click();
    await expect(page).toHaveURL(/\/auth\/view\/companies$/);
  });
});
