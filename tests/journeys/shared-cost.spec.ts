import type { Page } from '@playwright/test';
import { allocationMetrics } from '#resources/allocation-metrics.ts';
import { assign, makeCenter, makeRun, PAGE, table } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

const form = (page: Page) => page.getByRole('form', { name: 'New Version' });
const pool = (page: Page, at: number) => form(page).getByRole('group', { name: new RegExp(`^Pool ${at}`) });

async function choose(page: Page, at: number, label: string, choice: string): Promise<void> {
  await pool(page, at).getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: choice }).click();
}

test('shared cost is split by a metric: tried out, explained, and every mistake is said at its input', async ({
  page,
  api,
  factory,
}) => {
  const { id: first } = await makeCenter(factory, 'SHARED-CC-1', '7730');
  const { id: second } = await makeCenter(factory, 'SHARED-CC-2', '7731');
  const run = await makeRun(api, 'shared-journey', [{ account: 'shared-network', amount: '100.01' }]);
  await assign(api, run, 'shared-network', Number(first));
  for (const [center, amount] of [
    [first, '25'],
    [second, '175'],
  ] as const)
    await factory.create(allocationMetrics, {
      metric: 'journey seats',
      month: '2026-03',
      cost_center_id: Number(center),
      amount,
    });

  await page.goto(`${PAGE}/rules`);
  await untilLoaded(page);
  await form(page).getByRole('button', { name: 'Add Pool' }).click();
  await expect(pool(page, 1).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await form(page).getByRole('button', { name: 'Add Pool' }).click();
  await choose(page, 2, 'Split', 'By fixed shares');
  // All mistakes are said at once, each at its input.
  await form(page).getByRole('button', { name: 'Preview' }).click();
  await expect(pool(page, 1).getByText('Please Input Name!')).toBeVisible();
  await expect(pool(page, 1).getByText('Please Input Account!')).toBeVisible();
  await expect(pool(page, 2).getByText('Please Select Cost Center!')).toBeVisible();
  await expect(pool(page, 2).getByText('Enter a per cent such as 12.5.')).toBeVisible();
  await expect(pool(page, 1).getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectUsableByEverybody(page);

  await pool(page, 2).getByRole('textbox', { name: 'Name' }).fill('Shared network');
  await pool(page, 2).getByRole('textbox', { name: 'Account' }).fill('shared-network');
  await choose(page, 2, 'Split', 'By a metric of the month');
  await pool(page, 2).getByRole('textbox', { name: 'Metric' }).fill('journey seats');
  // The order is changed by the keyboard, and the pool that nobody needs is taken out.
  await form(page).getByRole('button', { name: 'Move Shared network up' }).press('Enter');
  await expect(pool(page, 1).getByRole('textbox', { name: 'Name' })).toHaveValue('Shared network');
  await form(page).getByRole('button', { name: 'Remove pool 2' }).press('Enter');
  await expect(pool(page, 2)).toBeHidden();
  await form(page).getByRole('button', { name: 'Preview' }).click();
  const moves = table(page, `Pool Shared network of run ${run}`);
  await expect(moves.getByRole('row', { name: /Account shared-network/ })).toContainText('-100.01 EUR');
  await expect(moves.getByRole('row', { name: /SHARED-CC-1.*part/ })).toContainText('12.50 EUR');
  await expect(moves.getByRole('row', { name: /SHARED-CC-2/ })).toContainText('87.51 EUR');
  await expect(moves.getByRole('row', { name: /Together/ })).toContainText('0.00 EUR');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectUsableByEverybody(page);

  await form(page)
    .getByRole('button', { name: /^Add Version \d+$/ })
    .click();
  await expect(page.getByText(/^Version \d+ of the rules is in force\.$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'In Force' })).toContainText(
    'Shared network takes all lines of account shared-network and is split by the metric journey seats of the month.',
  );
});
