import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

test.use({ person: null });

test('everybody can choose whom to be', async ({ page }) => {
  await page.goto('/api/auth/saml');
  await expect(page.getByRole('heading', { level: 1, name: 'Choose whom to be' })).toBeVisible();
  await expectUsableByEverybody(page);
});

test('everybody can read why a sign-in did not work', async ({ page }) => {
  await page.goto('/unauth/home');
  await page.evaluate(() => {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = '/api/auth/saml/callback';
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByRole('heading', { name: 'The sign-in did not work' })).toBeVisible();
  await expectUsableByEverybody(page);
});

test('a keyboard is enough to be somebody else', async ({ page }) => {
  await page.goto('/api/auth/saml?to=/auth/view/cost_centers');
  await page.getByLabel('Mail address').focus();
  await page.keyboard.type('grace.hopper@example.com');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/auth/view/cost_centers');
});
