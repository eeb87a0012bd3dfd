import { expect, expectUsableByEverybody, signIn, test } from '#tests/support/journey.ts';

test.describe('somebody who is signed out', () => {
  test.use({ person: null });

  test(
    'signs in, sees the home page, and finds it again after a reload',
    { tag: '@core' },
    async ({ page }) => {
      await signIn(page, 'Priya Raman');
      await expect(page.getByRole('navigation').first()).toBeVisible();
      await page.reload();
      await expect(page).toHaveURL(/\/auth\/home$/);
    },
  );

  test('is sent to the landing page by the address of any page', { tag: '@core' }, async ({ page }) => {
    await page.goto('/auth/view/cost_centers');
    await expect(page).toHaveURL(/\/unauth\/home/);
    await expect(page.getByRole('banner').getByText('Login', { exact: true })).toBeVisible();
  });

  test('sees a landing page that everybody can use', async ({ page }) => {
    await page.goto('/unauth/home');
    await expect(page.getByRole('banner').getByText('Login', { exact: true })).toBeVisible();
    await expectUsableByEverybody(page);
  });
});

test('somebody who is signed in and asks for the landing page sees the home page', async ({ page }) => {
  await page.goto('/unauth/home');
  await expect(page).toHaveURL(/\/auth\/home$/);
});
