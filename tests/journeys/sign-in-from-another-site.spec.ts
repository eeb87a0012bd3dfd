import type { Page } from '@playwright/test';
import { expect, signIn, test as base } from '#tests/support/journey.ts';
import { spawnPortalWithProvider } from '#tests/support/identity-provider-server.ts';

const test = base.extend<object, { elsewhere: string }>({
  elsewhere: [
    async ({}, use) => {
      const { portal, stop } = await spawnPortalWithProvider();
      await use(portal.url);
      await stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  person: null,
  baseURL: async ({ elsewhere }, use) => use(elsewhere),
});

/** From the landing page to the provider, which asks whom to be. */
async function askForPerson(page: Page): Promise<void> {
  await page.goto('/unauth/home');
  await page.getByRole('banner').getByText('Login', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Choose whom to be' })).toBeVisible();
}

const choose = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('a person whose provider stands on another site signs in', async ({ page }) => {
  await signIn(page, 'Maya Okafor');
  expect(new URL(page.url()).search).toBe('');
});

test('two tabs sign in, one after the other', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await askForPerson(first);
  await askForPerson(second);
  await choose(second, 'Maya Okafor');
  await second.waitForURL('**/auth/home');
  await choose(first, 'Maya Okafor');
  await first.waitForURL('**/auth/home');
});

test('going Back to the provider and choosing again signs in', async ({ page }) => {
  await askForPerson(page);
  await page.goBack();
  await page.goForward();
  await choose(page, 'Priya Raman');
  await page.waitForURL('**/auth/home');
});

test('a double click on Login signs in', async ({ page }) => {
  await page.goto('/unauth/home');
  await page.getByRole('banner').getByText('Login', { exact: true }).dblclick();
  await choose(page, 'Maya Okafor');
  await page.waitForURL('**/auth/home');
});

test('an address with the tokens of somebody else signs nobody in, and leaves a session as it is', async ({
  browser,
  elsewhere,
  page,
}) => {
  const attacker = await browser.newContext({ baseURL: elsewhere });
  const attackerPage = await attacker.newPage();
  await askForPerson(attackerPage);
  // The attacker stops before the values are used, and sends them on.
  await attackerPage.route('**/api/auth/validate_token', (route) => route.abort());
  let address = '';
  attackerPage.on('request', (request) => {
    if (request.url().includes('access-token=')) address = request.url();
  });
  await choose(attackerPage, 'Jonas Lindqvist');
  await expect.poll(() => address).toContain('/unauth/login?access-token=');
  await attacker.close();

  await page.goto(address);
  await page.waitForURL('**/unauth/home');
  await signIn(page, 'Maya Okafor');
  await page.goto(address);
  await expect(page).not.toHaveURL(/access-token/);
  await page.goto('/auth/home');
  await expect(page.getByRole('navigation').first()).toBeVisible();
});
