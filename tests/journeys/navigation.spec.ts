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

test('View and Edit lead from the list to the table and back, each as it was left', async ({ page }) => {
  await page.goto('/auth/view/companies?by_country=Malta');
  const both = page.getByRole('group', { name: 'Companies: list or table' });
  await expect(both.getByRole('link', { name: 'View' })).toHaveAttribute('aria-current', 'page');
  await both.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/auth\/crud\/companies$/);
  await expect(both.getByRole('link', { name: 'Edit' })).toHaveAttribute('aria-current', 'page');
  await both.getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/companies\?by_country=Malta$/);
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
