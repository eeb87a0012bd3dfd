import type { Page } from '@playwright/test';
import { costCenter } from '#tests/support/cost-center-table.ts';
import { expect, expectUsableByEverybody, narrow, test, untilLoaded } from '#tests/support/journey.ts';

test.use({ motion: true });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const input = (page: Page) => page.getByRole('combobox', { name: 'Search screens and records' });
/** Opens it with the keyboard. */
async function open(page: Page) {
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
}
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true });

test.beforeEach(async ({ page }) => {
  await page.goto('/auth/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test(
  'Ctrl+K goes to any screen by a few letters, and the focus reads its heading',
  { tag: '@core' },
  async ({ page }) => {
    await open(page);
    await expect(option(page, /^Home/)).toBeVisible();
    await page.keyboard.type('depart');
    await expect(chosen(page)).toHaveText(/^Departments/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/auth\/view\/departments$/);
    await expect(palette(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Departments' })).toBeFocused();
  },
);

test(
  'a record is found by its identifier while it is typed, and Enter opens it',
  { tag: '@core' },
  async ({ page, api }) => {
    const { id, identifier } = await costCenter(api);
    await page.getByRole('button', { name: 'Search screens and records' }).click();
    await input(page).fill(String(identifier));
    await expect(option(page, String(identifier))).toHaveAttribute('aria-selected', 'true');
    await expect(palette(page).getByRole('group', { name: 'Cost Centers' })).toBeVisible();
    await expect(input(page)).toHaveAttribute(
      'aria-activedescendant',
      String(await chosen(page).getAttribute('id')),
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/auth/view/cost_centers/${id}$`));
  },
);

test('a person is found by a part of the name, with the name beside the email', async ({ page, api }) => {
  const email = `m.curie.${Date.now()}@example.com`;
  const { body } = await api.post('/cloud_contacts', { email, name: 'Marie Sklodowska' });
  await open(page);
  await page.keyboard.type('SKLODOW');
  const person = option(page, new RegExp(`${email}.*Name: Marie Sklodowska`));
  await expect(person).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(person).toHaveAttribute('aria-selected', 'true', { timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/auth/view/cloud_contacts/${body.data.id}$`));
});

test('Enter before the answer opens the best hit once it is there', async ({ page, api }) => {
  const { id, identifier } = await costCenter(api);
  await page.route('**/api/search?*', async (route) => {
    await new Promise((done) => setTimeout(done, 600));
    await route.continue();
  });
  await open(page);
  await input(page).fill(String(identifier));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/auth/view/cost_centers/${id}$`));
});

test('an answer that comes late is not shown for another text', async ({ page, api }) => {
  const { identifier } = await costCenter(api);
  await page.route('**/api/search?*', async (route) => {
    if (route.request().url().includes(String(identifier)))
      await new Promise((done) => setTimeout(done, 1_500));
    await route.continue().catch(() => undefined);
  });
  await open(page);
  const asked = page.waitForRequest((request) => request.url().includes(String(identifier)));
  await input(page).fill(String(identifier));
  await asked;
  await input(page).fill('no such record anywhere');
  await expect(palette(page).getByText('Nothing found for “no such record anywhere”')).toBeVisible();
  await page.waitForTimeout(2_000);
  await expect(option(page, String(identifier))).toHaveCount(0);
});

test('more hits than fit lead to the list of all of them', async ({ page, api }) => {
  const mark = `Many ${Date.now()}`;
  for (let n = 1; n <= 6; n++) await api.post('/departments', { name: `${mark} ${n}` });
  await open(page);
  await input(page).fill(mark);
  await option(page, `All Departments with “${mark}”`).click();
  await expect(page).toHaveURL(/\/auth\/view\/departments\?q=Many/);
  await expect(page.getByRole('grid').getByRole('link', { name: mark })).toHaveCount(6);
});

test('a search that fails says so and can be tried again, and screens are found meanwhile', async ({
  page,
}) => {
  await page.route('**/api/search?*', (route) => route.abort());
  await open(page);
  await page.keyboard.type('compan');
  await expect(palette(page).getByText('The records could not be searched')).toBeVisible();
  await expect(option(page, /^Companies/).first()).toBeVisible();
  await page.unroute('**/api/search?*');
  await palette(page).getByRole('button', { name: 'Retry' }).click();
  await expect(palette(page).getByText('The records could not be searched')).toBeHidden();
});

test('what is typed before the palette is here is not lost, and is no shortcut', async ({ page }) => {
  await page.goto('/auth/view/companies');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await page.route('**/assets/palette-*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 700));
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new depx');
  await page.keyboard.press('Backspace');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('art');
  await expect(input(page)).toHaveValue('new depart');
  await expect(chosen(page)).toHaveText(/^Add New Department/);
  await expect(page).toHaveURL(/\/auth\/view\/companies$/);
});

test('Escape closes it and gives the focus back', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Search screens and records' });
  await button.press('Enter');
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test('the keys open it again, empty, in the moment in which it or another dialog closes', async ({
  page,
}) => {
  await open(page);
  await page.keyboard.type('depart');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(option(page, /^Home/)).toBeVisible();
  await expect(input(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(option(page, /^Home/)).toBeVisible();
  await page.keyboard.type('compan');
  await expect(chosen(page)).toHaveText(/^Companies/);
  await expect(input(page)).toBeFocused();
});

test('a record that was found says whose it is, and can be edited from its screen', async ({ page, api }) => {
  const { id, identifier, cloud_contact_email, companies_code } = await costCenter(api);
  await open(page);
  await input(page).fill(String(identifier));
  await expect(option(page, String(identifier))).toContainText(
    `${String(cloud_contact_email)} · ${String(companies_code)}`,
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: String(identifier) })).toBeVisible();
  await open(page);
  await input(page).fill('');
  await option(page, 'Edit This Cost Center').click();
  await expect(page).toHaveURL(new RegExp(`/auth/edit/cost_centers/${id}$`));
  await open(page);
  await expect(
    palette(page).getByRole('group', { name: 'Last visited' }).getByRole('option').first(),
  ).toContainText(String(identifier));
});

test('a screen that comes while it is open leaves it the focus', async ({ page, api }) => {
  const { id, identifier } = await costCenter(api);
  const release = Promise.withResolvers<void>();
  await page.route('**/assets/forms-*.js', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto(`/auth/view/cost_centers?by_id=${id}`);
  await page
    .getByRole('grid')
    .getByRole('link', { name: String(identifier) })
    .click();
  await open(page);
  await expect(page.locator('h1', { hasText: String(identifier) })).toHaveCount(0);
  release.resolve();
  await expect(page.locator('h1', { hasText: String(identifier) })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/auth/view/cost_centers/${id}$`));
  await untilLoaded(page);
  await page.keyboard.type('depart');
  await expect(input(page)).toHaveValue('depart');
  await expect(input(page)).toBeFocused();
});

test('every import that it offers opens', async ({ page }) => {
  await open(page);
  await input(page).fill('import');
  await expect(option(page, /^Import /).first()).toBeVisible();
  const offered = await option(page, /^Import /).allInnerTexts();
  await page.keyboard.press('Escape');
  for (const text of offered) {
    const name = text.split('\n')[0] ?? '';
    await open(page);
    await input(page).fill(name);
    await option(page, name).first().click();
    await expect(page.getByRole('dialog', { name: /import/i }), name).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog'), name).toHaveCount(0);
  }
});

test('what can be done is found by its name and done at once', { tag: '@core' }, async ({ page }) => {
  await open(page);
  await page.keyboard.type('import cost');
  await expect(chosen(page)).toContainText('Import Cost Centers');
  await page.keyboard.press('Enter');
  const importing = page.getByRole('dialog', { name: /import/i });
  await expect(importing).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(importing).toBeHidden();
  await expect(page).toHaveURL(/\/auth\/view\/cost_centers$/);

  await open(page);
  await input(page).fill('send inv');
  await page.keyboard.press('Enter');
  const report = page.getByRole('dialog', { name: 'Send Inventory Report' });
  await expect(report.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(report).toBeHidden();

  await open(page);
  await input(page).fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test.describe('on a telephone', () => {
  test.use({ viewport: narrow });

  test('records are found by touching them', async ({ page, api }) => {
    const { id, identifier } = await costCenter(api);
    await page.getByRole('button', { name: 'Search screens and records' }).click();
    await input(page).fill(String(identifier));
    await option(page, String(identifier)).click();
    await expect(page).toHaveURL(new RegExp(`/auth/view/cost_centers/${id}$`));
  });
});

test('everybody can use the palette', async ({ page, api }) => {
  test.slow();
  const { identifier } = await costCenter(api);
  await page.getByRole('button', { name: 'Search screens and records' }).click();
  await expect(option(page, /^Home/)).toBeVisible();
  await expectUsableByEverybody(page);
  await input(page).fill(String(identifier).slice(0, 6));
  await expect(option(page, /^T\d+/).first()).toBeVisible();
  await expectUsableByEverybody(page);
  await input(page).fill('zqzq');
  await expect(palette(page).getByText('Nothing found for “zqzq”')).toBeVisible();
  await expectUsableByEverybody(page);
});
