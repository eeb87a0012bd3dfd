import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { button, openTable, table } from '#tests/support/cost-center-table.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/journey.ts';
import type { Page } from '@playwright/test';
import { visit } from '#tests/support/visit.ts';

test.use({ motion: true });

const notices = (page: Page) => page.locator('.mantine-Notification-root');
/** This notice is shown, and none beside it once the one before has faded. */
async function expectOnly(page: Page, text: string) {
  await expect(notices(page).filter({ hasText: text })).toBeVisible();
  await expect(notices(page)).toHaveCount(1);
}
const DUPLICATE = 'Duplicate identifier found. Please enter a unique identifier!';

test('a newer outcome takes the place of the older one, whichever failed', async ({ page, factory }) => {
  await factory.create(costCenters, { identifier: 'TRUTH-1', company_code: '07' });
  await factory.create(costCenters, { identifier: 'TRUTH-2' });
  await openTable(page, '?by_identifier=TRUTH-');
  await button(page, 'Edit TRUTH-1').click();
  await table(page).getByRole('textbox', { name: 'Company Code', exact: true }).fill('42');
  await page.keyboard.press('Enter');
  await expectOnly(page, 'Your cost center has been updated!');

  await button(page, 'Edit TRUTH-1').click();
  await table(page).getByRole('textbox', { name: 'Identifier', exact: true }).fill('TRUTH-2');
  await page.keyboard.press('Enter');
  await expectOnly(page, DUPLICATE);
  await expect(notices(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await table(page).getByRole('textbox', { name: 'Identifier', exact: true }).fill('TRUTH-3');
  await page.keyboard.press('Enter');
  await expectOnly(page, 'Your cost center has been updated!');
});

test('a notice belongs to its page: it comes with who is led on by what they did, and goes when they leave', async ({
  page,
  factory,
}) => {
  const { name } = await factory.create(departments, { name: `Left behind ${Date.now()}` });
  await page.goto(`/auth/view/departments?q=${encodeURIComponent(String(name))}`);
  await page
    .getByRole('grid')
    .getByRole('link', { name: String(name) })
    .click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/departments/);
  await expectOnly(page, departments.messages.deleted);
  // Whoever refines a list is still there.
  await page.getByRole('button', { name: 'Abbreviation', exact: true }).click();
  await expect(page).toHaveURL(/sort=abbreviation/);
  await expectOnly(page, departments.messages.deleted);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Home', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 2, name: 'Quick Utilities' })).toBeVisible();
  await expect(notices(page)).toHaveCount(0);
});

test('what was brought back offers no undo of its deletion any more', async ({ page, factory }) => {
  const { name } = await factory.create(departments, { name: `Twice alive ${Date.now()}` });
  await page.goto(`/auth/view/departments?q=${encodeURIComponent(String(name))}`);
  await page.getByRole('button', { name: `Actions for ${String(name)}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(notices(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByRole('button', { name: 'More about Departments' }).click();
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: `Restore ${String(name)}` }).click();
  await expectOnly(page, 'The department has been restored!');
  // What can be undone is that it was brought back.
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expectOnly(page, departments.messages.deleted);
});

test(
  'a duplicate says what helps and leads to the record that has the value',
  { tag: '@core' },
  async ({ page, factory }) => {
    const taken = await factory.create(costCenters, { identifier: 'TAKEN-1' });
    await page.goto('/auth/create/cost_centers');
    await page.getByLabel('Identifier').fill('TAKEN-1');
    await page
      .getByRole('combobox', { name: 'Cloud Contact Email' })
      .fill(String(taken['cloud_contact_email']));
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    const failure = page.getByRole('alert').filter({
      hasText: 'There was a problem submitting this cost center. Please try again.',
    });
    await expect(failure).toContainText(DUPLICATE);
    await expect(failure).toContainText('Enter a value that no other has.');
    await expectNoAxeViolations(page);
    await expect(failure.getByRole('link', { name: 'See the cost center that has it' })).toHaveAttribute(
      'href',
      '/auth/view/cost_centers?by_identifier=TAKEN-1',
    );
  },
);

test(
  'a company in use says what uses it, leads there, and does not ask to try again',
  { tag: '@core' },
  async ({ page, factory }) => {
    const company = await factory.create(companies, { code: 'BUSY-1' });
    await factory.create(costCenters, { companies_id: company.id });
    await page.goto('/auth/view/companies?q=BUSY-1');
    await page.getByRole('button', { name: /^Actions for BUSY-1/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Company' });
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('alert')).toContainText('cannot be deleted: 1 Cost Center refers to it.');
    await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await dialog.getByRole('link', { name: 'See what uses this company' }).click();
    await expect(page.getByRole('heading', { name: 'Used by' })).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);

test('a refusal in a dialog takes the place of an older success', async ({ page, factory }) => {
  const company = await factory.create(companies, { code: 'OLDER-1' });
  await factory.create(costCenters, { companies_id: company.id });
  await page.goto('/auth/view/companies?q=OLDER-1');
  const actions = page.getByRole('button', { name: /^Actions for OLDER-1/ });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Location' }).fill('Elsewhere');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectOnly(page, 'Undo');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('cannot be deleted');
  await expect(notices(page)).toHaveCount(0);
});

for (const place of ['the list', 'the record page'])
  test(`a deletion on ${place} that gets no readable answer says so in the specified words`, async ({
    page,
    factory,
  }) => {
    const { id } = await factory.create(costCenters, { identifier: `MUTE-${place.length}` });
    await page.route('**/api/cost_centers/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
        : route.continue(),
    );
    if (place === 'the list') {
      await page.goto(`/auth/view/cost_centers?q=MUTE-${place.length}`);
      await page.getByRole('button', { name: `Actions for MUTE-${place.length}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    } else {
      await visit(page, `/auth/view/cost_centers/${id}`);
      await page.getByRole('button', { name: 'Delete' }).click();
    }
    const dialog = page.getByRole('dialog', { name: 'Delete Cost Center' });
    await expect(dialog).toContainText(`MUTE-${place.length}`);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Error deleting cost center');
    await expect(dialog.getByRole('alert')).toContainText('The portal gave an answer that cannot be read.');
  });

test('where the text of the server cannot be read, the specified sentence stands with the reason', async ({
  page,
  factory,
}) => {
  await factory.create(costCenters, { identifier: 'UNREAD-1' });
  await openTable(page, '?by_identifier=UNREAD-1');
  await page.route('**/api/cost_centers/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      : route.continue(),
  );
  await button(page, 'Delete UNREAD-1').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expectOnly(page, 'Error deleting cost center');
  await expectOnly(page, 'The portal gave an answer that cannot be read.');

  await page.goto('/auth/view/cost_centers');
  await page.route('**/import_json', (route) => route.fulfill({ status: 502, body: 'no' }));
  await page.getByRole('button', { name: 'Import', exact: false }).first().click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('identifier\r\nA-1\r\n') });
  const dialog = page.getByRole('dialog', { name: 'Import Failed' });
  await expect(dialog).toContainText(
    'An error occurred while importing. Please check your CSV file and try again.',
  );
});

test('a deletion in a table names what it would delete', async ({ page, factory }) => {
  await factory.create(costCenters, { identifier: 'NAMED-1' });
  await openTable(page, '?by_identifier=NAMED-1');
  await button(page, 'Delete NAMED-1').click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Sure to delete?');
  await expect(question).toContainText('NAMED-1');
});
