import type { Browser, Page } from '@playwright/test';
import { expect, signIn, test as base } from '#tests/support/journey.ts';
import { storedSession } from '#tests/support/page-api.ts';
import { spawnPortalWithProvider } from '#tests/support/identity-provider-server.ts';

const test = base.extend<object, { elsewhere: string }>({
  elsewhere: [
    async ({}, use) => {
      const { portal, stop } = await spawnPortalWithProvider();
      await use(portal.url);
      await stop();
    },
    { scope: 'worker' },
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

/** The address that a sign-in of somebody else ends with, before anybody has used what it hands over. */
async function addressOfAnother(browser: Browser, baseURL: string): Promise<string> {
  const attacker = await browser.newContext({ baseURL });
  const page = await attacker.newPage();
  await askForPerson(page);
  // The attacker stops before the values are used, and sends them on.
  await page.route('**/api/auth/validate_token', (route) => route.abort());
  let address = '';
  page.on('request', (request) => {
    if (request.url().includes('access-token=')) address = request.url();
  });
  await choose(page, 'Jonas Lindqvist');
  await expect.poll(() => address).toContain('/unauth/login?access-token=');
  await attacker.close();
  return address;
}

test('an address with the tokens of somebody else signs nobody in, and leaves a session as it is', async ({
  browser,
  elsewhere,
  page,
}) => {
  await page.goto(await addressOfAnother(browser, elsewhere));
  await page.waitForURL('**/unauth/home');
  expect(await storedSession(page)).toBeNull();

  await signIn(page, 'Maya Okafor');
  const before = await storedSession(page);
  expect(before).toMatchObject({ uid: 'maya.okafor@example.com' });
  const refused = page.waitForResponse('**/api/auth/validate_token');
  await page.goto(await addressOfAnother(browser, elsewhere));
  expect((await refused).status()).toBe(401);
  await expect(page).not.toHaveURL(/access-token/);
  expect(await storedSession(page)).toEqual(before);
  await page.goto('/auth/home');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(await storedSession(page)).toEqual(before);
});
