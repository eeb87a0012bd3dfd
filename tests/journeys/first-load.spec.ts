import { expect, test, untilLoaded } from '#tests/support/journey.ts';
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
    const asked = ['frame', 'list'].map((name) =>
      page.waitForRequest((request) => request.url().includes(`/assets/${name}-`)),
    );
    await page.goto('/auth/view/cost_centers');
    await Promise.all(asked);
  },
);

for (const [address, file] of [
  ['/auth/create/cost_centers', 'forms'],
  ['/auth/create-aws-account', 'factory'],
  ['/auth/billing-automation', 'billing'],
] as const)
  test(`so it has those of its screen: ${address}`, async ({ page }) => {
    await page.route('**/assets/start-*.js', (route) => route.abort());
    const asked = page.waitForRequest((request) => request.url().includes(`/assets/${file}-`));
    await page.goto(address);
    await asked;
  });

for (const address of [
  '/auth/view/cost_centers',
  '/auth/view/cost_centers/1',
  '/auth/crud/cost_centers',
  '/auth/create/cost_centers',
  '/auth/home',
  '/auth/billing-automation',
  '/auth/roles',
])
  test(`a first visit fetches few files: ${address}`, async ({ page }) => {
    await page.goto(address);
    await untilLoaded(page);
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /[.](?:js|css)$/.test(name))
        .map(({ name }) => name),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(files.length, files.join(' ')).toBeLessThanOrEqual(20);
  });

test('a pointer that rests where a link comes to be has nothing fetched until it moves', async ({ page }) => {
  await page.goto('/auth/view/budgets');
  const link = page.getByRole('complementary').getByRole('link', { name: 'Cloud Billing' });
  await link.hover();
  await page.reload();
  await expect(link).toBeVisible();
  // What comes when the page is quiet comes last.
  await expect.poll(async () => (await scripts(page)).some((name) => name.includes('/menus-'))).toBe(true);
  const own = async () => (await scripts(page)).filter((name) => name.includes('/cloud-billing-')).length;
  expect(await own()).toBe(0);
  await page.mouse.move(800, 600);
  await link.hover();
  await expect.poll(own).toBe(1);
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
    expect((await scripts(page)).filter((name) => /\/(?:frame|list)-/.test(name))).toEqual([]);
  });
});
