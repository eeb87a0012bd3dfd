import type { Page } from '@playwright/test';
import { endSession, withoutEvents } from '#tests/support/ended-session.ts';
import { button, costCenter, openTable, table } from '#tests/support/cost-center-table.ts';
import { expect, expectNoAxeViolations, signIn, test } from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';

const code = (page: Page) => table(page).getByRole('textbox', { name: 'Company Code', exact: true });
const newRow = (page: Page) => page.getByRole('grid', { name: 'New Cost Center' });
const identifierOf = (page: Page) => newRow(page).getByRole('textbox', { name: 'Identifier', exact: true });
const note = (page: Page) => page.getByText('What you typed here before is back.');

/** Loads the page again, through the question that the browser asks about what is typed. */
async function reload(page: Page) {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(table(page)).toHaveAttribute('aria-busy', 'false');
}

test('a reload brings back the row in editing, and overwrites nothing of others', async ({ page, api }) => {
  const { id, identifier, lock_version } = await costCenter(api, { company_code: '07' });
  await openTable(page);
  await button(page, `Edit ${identifier}`).click();
  await code(page).fill('55');
  await api.put(`/cost_centers/${id}`, { expired_at: '2030-01-31', lock_version });
  await reload(page);
  await expect(note(page)).toBeVisible();
  await expect(code(page)).toHaveValue('55');
  await expectNoAxeViolations(page);
  await code(page).press('Enter');
  await expect(page.getByText('Maya Okafor changed Expired At meanwhile, which stays.')).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  expect((await api.get(`/cost_centers/${id}`)).body.data).toMatchObject({
    company_code: '55',
    expired_at: '2030-01-31',
  });
  await page.reload();
  await expect(button(page, `Edit ${identifier}`)).toBeVisible();
});

test('a reload brings back the row that is being added, until it is cancelled', async ({ page }) => {
  await openTable(page);
  await page.getByRole('button', { name: 'Add a Row' }).click();
  await identifierOf(page).fill('Survives');
  await reload(page);
  await expect(identifierOf(page)).toHaveValue('Survives');
  await button(page, 'Cancel the new cost center').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await reload(page);
  await expect(newRow(page)).toHaveCount(0);
});

test('a row that is left for another screen on purpose does not come back', async ({ page }) => {
  await openTable(page);
  await page.getByRole('button', { name: 'Add a Row' }).click();
  await identifierOf(page).fill('Given up');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/auth\/home$/);
  await openTable(page);
  await expect(newRow(page)).toHaveCount(0);
});

test('a copy asks before what was typed is dropped, and a reload brings it back', async ({ page, api }) => {
  const { identifier } = await costCenter(api);
  await page.goto('/auth/home');
  await (await unfoldedMenu(page)).locator('a[href="/auth/crud/cost_centers"]').click();
  await button(page, `Copy ${identifier}`).click();
  const copy = page.getByRole('dialog', { name: 'Copy Cost Center' });
  await copy.getByRole('button', { name: 'Cancel' }).click();
  await expect(copy).toHaveCount(0);

  await button(page, `Copy ${identifier}`).click();
  const name = copy.getByRole('textbox', { name: 'Identifier' });
  await name.fill('Typed into a copy');
  const question = page.getByRole('dialog', { name: 'Sure to cancel?' });
  for (const ask of ['Cancel', 'Close']) {
    await copy.getByRole('button', { name: ask }).click();
    await question.getByRole('button', { name: 'No' }).click();
    await expect(question).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(name).toHaveValue('Typed into a copy');

  await reload(page);
  await expect(name).toHaveValue('Typed into a copy');
  await page.goBack();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await copy.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(copy).toHaveCount(0);
  await reload(page);
  await expect(copy).toHaveCount(0);
});

test.describe('somebody else', () => {
  test.use({ person: null });

  test('whose session ends while typing into a row signs in again and finds it', async ({ page }) => {
    await withoutEvents(page);
    await signIn(page, 'Priya Raman');
    await openTable(page);
    await page.getByRole('button', { name: 'Add a Row' }).click();
    // Nothing else is on its way to the server, so that Save is the first to hear of the end.
    await expect(newRow(page).getByRole('combobox', { name: 'Department' })).not.toHaveValue('');
    await identifierOf(page).fill('Typed before the end');
    await endSession(page);
    await button(page, 'Save the new cost center').click();
    await page.waitForURL('**/unauth/home');
    await page.getByRole('banner').getByText('Login', { exact: true }).click();
    await page.getByRole('button', { name: 'Priya Raman' }).click();
    await page.waitForURL('**/auth/crud/cost_centers');
    await expect(identifierOf(page)).toHaveValue('Typed before the end');
  });
});
