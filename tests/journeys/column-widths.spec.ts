import type { Page } from '@playwright/test';
import { expect, test, wide } from '#tests/support/journey.ts';

const widthOf = (page: Page, header: string) =>
  page
    .getByRole('columnheader', { name: header, exact: true })
    .evaluate((cell) => (cell as HTMLElement).offsetWidth);

/** How much wider the table is than the box it scrolls in. */
const overflow = (page: Page) =>
  page.getByRole('grid').evaluate((table) => table.clientWidth - (table.parentElement?.clientWidth ?? 0));

test.use({ viewport: wide });

test('room to spare goes to the names, while days keep their width', async ({ page }) => {
  await page.goto('/auth/view/departments?by_name=General');
  await expect(page.getByRole('link', { name: 'General Administration' })).toBeVisible();

  expect(await widthOf(page, 'Name')).toBeGreaterThan(500);
  expect(await widthOf(page, 'Created')).toBeLessThan(150);
  expect(await overflow(page)).toBe(0);
});

test('a table that is a little too wide cuts its texts down instead of scrolling', async ({ page }) => {
  await page.setViewportSize({ ...wide, width: 1380 });
  await page.goto('/auth/view/companies');
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  expect(await overflow(page)).toBe(0);
  expect(await widthOf(page, 'Location')).toBeLessThan(170);
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeInViewport({ ratio: 1 });
});

test('a table that is far too wide scrolls with all its columns as wide as they should be', async ({
  page,
}) => {
  await page.goto('/auth/view/cost_centers');
  await expect(page.getByRole('row').nth(1)).toContainText('@example.com');
  expect(await overflow(page)).toBeGreaterThan(100);
  expect(await widthOf(page, 'Cloud Contact Email')).toBe(240);
});

test('a width that a person drags stays under the pointer and through a reload', async ({ page }) => {
  await page.goto('/auth/view/companies');
  const header = page.getByRole('columnheader', { name: 'Location' });
  await expect(header).toBeVisible();
  const before = await header.boundingBox();
  if (!before) throw new Error('The header has no place.');
  const edge = { x: before.x + before.width, y: before.y + before.height / 2 };

  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 60, edge.y, { steps: 6 });
  await page.mouse.up();
  const dragged = await header.boundingBox();
  expect((dragged?.x ?? 0) + (dragged?.width ?? 0)).toBeCloseTo(edge.x + 60, -1);

  await page.reload();
  await expect.poll(() => widthOf(page, 'Location')).toBe(Math.round(dragged?.width ?? 0));
});
