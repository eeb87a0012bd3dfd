import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { finalize, makeCenter, makeReady, PAGE, table } from '#tests/support/billing/billing-journey.ts';
import { expect, test, untilLoaded } from '#tests/support/journey.ts';

/** Opens the dialog of a run, chooses a second option, and answers what is done then. */
async function choosing(page: Page, run: number) {
  await page.goto(`${PAGE}/runs/${run}`);
  await page.getByRole('main').getByRole('button', { name: 'Finalize' }).click();
  const dialog = page.getByRole('dialog', { name: `Finalize Billing Run ${run}` });
  await dialog.getByRole('button', { name: 'Preview the statements of owners' }).click();
  const refusal = dialog.getByRole('alert').filter({ hasText: 'The run could not be finalized.' });
  const isStill = async () => {
    await expect(dialog.getByRole('checkbox', { name: 'Populate Cloud Bills' })).toBeChecked();
    await expect(dialog.getByRole('list', { name: 'Statements of owners' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Finalize' })).toBeEnabled();
  };
  return { dialog, refusal, isStill };
}

test('what somebody else booked meanwhile is told in the dialog, which keeps what was chosen', async ({
  page,
  api,
  factory,
}) => {
  const { id: center } = await makeCenter(factory, 'BOOKING-1', '7740');
  const run = await makeReady(api, 'booking-taken', center);
  // The page hears of it only by the answer.
  await page.route('**/api/events', (route) => route.abort());
  const { dialog, refusal, isStill } = await choosing(page, run);
  await dialog.getByRole('textbox', { name: 'Note on booking-taken' }).fill('Seen on the PDF.');
  await finalize(api, run);
  await dialog.getByRole('button', { name: 'Finalize' }).click();
  await expect(refusal).toContainText(`Run ${run} is final`);
  await isStill();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Sure to cancel?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('main').getByText('Final', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'SAP Journal' }).click();
  const head = page.getByRole('dialog', { name: 'SAP Journal' });
  await expect(head).toContainText('Left empty: 31-Mar-2026.');
  await head.getByRole('combobox', { name: 'Posting Date', exact: true }).fill('04-02-2026');
  const saved = page.waitForEvent('download');
  await head.getByRole('button', { name: 'Download' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`journal_run_${run}.csv`);
  expect(readFileSync(await file.path(), 'utf8')).toContain(',20260402,04,EUR,');
});

test('a cost center that is gone meanwhile is told in the dialog with its amount, which keeps what was chosen', async ({
  page,
  api,
  factory,
}) => {
  const { id: center } = await makeCenter(factory, 'BOOKING-CC-2', '7741');
  const run = await makeReady(api, 'booking-gone', center);
  const { dialog, refusal, isStill } = await choosing(page, run);
  const ended = await api.put(`/cost_centers/${center}`, { expired_at: '2026-03-01' });
  expect(ended.status).toBe(200);
  await dialog.getByRole('textbox', { name: 'Total of booking-gone' }).fill('1234.51');
  await dialog.getByRole('button', { name: 'Finalize' }).click();
  await expect(refusal).toContainText(
    '1,234.51 EUR of invoice booking-gone are charged to BOOKING-CC-2, which is not valid on 2026-03-31 any more.',
  );
  await isStill();
});

test('a run whose cost center is gone meanwhile is allocated anew, which says what to settle', async ({
  page,
  api,
  factory,
}) => {
  const { id: center } = await makeCenter(factory, 'BOOKING-CC-9', '7749');
  const run = await makeReady(api, 'booking-anew', center);
  await page.goto(`${PAGE}/runs/${run}`);
  await expect(page.getByText('Charged in full, held against nothing')).toBeVisible();
  expect((await api.put(`/cost_centers/${center}`, { expired_at: '2026-03-01' })).status).toBe(200);
  await page.getByRole('button', { name: 'Allocate Anew' }).click();
  const dialog = page.getByRole('dialog', { name: `Allocate Billing Run ${run} Anew` });
  await dialog.getByRole('button', { name: 'Allocate', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1 exception to settle')).toBeVisible();
  const row = table(page, 'Exceptions').getByRole('row').filter({ hasText: 'booking-anew' });
  await expect(row.getByRole('button', { name: 'Assign booking-anew' })).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps and decisions' });
  await expect(steps.getByRole('listitem').filter({ hasText: 'Allocate it anew' })).toContainText(
    'By the reference data as they are now.',
  );
});

test('a bar of the chart leads to its bills, to the run, its posting, lines and rules, and back with the filter', async ({
  page,
  api,
  factory,
}) => {
  const { id: center } = await makeCenter(factory, 'BOOKING-CC-3', '7742');
  const run = await makeReady(api, 'booking-charted', center);
  await finalize(api, run);

  await page.goto('/auth/cloud-billing?key=booking-cc-3&startDate=2026-04-01&endDate=2026-04-30');
  const chart = page.getByRole('img', { name: /^Spend per Cost Center/ });
  await expect(chart).toHaveAttribute('aria-busy', 'false');
  const box = await chart.boundingBox();
  await chart.click({ position: { x: (box?.width ?? 0) * 0.3, y: (box?.height ?? 0) / 2 } });
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Charged To: BOOKING-CC-3');
  const filtered = page.url();
  await page.getByRole('grid').getByRole('link', { name: 'BOOKING-CC-3', exact: true }).click();
  await page.getByRole('button', { name: 'See where it comes from' }).click();
  const origin = page.getByRole('dialog', { name: 'Where It Comes From' });
  await origin.getByRole('link', { name: new RegExp(`^posting \\d+ of billing run ${run}$`) }).click();

  const posting = page.getByRole('dialog', { name: 'Charged to BOOKING-CC-3' });
  const line = posting.getByRole('list', { name: 'Lines' }).getByRole('listitem').first();
  await expect(line).toContainText('1,234.51 EUR');
  await line.getByText('Charged by its account').click();
  const way = line.getByRole('list', { name: 'Way of booking-charted' });
  await expect(way.getByRole('link', { name: 'BOOKING-CC-3' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(posting).toBeHidden();
  await page.getByRole('link', { name: /^version \d+ of the rules$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Allocation Rules' })).toBeVisible();

  await page.goBack();
  await expect(table(page, 'Postings')).toBeVisible();
  await page.goBack();
  await expect(posting).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'See where it comes from' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(filtered);
  await untilLoaded(page);
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Charged To: BOOKING-CC-3');
  await page.goBack();
  await expect(page).toHaveURL(/key=booking-cc-3/);
  await expect(chart).toBeVisible();
});
