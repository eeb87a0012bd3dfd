import type { Page } from '@playwright/test';
import { departments } from '#resources/departments.ts';
import { expect, test } from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';
import { pasteInto } from '#tests/support/paste-into.ts';
import { visit } from '#tests/support/visit.ts';

test('Save and Cancel lead back to the record or the list that a form was opened from', async ({
  page,
  factory,
}) => {
  const name = `Opened from ${Date.now()}`;
  const { id } = await factory.create(departments, { name });
  const heading = page.getByRole('heading', { level: 1 });
  const submit = async () => {
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  };
  await page.goto(`/auth/view/departments?q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name }).click();
  // The list, which has an Edit of its own, stands until the record is there.
  await expect(heading).toHaveText(name);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(new RegExp(`/auth/view/departments/${id}$`));

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Abbreviation').fill('BACK');
  // The way back outlives a reload.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await submit();
  await expect(page).toHaveURL(new RegExp(`/auth/view/departments/${id}$`));
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('BACK');
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The change has been undone!')).toBeVisible();
  await expect(details).not.toContainText('BACK');

  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/view\/departments\?q=/);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(heading).toHaveText('Edit Department');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/departments\?q=/);
});

test('a form that was opened by its address leads to the list', async ({ page }) => {
  await page.goto('/auth/create/departments');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/departments$/);
});

test('who comes back to a form that was saved, before the list is there, finds one that can be filled in', async ({
  page,
  factory,
  api,
}) => {
  const { id } = await factory.create(departments, { name: `Left and back ${Date.now()}` });
  const abbreviation = page.getByLabel('Abbreviation');
  const submit = page.getByRole('button', { name: 'Submit' });
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Confirm' });
  const save = async () => {
    await confirm.click();
    await expect(page).toHaveURL(/\/auth\/view\/departments$/);
  };
  await page.goto(`/auth/edit/departments/${id}`);
  await abbreviation.fill('ONE');
  await submit.click();
  await expect(confirm).toBeVisible();
  // The form stays until the list has loaded.
  const released = Promise.withResolvers<void>();
  await page.route(/\.js$|\/api\/departments\?/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await save();

  await visit(page, `/auth/edit/departments/${id}`);
  await expect(abbreviation).toHaveValue('ONE');
  await abbreviation.fill('TWO');
  await submit.click();
  await save();
  released.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Departments');
  expect((await api.get(`/departments/${id}`)).body.data).toMatchObject({ abbreviation: 'TWO' });
});

/** Leaves for a screen without saving, and comes back with Back before the code of that screen is there. */
async function leaveAndComeBack(page: Page, screen: string) {
  const address = page.url();
  const main = await unfoldedMenu(page);
  const leave = page.getByRole('button', { name: 'Leave' });
  // The question comes late too, and is not what is waited for.
  await main.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(leave).toHaveCount(0);
  const released = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await main.getByRole('link', { name: screen, exact: true }).click();
  await leave.click();
  await expect(page).not.toHaveURL(address);
  await page.goBack();
  await expect(page).toHaveURL(address);
  released.resolve();
}

test('who comes back to a table that they left without saving finds no row that takes nothing', async ({
  page,
}) => {
  await page.goto('/auth/crud/departments');
  const add = page.getByRole('button', { name: 'Add a Row' });
  const row = page.getByRole('grid', { name: 'New Department' });
  const name = row.getByRole('textbox').first();
  await add.click();
  await name.fill('Typed and left');
  await leaveAndComeBack(page, 'Jobs');
  await expect(row).toHaveCount(0);

  await add.click();
  await pasteInto(name, 'Pasted and left 1\nPasted and left 2\n');
  await expect(page.getByText('2 pasted, nothing saved yet.')).toBeVisible();
  await leaveAndComeBack(page, 'Outbox');
  await expect(page.getByRole('grid', { name: 'Pasted Departments' })).toHaveCount(0);
  await add.click();
  await name.fill('Typed again');
  await expect(name).toHaveValue('Typed again');
});

test('who comes back to a form that they left without saving can fill it in', async ({ page }) => {
  await page.goto('/auth/spinco-sg-modification');
  const users = page.getByRole('textbox', { name: 'Users' });
  await users.fill('left@example.com');
  await leaveAndComeBack(page, 'Jobs');
  await expect(users).toHaveValue('');
  await users.fill('again@example.com');
  await expect(users).toHaveValue('again@example.com');

  await users.fill('');
  await visit(page, '/auth/billing-automation/rules');
  const form = page.getByRole('form', { name: 'New Version' });
  const named = form.getByRole('radio', { name: 'Charge it to a cost center' });
  await named.check();
  await leaveAndComeBack(page, 'Outbox');
  await expect(named).not.toBeChecked();
  await named.check();
  await expect(form.getByRole('button', { name: 'Preview' })).toBeEnabled();
});
