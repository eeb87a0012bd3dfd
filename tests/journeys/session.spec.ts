import { apiClient } from '#tests/support/api.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/journey.ts';
import { storedSession } from '#tests/support/page-api.ts';

const VALIDATE = '**/api/auth/validate_token';

test.describe('somebody who is signed out', () => {
  // Whoever signs out here must not end the session that other tests of the worker share.
  test.use({ person: null });

  test('is brought to the address that was wanted, filters included', async ({ page }) => {
    await page.goto('/auth/view/companies?sort=-code&by_country=Malta');
    await expect(page).toHaveURL(/\/unauth\/home$/);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('button', { name: 'Maya Okafor' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Logging you in...' })).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/view\/companies\?sort=-code&by_country=Malta$/);
  });

  test('has the tokens out of the address bar before the first call, and Back does not bring them', async ({
    page,
  }) => {
    const addresses: string[] = [];
    await page.route(VALIDATE, async (route) => {
      addresses.push(page.url());
      await route.continue();
    });
    const leaks: string[] = [];
    page.on('request', (request) => {
      const isTheRedirect = request.isNavigationRequest();
      if (!isTheRedirect && request.url().includes('access-token')) leaks.push(request.url());
      if (request.headers()['referer']?.includes('access-token')) leaks.push(`referer of ${request.url()}`);
    });
    await signIn(page, 'Maya Okafor');
    expect(addresses.map((address) => new URL(address).search)).toEqual(['']);
    expect(leaks).toEqual([]);
    await page.goBack();
    expect(page.url()).not.toContain('access-token');
  });

  test('waits two seconds after signing in and two after logging out', async ({ page }) => {
    await page.goto('/api/auth/saml');
    await page.getByRole('button', { name: 'Jonas Lindqvist' }).click();
    await page.getByRole('heading', { name: 'Logging you in...' }).waitFor();
    const arrived = Date.now();
    await page.waitForURL('**/auth/home');
    expect(Date.now() - arrived).toBeGreaterThan(1500);

    const session = await storedSession(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log Out' }).click();
    await page.getByRole('heading', { name: 'Logging You Out...' }).waitFor();
    const left = Date.now();
    await page.waitForURL('**/unauth/home');
    expect(Date.now() - left).toBeGreaterThan(1500);
    expect(await storedSession(page)).toBeNull();
    const old = await apiClient(new URL(page.url()).origin, session ?? {}).get('/auth/validate_token');
    expect(old.status).toBe(401);
  });

  test('finds a sign-in address that was used already worthless, here and elsewhere', async ({
    page,
    browser,
    baseURL,
  }) => {
    let used = '';
    page.on('request', (request) => {
      if (request.url().includes('/unauth/login?')) used = request.url();
    });
    await signIn(page, 'Maya Okafor');
    const before = await storedSession(page);
    await page.goto(used);
    await expect(page).toHaveURL(/\/auth\/home$/);
    expect(await storedSession(page)).toEqual(before);

    const elsewhere = await browser.newContext({ baseURL });
    const other = await elsewhere.newPage();
    await other.goto(used);
    await expect(other).toHaveURL(/\/unauth\/home$/);
    expect(await storedSession(other)).toBeNull();
    await elsewhere.close();
  });

  test('leaves every tab by logging out in one', async ({ page, context }) => {
    await signIn(page, 'Maya Okafor');
    const second = await context.newPage();
    await second.goto('/auth/view/companies');
    await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/unauth/logout');
    await expect(second).toHaveURL(/\/unauth\/home$/);
    await expect(second.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  });

  test('comes back to the same page when the session ended on the server meanwhile', async ({
    page,
    baseURL,
  }) => {
    await signIn(page, 'Maya Okafor');
    await page.goto('/auth/view/departments');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await apiClient(String(baseURL), (await storedSession(page)) ?? {}).delete('/auth/sign_out');
    await page.getByRole('link', { name: 'Companies' }).first().click();
    await expect(page).toHaveURL(/\/unauth\/home$/);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('button', { name: 'Maya Okafor' }).click();
    await expect(page).toHaveURL(/\/auth\/view\/companies$/);
  });

  test('can try again when the portal cannot be reached in the middle of signing in', async ({ page }) => {
    await page.route(VALIDATE, (route) => route.abort(), { times: 1 });
    await page.goto('/api/auth/saml');
    await page.getByRole('button', { name: 'Maya Okafor' }).click();
    await expect(page.getByRole('alert')).toContainText('The portal cannot be reached.');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page).toHaveURL(/\/auth\/home$/);
  });
});

test('nothing is shown while it is unknown whether somebody is signed in', async ({ page }) => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route(VALIDATE, async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await page.goto('/auth/home');
  await asked.promise;
  await expect(page.locator('#root')).toBeEmpty();
  answer.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a portal that cannot be reached keeps the session and offers to try again', async ({ page }) => {
  await page.route(VALIDATE, (route) => route.abort(), { times: 1 });
  await page.goto('/auth/home');
  await expect(page.getByRole('alert')).toContainText('The portal cannot be reached.');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(await storedSession(page)).not.toBeNull();
});
