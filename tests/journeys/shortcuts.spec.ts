import type { Page } from '@playwright/test';
import { costCenter, openTable, rowOf, table } from '#tests/support/cost-center-table.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

/** Presses one key after the other without waiting for what the first does, as fingers do. */
const pressBoth = (page: Page, first: string, second: string) =>
  Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);

test.beforeEach(async ({ page }) => {
  await page.goto('/auth/view/departments');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
});

test('? lists the keys of this screen, and each does what it says', async ({ page }) => {
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByRole('region', { name: 'Departments' })).toContainText('Add a new Department');
  await expect(dialog.getByRole('region', { name: 'Everywhere' })).toContainText(
    'Search screens and records',
  );
  await expect(dialog.getByRole('region', { name: 'Within a table' })).toContainText('To the next cell');
  await page.keyboard.press('n');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/auth\/create\/departments$/);
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).focus();
  await pressBoth(page, 'g', 'c');
  await expect(page).toHaveURL(/\/auth\/view\/cost_centers$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Cost Centers' })).toBeFocused();
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/auth\/crud\/cost_centers$/);
  await expect(page.getByRole('heading', { level: 1, name: /Edit/ })).toBeFocused();
  await pressBoth(page, 'g', 'h');
  await expect(page).toHaveURL(/\/auth\/home$/);
});

test('keys that were pressed one after the other are one shortcut, however late a busy page hears of them', async ({
  page,
}) => {
  await page.getByRole('heading', { level: 1 }).focus();
  await page.evaluate(() => {
    const beBusy = () => {
      const end = performance.now() + 1700;
      while (performance.now() < end);
    };
    window.addEventListener('keydown', beBusy, { once: true });
  });
  await pressBoth(page, 'g', 'h');
  await expect(page).toHaveURL(/\/auth\/home$/);
});

test('a screen that comes on a busy page has the focus at its heading all the same', async ({ page }) => {
  await page.getByRole('heading', { level: 1 }).focus();
  await page.evaluate(() => {
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (then) => frame(() => setTimeout(() => then(performance.now()), 500));
  });
  await pressBoth(page, 'g', 'c');
  await expect(page).toHaveURL(/\/auth\/view\/cost_centers$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Cost Centers' })).toBeFocused();
});

test('a key that is pressed the moment the page shows it is obeyed', async ({ page }) => {
  await page.addInitScript(() => {
    const press = () => {
      const button = document.querySelector('[aria-keyshortcuts="Control+K"]');
      if (!button) return;
      shown.disconnect();
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    };
    const shown = new MutationObserver(press);
    shown.observe(document, { subtree: true, childList: true });
  });
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Search screens and records' })).toBeFocused();
});

test('/ goes to the search of the list, and what is typed there is no shortcut', async ({ page }) => {
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search', exact: true });
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await page.keyboard.type('n?gh');
  await expect(search).toHaveValue('n?gh');
  await expect(page).toHaveURL(/\/auth\/view\/departments\?q=n/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('E edits the row that has the focus, N adds one', async ({ page, api }) => {
  const { identifier } = await costCenter(api);
  await openTable(page);
  await rowOf(page, identifier).locator('[data-lead]').focus();
  await page.keyboard.press('e');
  await expect(table(page).getByRole('textbox', { name: 'Identifier', exact: true })).toBeFocused();
  await expect(table(page).getByRole('textbox', { name: 'Identifier', exact: true })).toHaveValue(
    String(identifier),
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.getByRole('grid', { name: 'New Cost Center' })).toBeVisible();
});

test('keys without Ctrl can be switched off, for good, and the list is in the menu of the account', async ({
  page,
}) => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByRole('switch', { name: 'Keys without Ctrl' }).click({ force: true });
  await expect(dialog.getByRole('switch', { name: 'Keys without Ctrl' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('?');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/view\/departments$/);
  await expect(dialog).toHaveCount(0);
});

test('everybody can read the list of keys', async ({ page }) => {
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectUsableByEverybody(page);
});
