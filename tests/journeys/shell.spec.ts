import {
  expect,
  expectNoAxeViolations,
  expectUsableByEverybody,
  narrow,
  test,
  untilLoaded,
} from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';
import { apiOf } from '#tests/support/page-api.ts';

test.use({ motion: true });

test(
  'a keyboard skips to the content, opens and folds a group, and finds the heading focused after a navigation',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto('/auth/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();

    const group = page.getByRole('button', { name: 'CRUD' });
    await group.focus();
    await page.keyboard.press('Enter');
    await expect(group).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Enter');
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Companies', exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeFocused();
    await expect(page).toHaveTitle('Companies · Skyledger');
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Home');
  },
);

test(
  'light or dark stays as it was chosen, and auto follows the system',
  { tag: '@core' },
  async ({ page }) => {
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/auth/home');
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(scheme).toBe('dark');
    await page.reload();
    await page.getByRole('button', { name: 'Appearance' }).click();
    expect(await scheme()).toBe('dark');
    await page.getByRole('menuitemradio', { name: 'Like the system' }).click();
    await expect.poll(scheme).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(scheme).toBe('dark');
  },
);

test('the account menu tells who is signed in and leads out', { tag: '@core' }, async ({ page }) => {
  await page.goto('/auth/home');
  await page.getByRole('button', { name: 'Account of Maya Okafor' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('maya.okafor@example.com');
  await expect(menu).toContainText('admin');
  await expect(menu.getByRole('menuitem', { name: 'Log Out' })).toHaveAttribute('href', '/unauth/logout');
  const docs = await menu.getByRole('menuitem', { name: 'API documentation' }).getAttribute('href');
  expect((await page.request.get(String(docs))).status()).toBe(200);
});

for (const address of [
  '/nowhere',
  '/auth',
  '/auth/',
  '/auth/nowhere',
  '/auth/view/no_such_model',
  '/auth/fly/companies',
])
  test(`${address} is not found, and the way home works`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Not Found - 404' })).toBeVisible();
    await expect(page).toHaveTitle('Not Found - 404 · Skyledger');
    await page.getByRole('button', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/auth\/home$/);
  });

test('the start page shows what changed last', async ({ page }) => {
  await page.goto('/auth/home');
  const api = await apiOf(page);
  const name = `Department of ${Date.now()}`;
  await api.post('/departments', { name });
  await page.reload();
  await page.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/\/auth\/view\/departments/);
});

test.describe('on a phone', () => {
  test.use({ viewport: narrow });

  test(
    'the navigation is a drawer that closes on arrival and gives the focus back',
    { tag: '@core' },
    async ({ page }) => {
      await page.goto('/auth/home');
      const opener = page.getByRole('button', { name: 'Open navigation' });
      await opener.click();
      const drawer = page.getByRole('dialog');
      await expect(drawer.getByRole('link', { name: 'Log Out' })).toBeVisible();
      await expectNoAxeViolations(page);
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
      await expect(opener).toBeFocused();
      await opener.click();
      await (await unfoldedMenu(drawer)).getByRole('link', { name: 'Cloud Contacts' }).first().click();
      await expect(drawer).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: 'Cloud Contacts' })).toBeVisible();
    },
  );
});

for (const address of ['/auth/home', '/auth/nowhere', '/redirect'])
  test(`everybody can use ${address}`, async ({ page }) => {
    await page.goto(address);
    await expect(page.locator('h1')).toBeVisible();
    await untilLoaded(page);
    await expectUsableByEverybody(page, { frame: true });
  });

test('the start page does not jump while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/auth/home');
  await untilLoaded(page);
  const sum = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
  expect(sum).toBeLessThan(0.05);
});

test.describe('the landing page', () => {
  test.use({ person: null });

  test('fetches scripts of the portal, and nothing from elsewhere', async ({ page, baseURL }) => {
    let scripts = 0;
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(String(baseURL)).origin) elsewhere.push(request.url());
      if (request.resourceType() === 'script') scripts += 1;
    });
    await page.goto('/unauth/home');
    await page.waitForLoadState('networkidle');
    expect(scripts).toBeGreaterThan(1);
    expect(elsewhere).toEqual([]);
  });

  for (const address of ['/unauth/home', '/redirect', '/nowhere'])
    test(`has a header with Login only at ${address}`, async ({ page }) => {
      await page.goto(address);
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/api/auth/saml');
      await expect(header.getByRole('link')).toHaveCount(1);
      await expect(header.getByRole('button')).toHaveCount(0);
    });

  test('lets the logo rest after three seconds', async ({ page }) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Animation.enable');
    // Held at its beginning, it is looked at in time on any machine.
    await browser.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await page.goto('/unauth/home');
    await page.getByRole('button', { name: 'Login' }).waitFor();
    const ends = await page.evaluate(() =>
      document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
    );
    expect(Math.max(...ends)).toBe(3000);
    await browser.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await expect
      .poll(() =>
        page.evaluate(() => document.getAnimations().some(({ playState }) => playState === 'running')),
      )
      .toBe(false);
  });

  test('does not move for people who asked for less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/unauth/home');
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});

test.describe('with motion', () => {
  test.use({ motion: true });

  test('the frame moves nothing that a page would draw anew while its screen comes', async ({ page }) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Animation.enable');
    await browser.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await page.goto('/auth/view/companies');
    await expect(page.getByRole('grid').locator('[data-row]').first()).toBeVisible();
    const moved = await page.evaluate(() =>
      document.getAnimations().map(({ effect }) => {
        if (!(effect instanceof KeyframeEffect)) return 'no keyframes';
        // A browser moves whole elements by itself; the parts of a picture it draws in each frame.
        const isPart = effect.target instanceof SVGElement && effect.target.ownerSVGElement !== null;
        const how = ['offset', 'computedOffset', 'easing', 'composite'];
        const changed = Object.keys(effect.getKeyframes()[0] ?? {}).filter((key) => !how.includes(key));
        return `${isPart ? 'a part of a picture' : 'an element'} by ${changed.join(', ')}`;
      }),
    );
    expect(moved.length).toBeGreaterThan(0);
    expect(new Set(moved)).toEqual(new Set(['an element by transform']));
  });
});
