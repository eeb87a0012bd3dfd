import type { Locator, Page } from '@playwright/test';
import { members } from '#resources/members.ts';
import { expect, expectNoSidewaysScroll, test, untilLoaded } from '#tests/support/journey.ts';

/** A window of 1280×1024 that is enlarged four times, at which WCAG 1.4.10 asks that nothing scrolls sideways. */
test.use({ viewport: { width: 320, height: 256 } });

const PAGES = [
  '/auth/home',
  '/auth/view/cost_centers',
  '/auth/crud/members',
  '/auth/create-aws-account',
  '/auth/create/cost_centers',
  '/auth/billing-automation',
  '/auth/billing-automation/rules',
  '/auth/cloud-billing',
  '/auth/month-close',
  '/auth/my-cloud',
  '/auth/dash-stats',
  '/auth/activity',
  '/auth/roles',
  '/auth/no-such-page',
];

const edges = (one: Locator) =>
  one.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

async function expectWithin(page: Page, one: Locator): Promise<void> {
  const { left, right, top, bottom } = await edges(one);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(width);
  expect(bottom).toBeLessThanOrEqual(height);
}

test('no page scrolls sideways, and all of its bar is in reach', async ({ page }) => {
  for (const path of PAGES)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await untilLoaded(page);
      await expectNoSidewaysScroll(page);
      const bar = page.getByRole('banner').getByRole('button');
      for (const button of await bar.all()) {
        await expectWithin(page, button);
        expect((await edges(button)).width).toBeGreaterThanOrEqual(24);
      }
    });
});

test('no name of a card is below its buttons', async ({ page, factory }) => {
  const { id } = await factory.create(members, { name: 'Wilhelmina Featherstonehaugh' });
  await page.goto(`/auth/crud/members?by_id=${id}`);
  const row = page.locator('[data-row]').first();
  await expect(row.getByRole('button', { name: /^More/ }).or(row.getByRole('button').last())).toBeVisible();
  const text = await row
    .locator('td[data-heads] span')
    .first()
    .evaluate((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return Math.max(...[...range.getClientRects()].map(({ right }) => right));
    });
  const { left } = await edges(row.getByRole('button').first());
  expect(text).toBeLessThanOrEqual(left);
});

test('a dialog leaves its content more than half of what is seen', async ({ page }) => {
  await page.goto('/auth/view/cost_centers');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Send Inventory Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Inventory Report' });
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeInViewport({ ratio: 1 });
  const covered = await dialog.evaluate((all) =>
    [...all.querySelectorAll('*')]
      .filter((one) => getComputedStyle(one).position === 'sticky')
      .reduce((sum, one) => sum + one.clientHeight, 0),
  );
  expect(covered).toBeLessThan(128);
  const send = dialog.getByRole('button', { name: 'Send', exact: true });
  await send.focus();
  await expect(send).toBeInViewport({ ratio: 1 });
});

test('the search of the whole portal shows what is typed, and what is found', async ({ page }) => {
  await page.goto('/auth/home');
  await page.getByRole('button', { name: 'Search screens and records' }).click();
  const search = page.getByRole('combobox', { name: 'Search screens and records' });
  await search.fill('members');
  await expectWithin(page, search);
  await expect(page.getByRole('option', { selected: true })).toBeInViewport({ ratio: 1 });
});
