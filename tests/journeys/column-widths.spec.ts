import type { Page } from '@playwright/test';
import { budgets } from '#resources/budgets.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { expect, narrow, test, untilLoaded, wide } from '#tests/support/journey.ts';

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
  await page.goto('/auth/view/companies');
  await expect(page.getByRole('row').nth(2)).toBeVisible();
  const roomy = await widthOf(page, 'Location');
  const created = await widthOf(page, 'Created');
  await page.setViewportSize({ ...wide, width: 1230 });
  await expect.poll(() => widthOf(page, 'Location')).toBeLessThan(roomy);
  expect(await overflow(page)).toBe(0);
  expect(await widthOf(page, 'Created')).toBe(created);
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeInViewport({ ratio: 1 });
});

/** How many columns are seen whole beside what can be done with a row. */
const columnsInSight = (page: Page) =>
  page.getByRole('grid').evaluate((table) => {
    const right = table.parentElement?.getBoundingClientRect().right ?? 0;
    const actions = table.querySelector('thead [data-actions]')?.getBoundingClientRect().width ?? 0;
    return [...table.querySelectorAll('thead [data-header]')].filter(
      (head) => head.getBoundingClientRect().right <= right - actions + 1,
    ).length;
  });

test('a table that is far too wide scrolls, with eight of its columns in sight, in editing too', async ({
  page,
}) => {
  for (const address of [
    'view/cost_centers',
    'crud/cost_centers',
    'view/cloud_bills',
    'view/cloud_parents',
  ]) {
    await page.goto(`/auth/${address}`);
    await expect(page.locator('tr[data-row]').first()).toBeVisible();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
    expect(await columnsInSight(page), address).toBeGreaterThanOrEqual(8);
  }
});

test('lists of up to ten columns are whole at 1440 px, with short numbers whole', async ({
  page,
  factory,
}) => {
  const { id } = await factory.create(costCenters);
  await factory.create(budgets, { name: 'Whole', cost_center_id: id });
  for (const model of ['budgets', 'cloud_parents', 'cloud_deployments']) {
    await page.goto(`/auth/view/${model}`);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
    await untilLoaded(page);
    expect(await overflow(page), model).toBe(0);
  }
});

test('the ten columns of accounts are whole at 1440 px, with names and cost centers that are not cut', async ({
  page,
}) => {
  await page.goto('/auth/view/cloud_parents?q=reel-engine-production');
  const cells = page.locator('tr[data-row] td[data-col]');
  await expect(cells.first()).toBeVisible();
  await untilLoaded(page);
  await expect(page.locator('thead [data-header]')).toHaveCount(10);
  for (const id of ['name', 'cost_center'])
    await expect(page.locator(`td[data-col="${id}"] [data-end]`), id).toHaveCount(0);
  // What is long anyway has given its room to them.
  const address = page.locator('td[data-col="email"] > span').first();
  expect(await address.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeGreaterThan(0);
});

test('a column is as wide as what is in it, and stays so while it is searched', async ({ page, factory }) => {
  const short = { code: 'W1', country: 'Malta' };
  await factory.create(companies, short);
  await page.goto('/auth/view/companies?by_code=W1');
  await expect(page.getByRole('link', { name: 'W1', exact: true })).toBeVisible();
  const before = await widthOf(page, 'Code');
  const long = 'WIDE-COMPANY-CODE-19';
  await factory.create(companies, { ...short, code: long });
  const search = page.getByRole('searchbox', { name: 'Search Code' });
  await search.fill('WIDE-COMPANY');
  await expect(page.getByRole('link', { name: long })).toBeVisible();
  const widest = await widthOf(page, 'Code');
  expect(widest).toBeGreaterThan(before + 20);
  await search.fill('W1');
  await expect(page.getByRole('link', { name: 'W1', exact: true })).toBeVisible();
  expect(await widthOf(page, 'Code')).toBe(widest);
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

test('the day at the beginning of a row is whole where a browser rounds its letters up', async ({
  page,
  factory,
}) => {
  const { id } = await factory.create(cloudBills, { date: '2026-11-01' });
  await page.goto(`/auth/view/cloud_bills?by_id=${id}`);
  const day = page.locator('[data-row] td[data-lead] span').first();
  await expect(day).toHaveText('01-Nov-2026');
  const spare = await day.evaluate((span) => {
    const range = document.createRange();
    range.selectNodeContents(span);
    return span.clientWidth - range.getBoundingClientRect().width;
  });
  expect(spare).toBeGreaterThanOrEqual(2);
});

test('on a phone a name takes two lines at most, of which the end is seen, and two are left for the values', async ({
  page,
}) => {
  await page.setViewportSize(narrow);
  await page.goto('/auth/view/virtual_machines');
  await untilLoaded(page);
  const name = page.locator('tr[data-row] td[data-heads] > span').first();
  const whole = (await name.textContent()) ?? '';
  expect(whole.length).toBeGreaterThan(100);
  await expect(name).toHaveAttribute('data-end', /.{8,}/);
  expect(whole.endsWith((await name.getAttribute('data-end')) ?? whole)).toBe(true);
  await name.hover();
  await expect(page.getByTitle(whole)).toBeVisible();

  await page.goto('/auth/view/inventory_differences');
  await untilLoaded(page);
  const repairs = await page.locator('tr[data-row] td[data-col="repair"] button').all();
  expect(repairs).not.toEqual([]);
  for (const repair of repairs)
    expect(
      await repair.evaluate((button) => {
        const row = button.closest('tr')?.getBoundingClientRect();
        return button.getBoundingClientRect().bottom <= (row?.bottom ?? 0);
      }),
    ).toBe(true);
});
