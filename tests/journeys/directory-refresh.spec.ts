import { expect, signIn, untilLoaded } from '#tests/support/journey.ts';
import { test as mapped } from '#tests/support/mapped-journey.ts';
import { test } from '#tests/support/own-journey.ts';

const AWS = '/auth/active-directory/groups-aws';

test('a first start reads the example directory, Refresh reads it again, and the page tells how old it is', async ({
  page,
}) => {
  await page.goto(AWS);
  const main = page.getByRole('main');
  const age = main.locator('time[datetime]').first();
  await expect(age).toHaveText(/^Read /);
  await expect(main.getByRole('button', { name: 'Simulator' })).toBeVisible();
  // What was read while the page stood there comes by itself.
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  const before = await age.getAttribute('datetime');
  const refresh = main.getByRole('button', { name: 'Refresh' });
  await expect(refresh).toBeEnabled();
  await refresh.focus();
  await page.keyboard.press('Enter');
  const followed = page.getByRole('region', { name: 'Your background work' });
  await expect(followed).toContainText('Directory sync');
  await expect(followed.getByText('Done', { exact: true })).toBeVisible();
  await expect.poll(() => age.getAttribute('datetime')).not.toBe(before);
});

test('a reading that cannot begin is told with its reason', async ({ page }) => {
  await page.route('**/api/ad/sync', (route) =>
    route.fulfill({
      status: 409,
      json: { error: 'The directory is being read already. Follow that job.' },
    }),
  );
  for (const model of ['ad_people', 'ad_permission_sets', 'ad_membership_changes']) {
    await page.goto(`/auth/view/${model}`);
    await untilLoaded(page);
    // An empty list has the button in its place too.
    await page.getByRole('main').getByRole('button', { name: 'Refresh' }).first().click();
    const notice = page.getByRole('alert').filter({ hasText: 'The directory is not read.' });
    await expect(notice).toContainText('Follow that job.');
  }
});

mapped('who may only look sees how old the directory is, and has no Refresh', async ({ page }) => {
  await signIn(page, 'Tomás Herrera');
  await page.goto(AWS);
  await expect(page.getByRole('main').locator('time[datetime]').first()).toHaveText(/^Read /, {});
  await expect(page.getByRole('button', { name: 'Refresh' })).toHaveCount(0);
});
