import type { Page } from '@playwright/test';
import { expect, narrow, signIn, test, wide, untilLoaded } from '#tests/support/journey.ts';

// With the scroll bars that a person's browser has and a headless one hides.
test.use({
  motion: true,
  newBrowser: true,
  launchOptions: {
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

/** Where the heading begins and the content ends, in pixels. */
const edges = (page: Page) =>
  page.evaluate(() => ({
    heading: document.querySelector('h1')?.getBoundingClientRect().left,
    content: document.querySelector('main')?.getBoundingClientRect().right,
  }));

for (const address of ['/auth/view/cost_centers', '/auth/outbox', '/auth/home'])
  test(`a dialog, the palette and the drawer move nothing on ${address}`, async ({ page }) => {
    for (const viewport of [wide, narrow]) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await untilLoaded(page);
      const before = await edges(page);
      for (const keys of ['?', 'Control+k']) {
        await page.keyboard.press(keys);
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await edges(page)).toEqual(before);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect(await edges(page)).toEqual(before);
      }
    }
    const before = await edges(page);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await edges(page)).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await edges(page)).toEqual(before);
  });

test('a list of more rows than are in sight has a scroll bar at its side, and none below it', async ({
  page,
}) => {
  for (const model of ['cloud_parents', 'cloud_contacts']) {
    await page.goto(`/auth/view/${model}`);
    await expect(page.locator('tr[data-row]').first()).toBeVisible();
    await untilLoaded(page);
    const room = await page.locator('[data-scroller]').evaluate((box) => ({
      bar: (box as HTMLElement).offsetWidth - box.clientWidth,
      below: box.scrollHeight - box.clientHeight,
      beside: box.scrollWidth - box.clientWidth,
    }));
    expect(room.bar, model).toBeGreaterThan(10);
    expect(room.below, model).toBeGreaterThan(0);
    expect(room.beside, model).toBe(0);
  }
});

test('the dialog of a report moves nothing', async ({ page }) => {
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport);
    await page.goto('/auth/home');
    await untilLoaded(page);
    const before = await edges(page);
    await page.getByRole('button', { name: 'Send Inventory Report' }).click();
    await expect(page.getByRole('dialog', { name: 'Send Inventory Report' })).toBeVisible();
    expect(await edges(page)).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await edges(page)).toEqual(before);
  }
});

/** How the landing page is set, element by element. */
const looks = (page: Page) =>
  page.evaluate(() =>
    ['body', 'h1', 'main p', 'main button', 'header a'].map((selector) => {
      const element = document.querySelector(selector);
      if (!element) return `${selector}: none`;
      const { fontFamily, fontSize, fontWeight, lineHeight, color, margin } = getComputedStyle(element);
      return [selector, fontFamily, fontSize, fontWeight, lineHeight, color, margin].join(' | ');
    }),
  );

test.describe('signed out', () => {
  test.use({ person: null });

  test('the landing page looks after log-out as it did before', async ({ page }) => {
    await page.goto('/unauth/home');
    await page.getByRole('button', { name: 'Login' }).waitFor();
    const before = await looks(page);
    await signIn(page, 'Maya Okafor');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log Out' }).click();
    await page.waitForURL('**/unauth/home');
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(await looks(page)).toEqual(before);
  });

  test('the typeface comes with the portal and is there at the first paint', async ({ page }) => {
    const fonts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
    });
    await page.goto('/unauth/home');
    await page.waitForLoadState('networkidle');
    expect(fonts).toEqual([expect.stringMatching(/^\/assets\/inter-latin-wght-normal-.+\.woff2$/)]);
    expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
  });
});

for (const { address, person } of [
  { address: '/unauth/home', person: null },
  { address: '/auth/view/cost_centers', person: 'Maya Okafor' },
])
  test.describe(`on a slow line at ${address}`, () => {
    test.use({ person });

    test('the frame of the page is there before its scripts, and goes with them', async ({ page }) => {
      const release = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await release.promise;
        await route.continue();
      });
      await page.goto(address, { waitUntil: 'commit' });
      const frame = page.locator('#skeleton');
      await expect(frame).toBeVisible();
      await expect(page.locator('#root')).toBeEmpty();
      expect(await frame.locator('.side').isVisible()).toBe(person !== null);
      expect(await frame.innerText()).toBe('');
      release.resolve();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(frame).toBeHidden();
    });
  });
