import type { Page } from '@playwright/test';
import { departments } from '#resources/departments.ts';
import { choose, expect, expectNoAxeViolations, test } from '#tests/support/journey.ts';

test.use({ motion: true });

const COUNT = 130;
/** The heading and the searches. */
const HEAD_ROWS = 2;

const nameOf = (at: number) => `Long table ${String(at).padStart(3, '0')}`;
const grid = (page: Page) => page.getByRole('grid', { name: 'Departments' });
const pager = (page: Page, where: 'top' | 'bottom') =>
  page.getByRole('navigation', { name: `Pages of Departments, ${where}` });
const rowOf = (page: Page, at: number) =>
  grid(page)
    .getByRole('row')
    .filter({ hasText: nameOf(at) });

test.beforeAll(async ({ factory }) => {
  for (let at = 1; at <= COUNT; at += 1) await factory.create(departments, { name: nameOf(at) });
});

test.beforeEach(async ({ page }) => {
  await page.goto('/auth/crud/departments?by_name=Long+table&sort=name');
  await expect(rowOf(page, 1)).toBeVisible();
});

test('a long table is turned over by the pages above and below it', async ({ page }) => {
  for (const where of ['top', 'bottom'] as const)
    await expect(pager(page, where)).toContainText(`1–25 of ${COUNT}`);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(COUNT + HEAD_ROWS));
  await expect(rowOf(page, 1)).toHaveAttribute('aria-rowindex', String(HEAD_ROWS + 1));

  await pager(page, 'bottom').getByRole('button', { name: 'Next page' }).click();
  await expect(rowOf(page, 26)).toHaveAttribute('aria-rowindex', String(HEAD_ROWS + 26));
  await expect(rowOf(page, 1)).toHaveCount(0);
  await expect(page).toHaveURL(/page=2/);
  for (const where of ['top', 'bottom'] as const)
    await expect(pager(page, where)).toContainText(`26–50 of ${COUNT}`);

  await pager(page, 'top').getByRole('button', { name: 'Page 6' }).click();
  await expect(rowOf(page, COUNT)).toHaveAttribute('aria-rowindex', String(HEAD_ROWS + COUNT));
  await expect(pager(page, 'top').getByRole('button', { name: 'Next page' })).toBeDisabled();
  await page.goBack();
  await expect(rowOf(page, 26)).toBeVisible();

  await choose(pager(page, 'top').getByRole('combobox', { name: 'Rows per page' }), '100');
  await expect(rowOf(page, 100)).toHaveAttribute('aria-rowindex', String(HEAD_ROWS + 100));
  await expect(pager(page, 'bottom')).toContainText(`1–100 of ${COUNT}`);
  await expectNoAxeViolations(page);
});

test('with all rows on one page only those in sight are mounted, and the last one is edited there', async ({
  page,
  api,
}) => {
  await choose(pager(page, 'top').getByRole('combobox', { name: 'Rows per page' }), '500');
  await expect(pager(page, 'top')).toContainText(`1–${COUNT} of ${COUNT}`);
  const mounted = grid(page).locator('tr[data-row]');
  await expect.poll(() => mounted.count()).toBeLessThan(COUNT / 2);
  await expect(rowOf(page, COUNT)).toHaveCount(0);

  await grid(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(rowOf(page, COUNT)).toBeInViewport({ timeout: 200 });
  }).toPass();
  await expect(rowOf(page, COUNT)).toHaveAttribute('aria-rowindex', String(HEAD_ROWS + COUNT));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(COUNT + HEAD_ROWS));
  await expect(rowOf(page, 1)).toHaveCount(0);

  await page.getByRole('button', { name: `Edit ${nameOf(COUNT)}` }).click();
  const input = grid(page).getByRole('textbox', { name: 'Abbreviation', exact: true });
  await input.fill('LAST');
  // Scrolled away, the row keeps what is typed.
  await grid(page).hover();
  await page.mouse.wheel(0, -20_000);
  await expect(rowOf(page, 1)).toBeVisible();
  await expect(input).toHaveValue('LAST');
  await input.press('Enter');
  await expect(page.getByText('Your department has been updated!')).toBeVisible();
  const { body } = await api.get<{ abbreviation: string }[]>(`/departments?by_name=${nameOf(COUNT)}`);
  expect(body.data[0]?.abbreviation).toBe('LAST');
});
