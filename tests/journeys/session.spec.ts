import { apiClient } from '#tests/support/api.ts';
import { endSession, withoutEvents } from '#tests/support/ended-session.ts';
import {
  expect,
  expectNoAxeViolations,
  expectUsableByEverybody,
  signIn,
  test,
} from '#tests/support/journey.ts';
import { storedSession } from '#tests/support/page-api.ts';

const VALIDATE = '**/api/auth/validate_token';

test.describe('somebody who is signed out', () => {
  // Whoever signs out here must not end the session that other tests of the worker share.
  test.use({ person: null });

  test('is brought to the address that was wanted, filters included', { tag: '@core' }, async ({ page }) => {
    await page.goto('/auth/view/companies?sort=-code&by_country=Malta');
    await expect(page).toHaveURL(/\/unauth\/home$/);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('button', { name: 'Maya Okafor' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Logging you in...' })).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/view\/companies\?sort=-code&by_country=Malta$/);
  });

  test(
    'has the tokens out of the address bar before the first call, and Back does not bring them',
    { tag: '@core' },
    async ({ page }) => {
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
    },
  );

  test('waits two seconds after signing in and two after logging out', async ({ page }) => {
    await page.goto('/api/auth/saml');
    await page.clock.install({ time: '2028-02-29T12:00:00Z' });
    await page.clock.pauseAt('2028-02-29T12:01:00Z');
    await page.getByRole('button', { name: 'Jonas Lindqvist' }).click();
    await page.getByRole('heading', { name: 'Logging you in...' }).waitFor();
    await expect.poll(() => storedSession(page)).not.toBeNull();
    await page.clock.runFor(1_900);
    await expect(page.getByRole('heading', { name: 'Logging you in...' })).toBeVisible();
    await page.clock.runFor(200);
    await page.waitForURL('**/auth/home');
    await page.clock.resume();

    const session = await storedSession(page);
    const logOut = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log Out' });
    await logOut.waitFor();
    await page.clock.pauseAt('2028-02-29T13:00:00Z');
    await logOut.click();
    await page.getByRole('heading', { name: 'Logging You Out...' }).waitFor();
    await page.clock.runFor(1_900);
    await expect(page.getByRole('heading', { name: 'Logging You Out...' })).toBeVisible();
    await page.clock.runFor(200);
    await page.waitForURL('**/unauth/home');
    expect(await storedSession(page)).toBeNull();
    const old = await apiClient(new URL(page.url()).origin, session ?? {}).get('/auth/validate_token');
    expect(old.status).toBe(401);
  });

  test(
    'finds a sign-in address that was used already worthless, here and elsewhere',
    { tag: '@core' },
    async ({ page, browser, baseURL }) => {
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
    },
  );

  test('leaves every tab by logging out in one', { tag: '@core' }, async ({ page, context }) => {
    await signIn(page, 'Maya Okafor');
    const second = await context.newPage();
    await second.goto('/auth/view/companies');
    await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto('/unauth/logout');
    await expect(second).toHaveURL(/\/unauth\/home$/);
    await expect(second.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  });

  test(
    'comes back to the same page when the session ended on the server meanwhile',
    { tag: '@core' },
    async ({ page }) => {
      await withoutEvents(page);
      await signIn(page, 'Maya Okafor');
      await page.goto('/auth/view/departments');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await endSession(page);
      await page.getByRole('link', { name: 'Companies' }).first().click();
      await expect(page).toHaveURL(/\/unauth\/home$/);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByRole('button', { name: 'Maya Okafor' }).click();
      await expect(page).toHaveURL(/\/auth\/view\/companies$/);
    },
  );

  test(
    'is told that the session ended and that the typing is kept, and finds both again',
    { tag: '@core' },
    async ({ page }) => {
      await withoutEvents(page);
      await signIn(page, 'Maya Okafor');
      await page.goto('/auth/create/departments');
      await page.getByRole('textbox', { name: 'Name' }).fill('Typed before the end');
      await endSession(page);
      await page.getByRole('button', { name: /^(Submit|Add|Save)/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      const told = page.getByRole('alert').filter({ hasText: 'Your session has ended.' });
      await expect(told).toContainText('What you typed is kept. Log in to go on where you were.');
      await expectUsableByEverybody(page);
      await page.reload();
      await expect(told).toBeVisible();
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByRole('button', { name: 'Maya Okafor' }).click();
      await expect(page).toHaveURL(/\/auth\/create\/departments$/);
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed before the end');
      await page.goto('/unauth/logout');
      await expect(page).toHaveURL(/\/unauth\/home$/);
      await expect(told).toHaveCount(0);
    },
  );

  test('comes back to the same address by signing in in another tab', async ({ page, context }) => {
    await signIn(page, 'Maya Okafor');
    await page.goto('/auth/view/companies?by_country=Malta');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const second = await context.newPage();
    await second.goto('/unauth/logout');
    await expect(page.getByRole('alert')).toContainText('You were logged out in another tab.');
    await signIn(second, 'Maya Okafor');
    await expect(page).toHaveURL(/\/auth\/view\/companies\?by_country=Malta$/);
  });

  test('keeps the page and its typing when somebody signs in in another tab, and is told who', async ({
    page,
    context,
  }) => {
    await signIn(page, 'Maya Okafor');
    await page.goto('/auth/create/departments');
    const input = page.getByRole('textbox', { name: 'Name' });
    await input.fill('Typed and not saved');
    await input.evaluate((element) => element.setAttribute('data-same', 'true'));
    const before = await storedSession(page);
    const second = await context.newPage();
    await second.goto('/api/auth/saml');
    await second.getByRole('button', { name: 'Jonas Lindqvist' }).click();
    await second.waitForURL('**/auth/home');
    await expect(page.getByText('Jonas Lindqvist is signed in now')).toBeVisible();
    expect(await storedSession(page)).not.toEqual(before);
    await expect(input).toHaveAttribute('data-same', 'true');
    await expect(input).toHaveValue('Typed and not saved');
  });

  test('has an import go on while signing in in another tab', async ({ page, context }) => {
    await signIn(page, 'Maya Okafor');
    await page.goto('/auth/crud/cost_centers');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const text = 'identifier,cloud_contact_email\nGOES-ON,amelia.hart@example.com\n';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'goes-on.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByText('1 cost center will be created.').waitFor();
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await page.route('**/import_json', async (route) => {
      asked.resolve();
      await release.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await asked.promise;
    const second = await context.newPage();
    const validated = page.waitForResponse(VALIDATE);
    await second.goto('/api/auth/saml');
    await second.getByRole('button', { name: 'Maya Okafor' }).click();
    await second.waitForURL('**/auth/home');
    await validated;
    release.resolve();
    await expect(page.getByText('Cost centers imported successfully!')).toBeVisible();
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

test(
  'a portal that cannot be reached keeps the session and offers to try again',
  { tag: '@core' },
  async ({ page }) => {
    // The guard of the screen asks again where it comes after the first answer.
    await page.route(VALIDATE, (route) => route.abort());
    await page.goto('/auth/home');
    await expect(page.getByRole('alert')).toContainText('The portal cannot be reached.');
    await page.unroute(VALIDATE);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(await storedSession(page)).not.toBeNull();
  },
);
