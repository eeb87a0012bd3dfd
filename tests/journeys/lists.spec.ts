import { readFile } from 'node:fs/promises';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { expect, expectNoAxeViolations, test, untilLoaded } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

test('a list that is still shown on the way back to another one leaves the page of that one alone', async ({
  page,
}) => {
  await page.goto('/auth/view/cost_centers?page=2');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await visit(page, '/auth/view/departments');
  // With nothing kept, the rows of the cost centers have to come again.
  await page.reload();
  await untilLoaded(page);
  const asked = page.waitForRequest(/\/api\/cost_centers\?/);
  const released = Promise.withResolvers<void>();
  await page.route(/\/api\/cost_centers\?/, async (route) => {
    await released.promise;
    await route.continue();
  });
  const others: string[] = [];
  page.on(
    'request',
    (request) => void (request.url().includes('/api/departments?') && others.push(request.url())),
  );
  await page.evaluate(() => window.history.back());
  await asked;
  await expect(page).toHaveURL(/cost_centers\?page=2$/);
  released.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cost Centers');
  await untilLoaded(page);
  await expect(page).toHaveURL(/cost_centers\?page=2$/);
  expect(others.filter((url) => url.includes('page=2'))).toEqual([]);
});

test(
  'a list is narrowed by its filters, and Back from a record brings the same view',
  { tag: '@core' },
  async ({ page, factory }) => {
    for (const number of [1, 2, 3]) await factory.create(costCenters, { identifier: `FILTER-${number}` });
    await page.goto('/auth/view/cost_centers');
    await page.getByRole('searchbox', { name: 'Identifier' }).fill('filter-');
    await expect(page).toHaveURL(/by_identifier=filter-/);
    await expect(page.getByText('Showing 1–3 of 3').first()).toBeVisible();
    const created = page.getByRole('combobox', { name: 'Created in the last days' });
    await created.click();
    await expect(page.getByRole('option')).toHaveText(['All', '30', '60', '90']);
    await page.getByRole('option', { name: '30' }).click();
    await expect(page).toHaveURL(/by_created_at=30/);

    await page.getByRole('link', { name: 'FILTER-2' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /FILTER-2/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('searchbox', { name: 'Identifier' })).toHaveValue('filter-');
    await expect(page.getByText('Showing 1–3 of 3').first()).toBeVisible();
  },
);

test('the CSV holds what the filters leave, under a name of its own', async ({ page, factory }) => {
  await factory.create(costCenters, { identifier: 'CSV-ONLY' });
  await page.goto('/auth/view/cost_centers?by_identifier=CSV-ONLY');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^cost_center_.*\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('CSV-ONLY');
});

test(
  'a filter that nothing matches says so and can be cleared',
  { tag: '@core' },
  async ({ page, factory }) => {
    await factory.create(costCenters);
    await page.goto('/auth/view/cost_centers?q=no-such-thing');
    await expect(page.getByRole('heading', { name: 'No cost centers match' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/auth\/view\/cost_centers$/);
    await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible();
  },
);

test('a filter that is emptied at once after it was typed filters nothing', async ({ page, factory }) => {
  await factory.create(costCenters, { identifier: 'EMPTIED-1' });
  await page.goto('/auth/view/cost_centers');
  const search = page.getByRole('searchbox', { name: 'Identifier' });
  await search.pressSequentially('nowhere');
  await search.press('Enter');
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/auth\/view\/cost_centers$/);
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible();
});

test('a filter whose column is out of sight has a chip, and can be taken back', async ({ page, factory }) => {
  const owner = await factory.create(cloudContacts, { email: 'chip@example.com' });
  await factory.create(costCenters, { identifier: 'CHIP-1', cloud_contact_id: owner.id });
  for (const action of ['view', 'crud']) {
    await page.goto(`/auth/${action}/cost_centers?by_cloud_contact_id=${owner.id}&by_approved=false`);
    const chips = page.getByRole('list', { name: 'Filters' });
    await expect(chips.getByText('Cloud Contact Email: chip@example.com')).toBeVisible();
    await expect(chips.getByText('Approved: FALSE')).toBeVisible();
    await chips.getByRole('button', { name: 'Remove the filter Approved' }).click();
    await expect(page).toHaveURL(new RegExp(`cost_centers\\?by_cloud_contact_id=${owner.id}$`));
    await expectNoAxeViolations(page);
    await chips.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/cost_centers$/);
    await expect(chips).toHaveCount(0);
  }
});

test('the list of cloud contacts leads to its records and to the deleted ones', async ({ page, factory }) => {
  await factory.create(cloudContacts, { email: 'leads@example.com' });
  await page.goto('/auth/view/cloud_contacts?by_email=leads@example.com');
  await expect(page.getByRole('button', { name: 'More about Cloud Contacts' })).toBeVisible();
  await page.getByRole('grid').getByRole('link', { name: 'leads@example.com' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'leads@example.com' })).toBeVisible();
});

test(
  'a list that could not be loaded says why and can be tried again',
  { tag: '@core' },
  async ({ page, factory }) => {
    await factory.create(departments, { name: 'Retried' });
    await page.route('**/api/departments?**', (route) =>
      route.fulfill({ status: 503, json: { error: 'The database is away.', errors: [], request_id: 'r' } }),
    );
    await page.goto('/auth/view/departments');
    await expect(page.getByText('The database is away.')).toBeVisible();
    await page.unroute('**/api/departments?**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible();
  },
);

test(
  'Actions leads to the form, and deletes after a question',
  { tag: '@core' },
  async ({ page, factory }) => {
    await factory.create(companies, { code: 'DEL-1', country: 'Nowhere' });
    await page.goto('/auth/view/companies?q=DEL-1');
    const actions = page.getByRole('button', { name: 'Actions for DEL-1' });
    await actions.click();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute(
      'href',
      /\/auth\/edit\/companies\/\d+$/,
    );
    await page.keyboard.press('Escape');
    await expect(actions).toBeFocused();

    await actions.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Company' });
    await expect(dialog).toContainText('Sure to delete?DEL-1');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('link', { name: 'DEL-1' })).toBeVisible();

    await actions.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('The company has been deleted!')).toBeVisible();
    await expect(page.getByRole('link', { name: 'DEL-1' })).toHaveCount(0);
  },
);

test('what others refer to is not deleted, and the dialog says what refers to it', async ({
  page,
  factory,
}) => {
  const company = await factory.create(companies, { code: 'USED-1' });
  await factory.create(costCenters, { companies_id: company.id });
  await page.goto('/auth/view/companies?q=USED-1');
  await page.getByRole('button', { name: 'Actions for USED-1' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/1 cost center/i);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('link', { name: 'USED-1' })).toBeVisible();
});
