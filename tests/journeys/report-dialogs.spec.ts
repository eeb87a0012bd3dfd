import { expect, test } from '#tests/support/journey.ts';

test('the screen stands while the dialog for several reports is on its way', async ({ page }) => {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(/\/forms-[\w-]{8}\.js/, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  await page.goto('/auth/view/cloud_bills');
  await page.getByRole('button', { name: 'Export Data' }).click();
  await asked.promise;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  released.resolve();
  await expect(page.getByRole('dialog', { name: 'Export Data' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
});

test('what is typed into a report outlives a press beside its dialog', async ({ page }) => {
  for (const [list, action] of [
    ['cost_centers', 'Send Inventory Report'],
    ['cloud_bills', 'Export Data'],
  ] as const) {
    await page.goto(`/auth/view/${list}`);
    await page.getByRole('button', { name: action }).click();
    const email = page.getByRole('dialog', { name: action }).getByLabel('Email');
    await email.fill('finance@example.com');
    await page.mouse.click(20, 20);
    await expect(email).toHaveValue('finance@example.com');
  }
});

test('what is typed for one report is there for another that asks for it too, and comes back with the first', async ({
  page,
}) => {
  await page.goto('/auth/view/cloud_bills');
  await page.getByRole('button', { name: 'Export Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Data' });
  const first = dialog.getByRole('combobox', { name: 'Start Date' });
  await dialog.getByLabel('Email').fill('finance@example.com');
  await dialog.getByRole('combobox', { name: 'Identifier' }).fill('1000430040');
  await first.fill('01-15-2019');
  await dialog.getByText('All owners').click();
  await expect(dialog.getByRole('combobox', { name: 'Identifier' })).toHaveCount(0);
  await expect(first).toHaveValue('January 15, 2019');
  await first.fill('01-16-2019');
  await dialog.getByText('One identifier').click();
  await expect(first).toHaveValue('January 16, 2019');
  await expect(dialog.getByLabel('Email')).toHaveValue('finance@example.com');
  await expect(dialog.getByRole('combobox', { name: 'Identifier' })).toHaveValue('1000430040');
});
