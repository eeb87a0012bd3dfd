import type { Page } from '@playwright/test';
import { METERS } from '#tests/support/doors/meters.ts';
import { test } from '#tests/support/doors/journey.ts';
import { expect, expectUsableByEverybody } from '#tests/support/journey.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Meters' });
const rowOf = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const scrolled = (page: Page) =>
  grid(page)
    .locator('..')
    .evaluate((box) => box.scrollTop);
const scrollTo = (page: Page, share: number) =>
  grid(page)
    .locator('..')
    .evaluate((box, to) => box.scrollTo(0, box.scrollHeight * to), share);

test('rows come as one scrolls, what fails is tried again in its place, and Back leads to where one was', async ({
  page,
}) => {
  await page.goto('/auth/view/meters');
  await expect(rowOf(page, 'Meter 00001')).toBeVisible();
  await expect(page.getByText(`Showing all ${METERS.toLocaleString('en')}`).first()).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(METERS + 2));
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveCount(0);

  let broken = true;
  await page.route(/\/api\/meters\?.*page=\d\d/, async (route) =>
    broken ? route.fulfill({ status: 503, json: { error: 'Too busy.', errors: [] } }) : route.continue(),
  );
  await scrollTo(page, 0.5);
  const retry = grid(page).getByRole('button', { name: 'Retry' }).first();
  await expect(retry).toBeVisible();
  broken = false;
  await retry.click();
  await expect(
    grid(page)
      .getByText(/^Meter 0(14|15)\d\d$/)
      .first(),
  ).toBeVisible();

  const top = await scrolled(page);
  await grid(page)
    .getByRole('row')
    .filter({ hasText: /Meter 0(14|15)/ })
    .locator('[data-lead] a')
    .nth(8)
    .click();
  await expect(page.getByRole('heading', { name: /^Meter 0/ })).toBeVisible();
  await page.goBack();
  await expect(
    grid(page)
      .getByText(/^Meter 0(14|15)\d\d$/)
      .first(),
  ).toBeVisible();
  expect(Math.abs((await scrolled(page)) - top)).toBeLessThan(1500);

  // The keyboard goes on to rows that have not come yet.
  await scrollTo(page, 0);
  await rowOf(page, 'Meter 00001').locator('[data-col=hours]').focus();
  await page.keyboard.press('Control+End');
  await expect(rowOf(page, `Meter 0${METERS}`)).toBeVisible();
});

test('sums stand below all that match, by currency, and a row opens into what belongs to it', async ({
  page,
}) => {
  await page.goto('/auth/view/meters');
  const foot = grid(page).locator('tfoot');
  await expect(foot).toContainText('150.00 EUR');
  await expect(foot).toContainText('150.00 USD');
  await expect(foot).toContainText(String(METERS * 2));

  const opener = page.getByRole('button', { name: 'Counts of Meter 00001' });
  await rowOf(page, 'Meter 00001').locator('[data-col=cost]').focus();
  await page.keyboard.press('Home');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('Counts since 2026-01-02')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Counts of Meter 00002' })).toHaveCount(0);
  await expectUsableByEverybody(page);
  await opener.click();
  await expect(page.getByText('Counts since 2026-01-02')).toHaveCount(0);

  await page.goto('/auth/view/meters?by_read_at=2026-01-01..2026-01-10');
  await expect(foot).not.toContainText('150.00');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.goBack();
  await expect(page).toHaveURL(/by_read_at=2026-01-01\.\.2026-01-10/);
  await expect(page.getByRole('searchbox', { name: 'Read At' })).toHaveValue('01-Jan-2026 – 10-Jan-2026');
});
