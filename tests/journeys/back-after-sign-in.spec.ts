import type { Page } from '@playwright/test';
import { expect, expectUsableByEverybody, signIn, test } from '#tests/support/journey.ts';
import { storedSession } from '#tests/support/page-api.ts';

test.use({ person: null });

/** Goes back to the provider and chooses once more, as a provider does by itself that posts on when it is shown. */
async function chooseAgain(page: Page, person: string): Promise<void> {
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Choose whom to be' })).toBeVisible();
  await page.getByRole('button', { name: person }).click();
}

test('whoever goes Back to the provider after signing in is told that the session goes on', async ({
  page,
}) => {
  await signIn(page, 'Maya Okafor');
  const session = await storedSession(page);
  await chooseAgain(page, 'Jonas Lindqvist');
  await expect(page.getByRole('heading', { name: 'You are signed in already' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Maya Okafor');
  await expect(page).toHaveTitle('Login · Skyledger');
  await expectUsableByEverybody(page);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/auth/home');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maya');
  expect(await storedSession(page)).toEqual(session);
});

test('and may log out there, to be somebody else', async ({ page }) => {
  await signIn(page, 'Maya Okafor');
  await chooseAgain(page, 'Jonas Lindqvist');
  await page.getByRole('link', { name: 'Log Out' }).click();
  await page.waitForURL('**/unauth/home');
  await signIn(page, 'Jonas Lindqvist');
});

test('whose session has ended meanwhile is not told that it goes on', async ({ page }) => {
  await signIn(page, 'Maya Okafor');
  await page.evaluate(() => localStorage.clear());
  await chooseAgain(page, 'Maya Okafor');
  await expect(page.getByRole('heading', { name: 'The sign-in did not work' })).toBeVisible();
  await expect(page.getByText('You are not signed in')).toBeVisible();
});
