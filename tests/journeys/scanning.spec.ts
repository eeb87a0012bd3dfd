import { cloudContacts } from '#resources/cloud-contacts.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { expect, expectUsableByEverybody, narrow, test, wide } from '#tests/support/journey.ts';
import type { Locator, Page } from '@playwright/test';
import { visit } from '#tests/support/visit.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Cost Centers' });
const rowOf = (page: Page, identifier: string) => grid(page).getByRole('row').filter({ hasText: identifier });

/** Where the first row begins, how many rows are seen whole, and what scrolls down. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('tr[data-row]')].map((row) => row.getBoundingClientRect());
    const box = document.querySelector('table')?.parentElement?.getBoundingClientRect();
    const bottom = Math.min(box?.bottom ?? 0, innerHeight);
    const scrolls = (element: Element) =>
      element.scrollHeight > element.clientHeight + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY);
    const page = document.documentElement.scrollHeight > innerHeight + 1 ? 1 : 0;
    const within = [...document.querySelectorAll('main *')].filter(scrolls).length;
    return {
      first: rows[0]?.top ?? Infinity,
      whole: rows.filter((row) => row.bottom <= bottom + 1).length,
      scrollBars: page + within,
    };
  });

test.beforeAll(async ({ factory }) => {
  for (let at = 10; at < 40; at += 1) await factory.create(costCenters, { identifier: `SCAN-${at}` });
});

test('rows begin high, fill the screen, and one scroll bar moves them', async ({ page }) => {
  await page.setViewportSize(wide);
  await page.goto('/auth/view/cost_centers');
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false');
  const seen = await measure(page);
  expect(seen.first).toBeLessThanOrEqual(200);
  expect(seen.whole).toBeGreaterThanOrEqual(17);
  expect(seen.scrollBars).toBe(1);
  await expect(page.getByRole('navigation', { name: 'Pages of Cost Centers, top' })).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'Pages of Cost Centers, bottom' })).toBeInViewport();
  for (const name of ['Import CSV', 'Send Inventory Report', 'Download CSV'])
    await expect(page.getByText(name, { exact: true })).toBeInViewport();
});

test('on a narrow screen rows are cards with their menu, and seldom used buttons wait in a menu', async ({
  page,
}) => {
  await page.setViewportSize(narrow);
  await page.goto('/auth/view/cost_centers?by_identifier=SCAN-');
  const actions = page.getByRole('button', { name: 'Actions for SCAN-39' });
  await expect(actions).toBeInViewport();
  const seen = await measure(page);
  expect(seen.first).toBeLessThanOrEqual(260);
  expect(seen.scrollBars).toBe(1);
  await expect(rowOf(page, 'SCAN-39').getByText('FALSE', { exact: false }).first()).toBeInViewport();

  await actions.click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await page.keyboard.press('Escape');
  const download = page.getByRole('button', { name: 'Download CSV' });
  await expect(download).toBeHidden();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(download).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(download).toBeHidden();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Created in the last days' })).toBeInViewport();
  await page.getByRole('link', { name: 'Add New Cost Center' }).click();
  await expect(page).toHaveURL(/\/auth\/create\/cost_centers$/);
});

test('a card is headed by what names its record, wherever that stands in the table', async ({
  page,
  factory,
}) => {
  const { email } = await factory.create(cloudContacts, { email: 'heads.a.card@example.com' });
  await page.setViewportSize(narrow);
  await page.goto('/auth/view/cloud_contacts?by_email=heads.a.card');
  const card = page.getByRole('grid').locator('tr[data-row]:not([data-awaited])');
  const name = card.locator('td', { hasText: String(email) });
  const top = async (cell: Locator) => (await cell.boundingBox())?.y ?? Infinity;
  const first = card.locator('[data-lead]');
  await expect(name).toBeVisible();
  expect(await first.textContent()).not.toContain(email);
  expect(await top(name)).toBeLessThan(await top(first));
  await page.setViewportSize(wide);
  await expect.poll(async () => (await top(name)) - (await top(first))).toBe(0);
});

test('on a narrow screen a long name is read whole, and its row is as high as the others', async ({
  page,
  factory,
}) => {
  const name = 'WRAPS_AWS_ORGANIZATION_SHARED_SERVICES_ADMINISTRATORS';
  await factory.create(departments, { name });
  await factory.create(departments, { name: 'WRAPS_NOT' });
  await page.setViewportSize(narrow);
  await page.goto('/auth/view/departments?q=WRAPS_');
  const row = (text: string) => page.getByRole('row').filter({ has: page.getByText(text, { exact: true }) });
  const long = row(name).getByText(name, { exact: true });
  await expect(long).toBeVisible();
  const cut = await long.evaluate((element) =>
    [element, element.parentElement ?? element].some(
      (box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1,
    ),
  );
  expect(cut).toBe(false);
  const [box, inside, short] = await Promise.all(
    [row(name), long, row('WRAPS_NOT')].map((place) => place.boundingBox()),
  );
  expect(box?.height).toBe(short?.height);
  expect(inside?.height).toBeGreaterThan(40);
  expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
});

test('what is wrong with a record shows at a glance, and says why to pointer and keyboard', async ({
  page,
  factory,
}) => {
  await page.clock.setFixedTime('2028-02-29T12:00:00Z');
  const gone = await factory.create(cloudContacts, { email: 'has.left@example.com', terminated: true });
  await factory.create(costCenters, {
    identifier: 'TONE-1',
    active_at: '2020-01-01',
    expired_at: '2028-02-26',
    cloud_contact_id: gone.id,
  });
  await factory.create(costCenters, { identifier: 'TONE-2', expired_at: '2028-03-09' });
  await factory.create(costCenters, { identifier: 'TONE-3', expired_at: '2028-05-29' });
  await page.goto('/auth/view/cost_centers?by_identifier=TONE-');
  const expired = rowOf(page, 'TONE-1').locator('[data-col=expired_at]');
  await expect(expired.locator('[data-tone=bad]')).toBeVisible();
  await expect(rowOf(page, 'TONE-1').locator('[data-col=owner_terminated] [data-tone=bad]')).toBeVisible();
  await expect(rowOf(page, 'TONE-2').locator('[data-col=expired_at] [data-tone=warning]')).toBeVisible();
  await expect(rowOf(page, 'TONE-3').locator('[data-col=expired_at] [data-tone]')).toHaveCount(0);

  const hint = page.locator('[data-hint]');
  await expired.hover();
  await expect(hint).toHaveText('Expired 3 days ago.');
  await page.mouse.move(5, 5);
  await expect(hint).toHaveCount(0);
  await expired.focus();
  await expect(hint).toHaveText('Expired 3 days ago.');
  await expectUsableByEverybody(page);
});

test('a click on a row opens its record, selecting its text and its menu do not', async ({ page }) => {
  await page.goto('/auth/view/cost_centers?by_identifier=SCAN-2');
  const cell = rowOf(page, 'SCAN-25').locator('[data-col=business_unit_name]');
  const box = await cell.locator('span').first().boundingBox();
  if (!box) throw new Error('The cell is not shown.');
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 50, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('');
  await expect(page).toHaveURL(/by_identifier=SCAN-2/);

  const actions = page.getByRole('button', { name: 'Actions for SCAN-24' });
  await page.mouse.move(5, 5);
  await expect(actions).toHaveCSS('opacity', '0');
  await rowOf(page, 'SCAN-24').hover();
  await expect(actions).toHaveCSS('opacity', '1');
  await actions.click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/by_identifier=SCAN-2/);

  await cell.click();
  await expect(page.getByRole('heading', { level: 1, name: 'SCAN-25' })).toBeVisible();
});

test('a double-click in a table edits the row at the cell', async ({ page }) => {
  await page.goto('/auth/crud/cost_centers?by_identifier=SCAN-26');
  await rowOf(page, 'SCAN-26').locator('[data-col=company_code]').dblclick();
  await expect(grid(page).getByRole('textbox', { name: 'Company Code', exact: true })).toBeFocused();
});

test('the order that a list has by itself is marked, and turns round with its heading', async ({ page }) => {
  await page.goto('/auth/view/cost_centers?by_identifier=SCAN-');
  const created = page.getByRole('columnheader', { name: 'Created' });
  await expect(created).toHaveAttribute('aria-sort', 'descending');
  await created.getByRole('button').click();
  await expect(page).toHaveURL(/sort=created_at/);
  await expect(created).toHaveAttribute('aria-sort', 'ascending');
  await visit(page, '/auth/view/departments');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
});
