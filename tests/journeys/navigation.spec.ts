import type { Page } from '@playwright/test';
import { departments } from '#resources/departments.ts';
import { expect, expectUsableByEverybody, narrow, test } from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';

test.use({ motion: true });

test('each model stands in the navigation once, with its table beside it', async ({ page }) => {
  await page.goto('/auth/home');
  const navigation = await unfoldedMenu(page);
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
  const navigation = await unfoldedMenu(page);
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

/** The entries that can be seen without scrolling, by what they say. */
async function inSight(page: Page): Promise<string[]> {
  return page.getByRole('complementary').evaluate((side) => {
    const seen: string[] = [];
    for (const entry of side.querySelectorAll('nav > a, nav button, nav li')) {
      const { top, bottom, left } = entry.getBoundingClientRect();
      const at = document.elementFromPoint(left + 20, (top + bottom) / 2);
      if (bottom > top && at !== null && (entry.contains(at) || at.contains(entry)))
        seen.push(entry.textContent);
    }
    return seen;
  });
}

test('few entries are in sight: groups are folded but for that of the screen, and Log Out is always there', async ({
  page,
}) => {
  const main = page.getByRole('navigation', { name: 'Main' });
  const open = main.locator('button[aria-expanded=true]');
  for (const [address, group] of [
    ['/auth/home', []],
    ['/auth/view/cloud_projects', ['CRUD']],
    ['/auth/crud/companies', ['CRUD']],
    ['/auth/sessions', ['Services']],
    ['/auth/view/drift_findings', ['Information']],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(open, address).toHaveText([...group]);
    const seen = await inSight(page);
    expect(seen.length, seen.join(', ')).toBeLessThanOrEqual(25);
    expect(seen).toContain('Log Out');
    await expect(main.getByRole('link', { name: 'Log Out' })).toBeInViewport({ ratio: 1 });
    if (group.length > 0)
      await expect(main.locator('[aria-current=page]'), address).toBeInViewport({ ratio: 0.9 });
  }
});

test('a folded group is opened by the keyboard, and stays open', async ({ page }) => {
  await page.goto('/auth/home');
  const group = page.getByRole('button', { name: 'Information', exact: true });
  await group.focus();
  await page.keyboard.press('Enter');
  const first = page.getByRole('link', { name: 'My Cloud', exact: true });
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.reload();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
});

test('the last visits move nothing when they come or change', async ({ page, factory }) => {
  const places = () =>
    page
      .getByRole('complementary')
      .locator('nav > a, nav button')
      .evaluateAll((all) => all.map((entry) => `${entry.textContent} ${entry.getBoundingClientRect().top}`));
  await page.goto('/auth/home');
  const quick = page.getByRole('navigation', { name: 'Quick access' });
  await expect(page.getByRole('button', { name: 'Last Visited' })).toBeVisible();
  const before = await places();
  for (let at = 0; at < 6; at += 1) {
    const { id, name } = await factory.create(departments, { name: `Passed By ${at} ${Date.now()}` });
    await page.goto(`/auth/view/departments/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: String(name) })).toBeVisible();
  }
  await page.goto('/auth/home');
  await expect(quick.getByRole('link')).toHaveCount(4);
  expect(await places()).toEqual(before);
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

test('favourites and what was visited last stand together, and are still there after a reload', async ({
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
    await expect(drawer.getByRole('link', { name: 'Log Out' })).toBeInViewport();
    await expectUsableByEverybody(page);
    await drawer
      .getByRole('navigation', { name: 'Quick access' })
      .getByRole('link', { name: 'Companies' })
      .click();
    await expect(page).toHaveURL(/\/auth\/view\/companies$/);
  });
});
