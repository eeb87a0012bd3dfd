import type { Page } from '@playwright/test';
import { departments } from '#resources/departments.ts';
import { expect, test } from '#tests/support/journey.ts';

/** How long after the first time what opens takes the focus again, in milliseconds. */
const LATER_MS = 600;

/**
 * What opens takes the focus in two steps of its own, between which a busy machine gets to what a person does. Here
 * the second comes late each time, in order to be seen.
 */
async function takeFocusTwice(page: Page): Promise<void> {
  await page.evaluate((later) => {
    const set = window.setTimeout.bind(window);
    const twice = (deed: () => void, ms?: number) => {
      if (ms === undefined) set(deed, later);
      return set(deed, ms);
    };
    Object.assign(window, { setTimeout: twice });
  }, LATER_MS);
}

test('an item of a menu that was reached by a key keeps the focus', async ({ page, factory }) => {
  const name = `Kept ${Date.now()}`;
  await factory.create(departments, { name });
  await page.goto(`/auth/view/departments?q=${encodeURIComponent(name)}`);
  const menu = page.getByRole('button', { name: `Actions for ${name}` });
  await menu.focus();
  await takeFocusTwice(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').getByRole('group')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const item = page.getByRole('menuitem', { name: 'Delete' });
  await expect(item).toBeFocused();
  await page.waitForTimeout(2 * LATER_MS);
  await expect(item).toBeFocused();

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  const confirm = dialog.getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeFocused();
  await page.waitForTimeout(2 * LATER_MS);
  await expect(confirm).toBeFocused();
});

test('the answer to a question that was reached by a key keeps the focus', async ({ page, factory }) => {
  const name = `Kept ${Date.now()}`;
  await factory.create(departments, { name });
  await page.goto(`/auth/crud/departments?by_name=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Delete ${name}` }).focus();
  await takeFocusTwice(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Tab');
  const yes = page.getByRole('button', { name: 'Yes' });
  await expect(yes).toBeFocused();
  await page.waitForTimeout(2 * LATER_MS);
  await expect(yes).toBeFocused();
});
