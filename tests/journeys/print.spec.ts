import { departments } from '#resources/departments.ts';
import { expect } from '#tests/support/journey.ts';
import { test } from '#tests/support/reference-journey.ts';

/** The width of the paper in pixels: A4 across. */
const paper = { width: 1050, height: 740 };

test('a printed list has every row and column of the page, and nothing that is pressed', async ({
  page,
  factory,
}) => {
  const mark = `Print ${Date.now()}`;
  const names = Array.from({ length: 130 }, (_, n) => `${mark} ${String(n).padStart(3, '0')}`);
  await Promise.all(names.map((name) => factory.create(departments, { name })));
  await page.goto(`/auth/view/departments?q=${encodeURIComponent(mark)}&per_page=500&sort=name`);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await page.setViewportSize(paper);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('grid').locator('[data-row]')).toHaveCount(130);
  await expect(page.getByRole('heading', { level: 1, name: 'Departments' })).toBeVisible();
  // The words of a column's head are a button on the screen.
  await expect(page.locator('button:not(th button)').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('searchbox').filter({ visible: true })).toHaveCount(0);
  const { right, hidden } = await page.getByRole('grid').evaluate((grid) => ({
    right: grid.getBoundingClientRect().right,
    hidden: getComputedStyle(grid.parentElement ?? grid).overflowX,
  }));
  expect(right).toBeLessThanOrEqual(paper.width);
  expect(hidden).toBe('visible');

  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => page.getByRole('grid').locator('[data-row]').count()).toBeLessThan(130);
});
