import type { Page } from '@playwright/test';
import { apiClient } from '#tests/support/api.ts';
import { expect, signIn, test as base } from '#tests/support/journey.ts';
import { storedSession } from '#tests/support/page-api.ts';
import { spawnPortal, type SpawnedPortal } from '#tests/support/spawned-portal.ts';

const KEPT = 'skyledger.session';

base.describe('a browser that keeps a session which does not count', () => {
  base.use({ person: null });

  /** Notes on every page whether anything of the portal was ever shown. */
  const watchShell = (page: Page) =>
    page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('nav[aria-label="Main"], [role="grid"], main table'))
          sessionStorage.setItem('shown', 'true');
      }).observe(document, { childList: true, subtree: true });
    });

  const shown = (page: Page) => page.evaluate(() => sessionStorage.getItem('shown'));

  const spoil: [string, (session: Record<string, string>) => string][] = [
    ['a forged one', (session) => JSON.stringify({ ...session, 'access-token': `sks_${'A'.repeat(43)}` })],
    ['that of somebody else', (session) => JSON.stringify({ ...session, uid: 'jonas@example.com' })],
    ['that of another client', (session) => JSON.stringify({ ...session, client: 'x'.repeat(32) })],
    ['half of one', (session) => JSON.stringify({ 'access-token': session['access-token'] })],
    ['text that is no session', () => '{"access-token":'],
    ['a list', () => '[]'],
    ['markup', () => '"><script>alert(1)</script>'],
  ];
  for (const [name, change] of spoil)
    base(`such as ${name} is shown the landing page, and nothing before it`, async ({ page }) => {
      await signIn(page, 'Maya Okafor');
      const session = (await storedSession(page)) ?? {};
      await page.evaluate(
        ([key, value]) => localStorage.setItem(String(key), String(value)),
        [KEPT, change(session)],
      );
      await watchShell(page);
      await page.goto('/auth/view/cost_centers');
      await expect(page).toHaveURL(/\/unauth\/home$/);
      expect(await shown(page)).toBeNull();
    });

  base(
    'such as one that counts is shown the portal, which the watch of these tests sees',
    async ({ page }) => {
      await signIn(page, 'Maya Okafor');
      await watchShell(page);
      await page.goto('/auth/view/cost_centers');
      await expect(page.getByRole('grid')).toBeVisible();
      expect(await shown(page)).toBe('true');
    },
  );

  base(
    'such as one that was logged out elsewhere is shown the landing page in every tab',
    async ({ page, context, baseURL }) => {
      await signIn(page, 'Maya Okafor');
      const session = (await storedSession(page)) ?? {};
      const second = await context.newPage();
      await second.goto('/auth/view/companies');
      await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
      // As somebody else would who has the values: without this browser's doing.
      await apiClient(String(baseURL), session).delete('/auth/sign_out');
      await page.reload();
      await expect(page).toHaveURL(/\/unauth\/home$/);
      await expect(second).toHaveURL(/\/unauth\/home$/);
      expect(await storedSession(page)).toBeNull();
      expect((await apiClient(String(baseURL), session).get('/companies')).status).toBe(401);
    },
  );

  base(
    'leaves no token of a sign-in in the log, the history of the tab or any address',
    async ({ page, portal }) => {
      let handOff = '';
      const entries: string[] = [];
      page.on('request', (request) => {
        const found = /access-token=([\w-]+)/.exec(request.url())?.[1];
        if (found) handOff = found;
      });
      await page.route('**/api/auth/validate_token', async (route) => {
        entries.push(
          ...(await page.evaluate(() =>
            (window as unknown as { navigation: { entries: () => { url: string }[] } }).navigation
              .entries()
              .map(({ url }) => url),
          )),
        );
        await route.continue();
      });
      await signIn(page, 'Maya Okafor');
      const session = (await storedSession(page)) ?? {};
      expect(handOff).toMatch(/^skh_/);
      expect(entries.length).toBeGreaterThan(0);
      expect(entries.join()).not.toContain('access-token');
      const output = portal.output();
      expect(output).toContain('/api/auth/validate_token');
      expect(output).not.toContain(handOff);
      expect(output).not.toContain(String(session['access-token']));
      expect(output).not.toMatch(/sk[hst]_[\w-]{43}|SAMLResponse=|access-token=/);
    },
  );
});

const strict = base.extend<{ named: SpawnedPortal }>({
  named: [
    async ({}, use) => {
      const portal = await spawnPortal({ CLIENT_AUTHORIZATION: 'Basic c2t5bGVkZ2VyOndlYg==' });
      await use(portal);
      await portal.stop();
    },
    { timeout: 180_000 },
  ],
  person: null,
  baseURL: async ({ named }, use) => use(named.url),
});

strict(
  'where the client must name itself the web works, and a call without the name does not',
  async ({ page, named }) => {
    await signIn(page, 'Maya Okafor');
    await page.goto('/auth/view/cost_centers');
    await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^cost_center_/);
    const session = (await storedSession(page)) ?? {};
    const authorization = 'Basic c2t5bGVkZ2VyOndlYg==';
    expect((await apiClient(named.url, session).get('/cost_centers')).status).toBe(401);
    expect((await apiClient(named.url, { authorization }).get('/cost_centers')).status).toBe(401);
    expect((await apiClient(named.url, { ...session, authorization }).get('/cost_centers')).status).toBe(200);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log Out' }).click();
    await page.waitForURL('**/unauth/home');
    expect((await apiClient(named.url, { ...session, authorization }).get('/cost_centers')).status).toBe(401);
  },
);
