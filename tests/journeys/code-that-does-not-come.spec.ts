import { expect, expectNoAxeViolations, test } from '#tests/support/journey.ts';

test('a dialog whose code is gone after an update says so, and leaves the screen as it is', async ({
  page,
}) => {
  await page.route('**/assets/forms-*.js*', (route) => route.fulfill({ status: 404 }));
  await page.goto('/auth/view/cost_centers');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  const opener = page.getByRole('button', { name: 'Import CSV' });
  await opener.press('Enter');
  const told = page.getByRole('dialog', { name: 'This could not be opened' });
  await expect(told).toContainText('What you typed is kept.');
  await expectNoAxeViolations(page);
  // What is dimmed ends at the room of the scroll bar, which has the colour of the page itself.
  const room = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dimmed = await room();
  await page.keyboard.press('Escape');
  await expect(told).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(await room()).not.toBe(dimmed);
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();

  await page.unroute('**/assets/forms-*.js*');
  await opener.press('Enter');
  await expect(page.getByText('Drop a CSV file here')).toBeVisible();
  expect(dimmed).toBe(await room());
});

test('the list of keys is offered again after its code did not come', async ({ page }) => {
  await page.route('**/assets/shortcuts-dialog-*.js*', (route) => route.abort());
  await page.goto('/auth/view/companies');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('?');
  const told = page.getByRole('dialog', { name: 'This could not be opened' });
  await expect(told).toBeVisible();
  await page.unroute('**/assets/shortcuts-dialog-*.js*');
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(told).toHaveCount(0);
  await expect(page.getByRole('dialog')).toContainText('Everywhere');
});

test('a screen whose code does not come leaves the navigation, and comes with Retry', async ({ page }) => {
  await page.route('**/assets/forms-*.js*', (route) => route.abort());
  await page.goto('/auth/view/companies');
  await page.getByRole('grid').locator('[data-row] a').first().click();
  const told = page.getByRole('main').getByRole('alert');
  await expect(told).toContainText('This part could not be loaded');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.unroute('**/assets/forms-*.js*');
  await told.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Details' })).toBeVisible();
});

test('a table without pages says that the code of its rows did not come, and shows them with Retry', async ({
  page,
}) => {
  await page.route('**/assets/scrolled-rows-*.js*', (route) => route.abort());
  await page.goto('/auth/view/project_ids');
  const table = page.getByRole('grid');
  const told = table.getByRole('alert');
  await expect(told).toContainText('The rows could not be shown');
  await expect(table.getByRole('columnheader').first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.unroute('**/assets/scrolled-rows-*.js*');
  await told.getByRole('button', { name: 'Retry' }).click();
  await expect(told).toHaveCount(0);
  await expect(table.locator('[data-row]').first()).toBeVisible();
});

test('a notice is told where its code does not come, and closed', async ({ page }) => {
  await page.route('**/assets/forms-*.js*', (route) => route.abort());
  await page.goto('/auth/view/companies');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await page.route('**/api/companies**', (route) => route.abort());
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const told = page.getByRole('alert');
  await expect(told).toContainText('The portal cannot be reached.');
  await expectNoAxeViolations(page);
  await told.getByRole('button', { name: 'Close this notice' }).click();
  await expect(told).toHaveCount(0);
});
