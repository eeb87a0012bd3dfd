import { expect, test } from '#tests/support/journey.ts';
import type { Page } from '@playwright/test';

const MOST_BYTES = 280_000;

interface Fetched {
  name: string;
  initiatorType: string;
}

const scripts = (page: Page): Promise<Fetched[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => ({
        name: entry.name,
        initiatorType: (entry as PerformanceResourceTiming).initiatorType,
      })),
  );

test('a list stands with little script, which is fetched before any of it has run', async ({ page }) => {
  await page.goto('/auth/view/cost_centers');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  const fetched = await scripts(page);
  for (const name of ['models', 'frame', 'grid', 'list'])
    expect(fetched.find((one) => one.name.includes(`/${name}-`))?.initiatorType, name).toBe('link');

  let bytes = 0;
  for (const { name } of fetched) {
    const answer = await page.request.get(name, { headers: { 'accept-encoding': 'gzip' } });
    bytes += Number(answer.headers()['content-length'] ?? (await answer.body()).byteLength);
  }
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test('what opens on a press is there before it is pressed, once the page is quiet', async ({ page }) => {
  await page.goto('/auth/view/cost_centers');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect
    .poll(async () => (await scripts(page)).some(({ name }) => name.includes('/menus-')), { timeout: 15_000 })
    .toBe(true);
});

test('somebody who is not signed in fetches nothing of the desk', async ({ browser, portal }) => {
  const context = await browser.newContext({ baseURL: portal.url });
  const page = await context.newPage();
  await page.goto('/auth/view/cost_centers');
  await expect(page.getByRole('banner').getByText('Login', { exact: true })).toBeVisible();
  expect((await scripts(page)).filter(({ name }) => /\/(?:models|frame|grid|list)-/.test(name))).toEqual([]);
  await context.close();
});
