import type { Locator } from '@playwright/test';
import { cloudBills } from '#resources/cloud-bills.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { faqs } from '#resources/faqs.ts';
import { makeCenter, makeRun, table as tableOf } from '#tests/support/billing/billing-journey.ts';
import { button, openTable, table } from '#tests/support/cost-center-table.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { expect, test } from '#tests/support/journey.ts';

/** The width of the paper in pixels: A4 across, and upright. */
const paper = { width: 1050, height: 740 };
const upright = { width: 718, height: 1050 };

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
  const pages = page.getByRole('navigation').filter({ visible: true });
  await expect(pages).toHaveText(['Showing 1–130 of 130'], { useInnerText: true });
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

/** What a filter is set to, as paper has it. */
const setTo = (label: Locator): Promise<string> =>
  label.evaluate((filter) => getComputedStyle(filter, '::before').content);

test('a printed list says how it is narrowed', async ({ page }) => {
  await page.goto('/auth/view/cost_centers?q=10&by_identifier=7&by_company_code=07');
  await expect(page.getByRole('grid', { name: 'Cost Centers' })).toHaveAttribute('aria-busy', 'false');
  await page.emulateMedia({ media: 'print' });
  const bar = page.getByRole('search', { name: 'Cost Centers' });
  const filters = bar.getByRole('list', { name: 'Filters' });
  await expect(filters.getByRole('listitem').filter({ visible: true, hasText: ':' })).toHaveText(
    ['Identifier: 7', 'Company Code: 07'],
    { useInnerText: true },
  );
  const inputs = bar.locator('label').filter({ visible: true });
  await expect(inputs).toHaveCount(1);
  expect(await setTo(inputs)).toBe('"Search: 10"');

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/auth/jobs?by_state=failed');
  await expect(page.getByRole('search', { name: 'Jobs' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const state = page.getByRole('search', { name: 'Jobs' }).locator('label').filter({ visible: true });
  await expect(state).toHaveCount(1);
  expect(await setTo(state)).toBe('"State: Failed"');

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/auth/month-close?month=2026-03');
  await expect(page.getByRole('combobox', { name: 'Month' })).toHaveValue('March 2026');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('combobox', { name: 'Month' })).toBeVisible();
});

test('the headings and marks of a printed list are whole, however many columns there are', async ({
  page,
}) => {
  await page.goto('/auth/view/cost_centers');
  const grid = page.getByRole('grid', { name: 'Cost Centers' });
  await expect(grid.locator('[data-row]').first()).toBeVisible();
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('group', { name: 'Cost Centers: list or table' })).toBeHidden();
  // Each word of a heading stands in its own column, and a mark in one line.
  const cut = await grid.evaluate((table) =>
    [...table.querySelectorAll<HTMLElement>('th button, th button span, [data-tone]')]
      .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
      .map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
  const heights = await grid
    .locator('[data-tone]')
    .evaluateAll((marks) => marks.map((one) => one.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(28);
  expect(await grid.evaluate((table) => table.getBoundingClientRect().right)).toBeLessThanOrEqual(
    paper.width,
  );
});

test('the printed outbox names its mails', async ({ page, api }) => {
  const body = { cost_center: { email: true, send_to: 'paper@example.com' } };
  const asked = await api.post<{ job: { id: string } }>('/cost_centers/send_report', body);
  await followJob(api, asked.body.data.job.id);
  await page.goto('/auth/outbox');
  await page.emulateMedia({ media: 'print' });
  const title = page.getByRole('listitem').getByRole('button', { name: /^Cloud inventory report/ });
  await expect(title.first()).toBeVisible();
  await expect(title.first()).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('button:not(h2 button)').filter({ visible: true })).toHaveCount(0);
});

test('a printed record that was deleted says so', async ({ page, api, factory }) => {
  const { id } = await factory.create(departments);
  await api.delete(`/departments/${id}`);
  await page.goto(`/auth/view/departments/${id}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('alert').filter({ hasText: 'This record has been deleted' })).toBeVisible();
  await expect(page.locator('button:not([data-read])').filter({ visible: true })).toHaveCount(0);
});

test('a printed form and a printed row in editing have their values, as text', async ({ page, factory }) => {
  const { id } = await factory.create(costCenters, { identifier: 'PAPER-1', company_code: '07' });
  await page.goto(`/auth/edit/cost_centers/${id}`);
  const identifier = page.getByRole('textbox', { name: 'Identifier', exact: true });
  await expect(identifier).toHaveValue('PAPER-1');
  await page.emulateMedia({ media: 'print' });
  await expect(identifier).toBeVisible();
  await expect(identifier).toHaveCSS('border-top-width', '0px');
  await expect(page.locator('form button').filter({ visible: true })).toHaveCount(0);

  await page.emulateMedia({ media: 'screen' });
  await openTable(page, '?by_identifier=PAPER-1');
  await button(page, 'Edit PAPER-1').click();
  const code = table(page).getByRole('textbox', { name: 'Company Code', exact: true });
  await expect(code).toHaveValue('07');
  await page.emulateMedia({ media: 'print' });
  await expect(code).toBeVisible();
  await expect(code).toHaveCSS('border-top-width', '0px');
  await expect(page.getByRole('searchbox').filter({ visible: true })).toHaveCount(0);
});

test('on paper what is dark is light, and as it was afterwards', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/auth/view/cost_centers');
  const html = page.locator('html');
  const head = page.getByRole('grid').locator('thead tr').first();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const dark = await head.evaluate((row) => getComputedStyle(row).getPropertyValue('--sunken'));
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  expect(await head.evaluate((row) => getComputedStyle(row).getPropertyValue('--sunken'))).not.toBe(dark);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('what names a row is in one piece on upright paper, and each heading is whole', async ({ page }) => {
  await page.goto('/auth/view/cost_centers');
  const grid = page.getByRole('grid', { name: 'Cost Centers' });
  await expect(grid.locator('[data-row]').first()).toBeVisible();
  await page.setViewportSize(upright);
  await page.emulateMedia({ media: 'print' });
  const lines = await grid
    .locator('td[data-lead] a')
    .evaluateAll((links) => links.map((link) => link.getClientRects().length));
  expect(Math.max(...lines)).toBe(1);
  const cut = await grid.evaluate((all) =>
    [...all.querySelectorAll<HTMLElement>('th button, th button span')]
      .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
      .map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
});

test('a value that tells more where it is pressed is printed', async ({ page, api, factory }) => {
  const { id } = await factory.create(departments);
  await page.goto(`/auth/view/departments/${id}`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.locator('time').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(history.locator('time').first()).toBeVisible();

  await page.emulateMedia({ media: 'screen' });
  const { id: center } = await makeCenter(factory, '7700660010', '7766');
  const account = 'printed-account';
  const run = await makeRun(api, 'PRINTED-1', [{ account, amount: '12.50' }]);
  await api.post(`/billing_runs/${run}/assign`, { identifier: account, cost_center_id: center });
  await page.goto(`/auth/billing-automation/runs/${run}`);
  const posting = tableOf(page, 'Postings').getByRole('button', { name: '7700660010', exact: true });
  await expect(posting).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(posting).toBeVisible();
  const files = page.getByRole('list', { name: 'Files' });
  await expect(files.getByRole('button', { name: 'PRINTED-1.csv' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Finalize' })).toBeHidden();
});

test('answers are printed though nobody opened them', async ({ page, factory }) => {
  const { answer } = await factory.create(faqs, { answer: '<p>Paper has this answer.</p>' });
  expect(answer).toContain('Paper');
  await page.goto('/auth/faqs-and-glossary');
  const said = page.getByText('Paper has this answer.');
  await expect(said).toBeAttached();
  await expect(said).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(said).toBeVisible();
});

test('a printed chart lies within its card', async ({ page, factory }) => {
  const today = new Date().toISOString().slice(0, 10);
  await factory.create(cloudBills, { date: `${today.slice(0, 7)}-01`, amount: '99.50', currency: 'EUR' });
  await page.goto('/auth/cloud-billing');
  const chart = page.getByRole('img', { name: /^Spend per Cost Center/ });
  await expect(chart).toHaveAttribute('aria-busy', 'false');
  await page.setViewportSize(upright);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('radiogroup', { name: 'View' })).toBeHidden();
  const { drawing, frame } = await chart.evaluate((host) => ({
    drawing: host.querySelector('canvas')?.getBoundingClientRect().toJSON() as DOMRect,
    frame: host.getBoundingClientRect().toJSON() as DOMRect,
  }));
  expect(drawing.width).toBeGreaterThan(0);
  expect(drawing.right).toBeLessThanOrEqual(frame.right + 1);
  expect(drawing.bottom).toBeLessThanOrEqual(frame.bottom + 1);
});
