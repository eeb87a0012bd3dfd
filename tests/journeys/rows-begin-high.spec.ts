import type { Page } from '@playwright/test';
import { cloudBills } from '#resources/cloud-bills.ts';
import { registry } from '#resources/registry.ts';
import { expect, expectNoAxeViolations, medium, narrow, test, wide } from '#tests/support/journey.ts';
import { modelsWith } from '#tests/support/models.ts';
import { visit } from '#tests/support/visit.ts';

// Its list is cards, which have a bar of their own.
const CARDS = 'service_catalog_products';
const models = modelsWith('record').flatMap(({ model }) => (model.name === CARDS ? [] : [model]));
/** What the clock of the browser says. */
const TODAY = '2028-02-29';

const firstRow = (page: Page) =>
  page.evaluate(() => document.querySelector('tr[data-row]')?.getBoundingClientRect().top ?? Infinity);

/** Few at a time, so that several can be looked at side by side. */
const AT_ONCE = 4;
const portions = Array.from({ length: Math.ceil(models.length / AT_ONCE) }, (_one, at) =>
  models.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
);

for (const portion of portions)
  test(`rows begin high on wide, medium and narrow screens: ${portion.map(({ name }) => name).join(', ')}`, async ({
    page,
    factory,
  }) => {
    await page.clock.setFixedTime(`${TODAY}T12:00:00Z`);
    for (const model of portion) {
      // A list that begins with a filter shows what is of now.
      const now = Object.fromEntries(Object.keys(model.begins ?? {}).map((key) => [key, TODAY]));
      if (model.actions.includes('create')) await factory.create(model, now);
      await page.setViewportSize(wide);
      await visit(page, `/auth/view/${model.name}`);
      await expect(page.locator('tr[data-row]:not([data-awaited])').first(), model.name).toBeVisible();
      expect(await firstRow(page), `${model.name}, wide`).toBeLessThanOrEqual(200);
      await page.setViewportSize(medium);
      await expect.poll(() => firstRow(page), `${model.name}, medium`).toBeLessThanOrEqual(240);
      await page.setViewportSize(narrow);
      await expect.poll(() => firstRow(page), `${model.name}, narrow`).toBeLessThanOrEqual(260);
    }
  });

test('rows begin as high where there are many pages of them, whose numbers take the room of filters', async ({
  page,
  factory,
}) => {
  const networks = registry.get('cost_center_networks');
  await factory.create(networks);
  let total = 0;
  await page.route('**/api/cost_center_networks?*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { meta: { total: number } };
    await route.fulfill({ response, json: { ...json, meta: { ...json.meta, total } } });
  });
  for (total of [300, 25_080, 1_250_080]) {
    await page.goto('/auth/view/cost_center_networks');
    await expect(page.getByText(`of ${total.toLocaleString('en-GB')}`).first()).toBeVisible();
    expect(await firstRow(page), `${total}`).toBeLessThanOrEqual(200);
    for (const viewport of [medium, narrow, wide]) {
      await page.setViewportSize(viewport);
      for (const count of await page
        .getByText(total.toLocaleString('en-GB'))
        .filter({ visible: true })
        .all()) {
        const lines = await count.evaluate((element) => {
          const text = document.createRange();
          text.selectNodeContents(element);
          return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
        });
        expect(lines, `${total} at ${viewport.width}`).toBe(1);
      }
    }
  }
});

test('the search of a full bar has room for words while one types, and moves nothing beside it', async ({
  page,
}) => {
  await page.goto('/auth/view/ad_groups');
  const bar = page.getByRole('search', { name: 'AD Groups' });
  const search = bar.getByRole('searchbox', { name: 'Search', exact: true });
  await expect(search).toBeVisible();
  const width = async () => (await search.boundingBox())?.width ?? 0;
  const beside = () => bar.locator('label').nth(1).boundingBox();
  const [short, place] = [await width(), await beside()];
  expect(short).toBeLessThan(120);

  await search.fill('payments platform');
  expect(await width()).toBeGreaterThan(160);
  expect(await beside()).toEqual(place);
  const isOnTop = await search.evaluate((input) => {
    const { right, top, height } = input.getBoundingClientRect();
    return document.elementFromPoint(right - 40, top + height / 2) === input;
  });
  expect(isOnTop, 'what is typed stands over what is beside it').toBe(true);
  await expectNoAxeViolations(page);

  await page.keyboard.press('Tab');
  await expect.poll(width).toBeLessThan(120);
});

test('on a narrow screen the filters of all columns wait behind a button, which says how many are set', async ({
  page,
  factory,
}) => {
  await factory.create(cloudBills, { identifier: 'BARLINE-1', reference: 'Behind the Button' });
  await factory.create(cloudBills, { identifier: 'BARLINE-2', reference: 'In sight' });
  await page.setViewportSize(narrow);
  await page.goto('/auth/view/cloud_bills?by_identifier=BARLINE-');
  const bar = page.getByRole('search', { name: 'Cloud Bills' });
  const rows = page.getByRole('grid').locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(2);
  const reference = bar.getByRole('searchbox', { name: 'Reference' });
  const button = bar.getByRole('button', { name: 'Filters', exact: true });
  await expect(reference).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-description', '1 set');
  const before = await firstRow(page);

  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(bar.getByRole('searchbox', { name: 'Identifier' })).toBeFocused();
  // What is declared of no column narrows by what the column is.
  await expect(bar.getByRole('searchbox', { name: 'Amount' })).toBeVisible();
  await expectNoAxeViolations(page);
  await reference.fill('Behind');
  await reference.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(button).toHaveAttribute('aria-description', '2 set');
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Reference: Behind');
  // Esc belongs to what is typed first.
  await reference.press('Escape');
  await expect(rows).toHaveCount(2);
  await expect(reference).toHaveValue('');
  await reference.press('Escape');
  await expect(reference).toBeHidden();
  await expect(button).toBeFocused();
  expect(await firstRow(page)).toBe(before);

  await button.click();
  await expect(reference).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(reference).toBeHidden();

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(button.and(page.locator('[aria-description]'))).toHaveCount(0);
  await expect(page).not.toHaveURL(/by_identifier/);
  // Where there is room, each filter is at its column.
  await page.setViewportSize(wide);
  await expect(page.getByRole('searchbox', { name: 'Search Reference' })).toBeVisible();
  await expect(button).toHaveCount(0);
});
