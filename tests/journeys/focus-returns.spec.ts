import type { Locator, Page } from '@playwright/test';
import { departments } from '#resources/departments.ts';
import { costCenter } from '#tests/support/cost-center-table.ts';
import { expect, test } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

test.use({ motion: true });

const dialog = (page: Page) => page.getByRole('dialog');

/** Opens a dialog from a button with the keyboard, closes it with Escape, and finds the focus on the button. */
async function expectReturnTo(page: Page, opener: Locator): Promise<void> {
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
}

/** Chooses an item of the open menu. One that has just opened takes the focus, and a key before that goes nowhere. */
async function choose(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('menu').locator('[data-autofocus]')).toBeFocused();
  await page.getByRole('menuitem', { name }).press('Enter');
}

test('the focus returns to the buttons that open a report, an import and a copy', async ({ page, api }) => {
  const { identifier } = await costCenter(api);
  await page.goto('/auth/view/cost_centers');
  await expectReturnTo(page, page.getByRole('button', { name: 'Send Inventory Report' }));
  await visit(page, `/auth/crud/cost_centers?by_identifier=${String(identifier)}`);
  await expectReturnTo(page, page.getByRole('button', { name: /^Import/ }));
  await expectReturnTo(page, page.getByRole('button', { name: `Copy ${String(identifier)}` }));
});

test('the focus returns to the list of keys from where it was asked for', async ({ page }) => {
  await page.goto('/auth/view/companies');
  const link = page.getByRole('link', { name: 'Add New Company' });
  await link.focus();
  await page.keyboard.press('?');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();

  const account = page.getByRole('button', { name: 'Account of Maya Okafor' });
  await account.press('Enter');
  await choose(page, 'Keyboard shortcuts');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
});

test('the focus returns to a row after its deletion was cancelled, to the next one after it, and to it again after the undo', async ({
  page,
  factory,
}) => {
  const mark = `Focus ${Date.now()}`;
  for (const end of ['a', 'b', 'c']) await factory.create(departments, { name: `${mark} ${end}` });
  await page.goto(`/auth/view/departments?q=${encodeURIComponent(mark)}&sort=name`);
  const menu = (end: string) => page.getByRole('button', { name: `Actions for ${mark} ${end}` });
  const ask = async () => {
    await menu('b').press('Enter');
    await choose(page, 'Delete');
    await expect(dialog(page)).toBeVisible();
  };
  await ask();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(menu('b')).toBeFocused();
  await ask();
  await page.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(menu('b')).toHaveCount(0);
  await expect(menu('c')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: `${mark} b` })
      .locator(':focus'),
  ).toHaveCount(1);
});

test('the focus stays in the list of what was deleted, and returns to its menu', async ({
  page,
  api,
  factory,
}) => {
  const record = await factory.create(departments, { name: `Gone ${Date.now()}` });
  await api.delete(`/departments/${record.id}`);
  await page.goto('/auth/view/departments');
  const more = page.getByRole('button', { name: 'More about Departments' });
  await more.press('Enter');
  await choose(page, 'Recently deleted');
  await page.getByRole('button', { name: `Restore ${String(record.name)}` }).press('Enter');
  await expect(page.getByRole('button', { name: `Restore ${String(record.name)}` })).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('the focus returns from a mail to its line', async ({ page, api }) => {
  // One of its own: mails that other journeys asked for may come in between, and stand above it.
  const to = 'focus.returns@example.com';
  await api.post('/cost_centers/send_report', { cost_center: { email: true, send_to: to } });
  await page.goto('/auth/outbox');
  const mail = page.getByRole('list', { name: 'Mails' }).getByRole('listitem').filter({ hasText: to });
  await expectReturnTo(page, mail.getByRole('button').first());
});

test('the focus returns from the comparison of two versions to what saved', async ({
  page,
  api,
  factory,
}) => {
  const record = await factory.create(departments, { name: `Twice ${Date.now()}` });
  const name = String(record.name);
  await page.goto(`/auth/crud/departments?by_name=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const input = page
    .getByRole('grid', { name: 'Departments', exact: true })
    .getByRole('textbox', { name: 'Name' })
    .last();
  await input.fill(`${name} mine`);
  await api.put(`/departments/${record.id}`, { name: `${name} theirs`, lock_version: record.lock_version });
  const save = page.getByRole('button', { name: `Save ${name}` });
  await save.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(save).toBeFocused();
});

test('the focus goes on at the heading after a record was restored on its own screen', async ({
  page,
  api,
  factory,
}) => {
  const record = await factory.create(departments, { name: `Back ${Date.now()}` });
  await api.delete(`/departments/${record.id}`);
  await page.goto(`/auth/view/departments/${record.id}`);
  await page.getByRole('button', { name: 'Restore' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: String(record.name) })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('the focus returns to a row that is out of sight after its deletion was undone', async ({
  page,
  factory,
}) => {
  const mark = `Far ${Date.now()}`;
  const names = Array.from({ length: 130 }, (_, n) => `${mark} ${String(n).padStart(3, '0')}`);
  await Promise.all(names.map((name) => factory.create(departments, { name })));
  await page.goto(`/auth/crud/departments?by_name=${encodeURIComponent(mark)}&per_page=500&sort=name`);
  const last = names.at(-2) ?? '';
  const grid = page.getByRole('grid', { name: 'Departments', exact: true });
  await grid.locator('[data-row] [data-lead]').first().focus();
  await page.keyboard.press('Control+End');
  await page.getByRole('button', { name: `Delete ${last}` }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('button', { name: `Delete ${last}` })).toHaveCount(0);
  // Until the row below has the focus, it would be taken from the button that is pressed next.
  await expect(grid.locator('[data-row] :focus')).toHaveCount(1);
  await page.keyboard.press('Control+Home');
  await expect(grid.getByRole('row').filter({ hasText: names[0] })).toBeInViewport();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.press('Enter');
  const row = grid.getByRole('row').filter({ hasText: last });
  await expect(row.locator(':focus')).toHaveCount(1);
  await expect(row).toBeInViewport();
});
