import { apiOf } from '#tests/support/page-api.ts';
import type { Row } from '#tests/support/api.ts';
import { finalize, makeRun } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, signIn, untilLoaded } from '#tests/support/journey.ts';
import { test } from '#tests/support/mapped-journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';

const OWN_ACCOUNT = '005404170566';
const OTHERS_ACCOUNT = '052784554802';

/** The month before this one. */
function lastMonth(): string {
  const day = new Date();
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

test(
  'an owner sees what is theirs, explains a number down to the lines, and is refused what is others’',
  { tag: '@core' },
  async ({ page, elsewhere }) => {
    const desk = await apiOf(await elsewhere('Maya Okafor'));
    const run = await makeRun(
      desk,
      'MINE-1',
      [
        { account: OWN_ACCOUNT, amount: '812.40' },
        { account: OTHERS_ACCOUNT, amount: '6543.21' },
      ],
      lastMonth(),
    );
    await finalize(desk, run);
    const all = (await desk.get<Row[]>('/cost_centers')).body.data;
    const other = all.find(({ identifier }) => identifier === '1000430030');

    await signIn(page, 'Anders Lindqvist');
    await expect(page).toHaveURL(/\/auth\/my-cloud$/);
    await expect(page.getByRole('heading', { level: 1, name: 'My Cloud' })).toBeVisible();
    await untilLoaded(page);

    const owned = page.getByRole('region', { name: 'In your name' });
    await expect(owned.getByRole('link', { name: '2400410010', exact: true })).toBeVisible();
    await expect(owned.getByRole('link', { name: 'Player Accounts' })).toBeVisible();
    await expect(owned.getByText('1000430030')).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Due' })).toContainText(
      '812.40 EUR without the demanded tags',
    );
    await expect(page.getByRole('list', { name: 'Budgets' })).toContainText('Player Accounts');

    await page.getByText('Table', { exact: true }).click();
    const spend = page.getByRole('table', { name: 'Spend by month and service' });
    await expect(spend.getByRole('row', { name: /^Virtual Machines/ })).toContainText('812.40 EUR');
    await expect(spend).not.toContainText('6,543.21');
    await untilLoaded(page);
    await expectUsableByEverybody(page);

    await page.getByRole('button', { name: /2400410010.*MINE-1/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Charged to 2400410010' });
    await expect(dialog.getByRole('list', { name: 'Accounts' })).toContainText(OWN_ACCOUNT);
    await expect(dialog.getByRole('list', { name: 'Lines' })).toContainText('812.40 EUR');
    await expect(dialog).not.toContainText(OTHERS_ACCOUNT);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    const navigation = await unfoldedMenu(page);
    await expect(navigation.getByRole('link', { name: 'Cost Centers', exact: true })).toHaveCount(1);
    await expect(navigation.getByRole('link', { name: 'Billing Automation' })).toHaveCount(0);
    await expect(navigation.getByRole('link', { name: 'Activity' })).toHaveCount(0);

    await owned.getByRole('link', { name: '2400410010', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '2400410010' })).toBeVisible();
    await untilLoaded(page);
    await expect(page.getByText('could not be loaded')).toHaveCount(0);

    await page.goto(`/auth/view/cost_centers/${other?.id}`);
    await expect(page.getByRole('alert')).toContainText(
      `Cost Center ${other?.id} is not in your name. You see what is in your own name only.`,
    );
    await page.goto('/auth/activity');
    await expect(page.getByRole('alert').first()).toContainText('You see what is in your own name');
    await page.goto('/auth/view/cost_centers');
    await expect(
      page.getByRole('table', { name: 'Cost Centers' }).or(page.getByRole('grid', { name: 'Cost Centers' })),
    ).toContainText('2400410020');
    await expect(page.getByText('1000430030')).toHaveCount(0);
  },
);

test('somebody who owns nothing is told so, and whom to ask', async ({ page }) => {
  await signIn(page, 'Maya Okafor');
  await page.goto('/auth/my-cloud');
  await expect(page.getByRole('heading', { name: 'Nothing is in your name yet' })).toBeVisible();
  await expect(page.getByText('Ask the CCoE team at')).toBeVisible();
  await expectUsableByEverybody(page);
});

test('what could not be loaded says so, and is loaded again', async ({ page }) => {
  await signIn(page, 'Anders Lindqvist');
  await page.route('**/api/my_cloud', (route) => route.abort());
  await page.goto('/auth/my-cloud');
  await expect(page.getByText('What is in your name could not be loaded')).toBeVisible();
  await page.unroute('**/api/my_cloud');
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByRole('region', { name: 'In your name' })).toBeVisible();
});
