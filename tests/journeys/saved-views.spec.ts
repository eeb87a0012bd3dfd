import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, narrow, wide } from '#tests/support/journey.ts';
import { test } from '#tests/support/reference-journey.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Departments', exact: true });
const heads = (page: Page) => grid(page).getByRole('columnheader');
const button = (page: Page) => page.getByRole('button', { name: /^Views/ });
const menu = (page: Page) => page.getByRole('menu', { name: 'Views of Departments' });
const item = (page: Page, name: string) => menu(page).getByRole('menuitem', { name });
const firstRow = (page: Page) =>
  page.evaluate(() => document.querySelector('tr[data-row]')?.getBoundingClientRect().top ?? Infinity);

async function choose(page: Page, name: string): Promise<void> {
  await button(page).click();
  await item(page, name).click();
}

async function saveAs(page: Page, name: string): Promise<void> {
  await choose(page, 'Save as a new view');
  const dialog = page.getByRole('dialog', { name: 'Save as a New View' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(button(page)).toHaveAccessibleName(`Views: ${name}`);
}

test('what a list shows is saved under a name, chosen again by it, and the way Back goes through it', async ({
  page,
  api,
}) => {
  for (const at of [1, 2]) await api.post('/departments', { name: `Viewed ${at}` });
  await page.goto('/auth/view/departments?by_name=Viewed&sort=-name');
  await expect(grid(page).locator('tbody [data-col=name]')).toHaveText(['Viewed 2', 'Viewed 1']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Updated', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move Updated earlier' }).click();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  const shown = await heads(page).allTextContents();
  const high = await firstRow(page);
  await saveAs(page, 'Viewed, last first');
  await expect(page).toHaveURL(/view=\d+/);
  await expect(heads(page)).toHaveText(shown);
  expect(await firstRow(page)).toBe(high);

  await choose(page, 'The usual list');
  await expect(page).not.toHaveURL(/by_name|view=/);
  await button(page).click();
  await expectNoAxeViolations(page);
  await item(page, 'Viewed, last first').click();
  await expect(grid(page).locator('tbody [data-col=name]')).toHaveText(['Viewed 2', 'Viewed 1']);
  await expect(heads(page)).toHaveText(shown);
  await page.goBack();
  await expect(page).not.toHaveURL(/by_name|view=/);
  await page.goForward();
  await expect(button(page)).toHaveAccessibleName('Views: Viewed, last first');
  // A link brings the same.
  await page.reload();
  await expect(button(page)).toHaveAccessibleName('Views: Viewed, last first');
  await expect(heads(page)).toHaveText(shown);
  await page.setViewportSize(narrow);
  await expect.poll(() => firstRow(page)).toBeLessThanOrEqual(260);
  await page.setViewportSize(wide);
});

test('a view is changed, renamed, shown to everybody, and comes back after it was deleted', async ({
  page,
  api,
}) => {
  await api.post('/departments', { name: 'Kept in a view' });
  await page.goto('/auth/view/departments?by_name=Kept%20in');
  await saveAs(page, 'Kept');
  await page
    .getByRole('grid')
    .getByRole('columnheader', { name: 'Name' })
    .getByRole('button')
    .first()
    .click();
  await expect(button(page)).toHaveAccessibleName('Views: Kept, changed');
  await choose(page, 'Save the changes');
  await expect(page.getByText('The view Kept has been saved!')).toBeVisible();
  await expect(button(page)).toHaveAccessibleName('Views: Kept');

  await choose(page, 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename the View' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kept for all');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(button(page)).toHaveAccessibleName('Views: Kept for all');
  await choose(page, 'Show it to everybody');
  await expect(page.getByText('Everybody sees Kept for all now.')).toBeVisible();

  await choose(page, 'Delete');
  await expect(button(page)).toHaveAccessibleName('Views');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The view Kept for all is back.')).toBeVisible();
  await choose(page, 'Kept for all');
  await expect(button(page)).toHaveAccessibleName('Views: Kept for all');
});

test('a list begins with the view that one chose for that', async ({ page, api }) => {
  await api.post('/departments', { name: 'Begun with' });
  await page.goto('/auth/view/departments?by_name=Begun');
  await saveAs(page, 'Begun');
  await choose(page, 'Begin with it');
  await expect(page.getByText('Departments begins with Begun.')).toBeVisible();
  await page.goto('/auth/view/departments');
  await expect(page).toHaveURL(/by_name=Begun/);
  await expect(grid(page).locator('tbody [data-col=name]')).toHaveText(['Begun with']);
  // Who clears it sees all, and goes on to do so.
  await choose(page, 'The usual list');
  await expect(page).not.toHaveURL(/by_name/);
  await page.reload();
  await expect(button(page)).toHaveAccessibleName('Views');
  await choose(page, 'Begun');
  await choose(page, 'Do not begin with it any more');
  await expect(page.getByText('Departments no longer begins with Begun.')).toBeVisible();
});

test('a view that is gone is said to be, and the list of its address opens', async ({ page, api }) => {
  await api.post('/departments', { name: 'Still listed' });
  await page.goto('/auth/view/departments?view=999999&by_name=Still%20listed');
  await expect(grid(page).locator('tbody [data-col=name]')).toHaveText(['Still listed']);
  await expect(page.getByText('The view of this address was deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Leave the view' }).click();
  await expect(page).not.toHaveURL(/view=9/);
  await expect(grid(page).locator('tbody [data-col=name]')).toHaveText(['Still listed']);
});
