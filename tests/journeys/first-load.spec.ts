import { expect, test } from '#tests/support/journey.ts';
import type { Page } from '@playwright/test';

/** The scripts that a page has asked for. */
const scripts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name }) => name),
  );

test(
  'a signed-in page has its files fetched before any script of it has run',
  { tag: '@core' },
  async ({ page }) => {
    // Nothing of the start comes, so nothing can ask for the rest.
    await page.route('**/assets/start-*.js', (route) => route.abort());
    const asked = ['models', 'frame', 'grid', 'list'].map((name) =>
      page.waitForRequest((request) => request.url().includes(`/assets/${name}-`)),
    );
    await page.goto('/auth/view/cost_centers');
    await Promise.all(asked);
  },
);

for (const [address, file] of [
  ['/auth/view/cost_centers', 'import-button'],
  ['/auth/customers', 'manager-screens'],
  ['/auth/cloud-billing', 'cloud-billing-page'],
  ['/auth/home', 'home-route'],
  ['/auth/create-aws-account', 'text-list-input'],
  ['/auth/create/cost_centers', 'ref-input'],
] as const)
  test(`so it has those of its screen alone: ${address}`, async ({ page }) => {
    await page.route('**/assets/start-*.js', (route) => route.abort());
    const asked = page.waitForRequest((request) => request.url().includes(`/assets/${file}-`));
    await page.goto(address);
    await asked;
  });

test('a pointer that rests where a link comes to be has nothing fetched until it moves', async ({ page }) => {
  const brand = { x: 12, y: 12 };
  await page.mouse.move(brand.x, brand.y);
  await page.goto('/auth/view/cost_centers');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Skyledger, home' })).toBeVisible();
  // What comes when the page is quiet comes last.
  await expect.poll(async () => (await scripts(page)).some((name) => name.includes('/menus-'))).toBe(true);
  const home = async () => (await scripts(page)).filter((name) => name.includes('/home-route-')).length;
  expect(await home()).toBe(0);
  await page.mouse.move(brand.x + 400, brand.y + 400);
  await page.mouse.move(brand.x, brand.y);
  await expect.poll(home).toBe(1);
});

test('what opens on a press is there before it is pressed, once the page is quiet', async ({ page }) => {
  await page.goto('/auth/view/cost_centers');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect.poll(async () => (await scripts(page)).some((name) => name.includes('/menus-'))).toBe(true);
});

test.describe('signed out', () => {
  test.use({ person: null });

  test('nothing of the desk is fetched', { tag: '@core' }, async ({ page }) => {
    await page.goto('/auth/view/cost_centers');
    await expect(page.getByRole('banner').getByText('Login', { exact: true })).toBeVisible();
    expect((await scripts(page)).filter((name) => /\/(?:models|frame|grid|list)-/.test(name))).toEqual([]);
  });
});
