import type { Page } from '@playwright/test';
import { assign, makeCenter, makeRun, PAGE, runOf, table } from '#tests/support/billing/billing-journey.ts';
import { headed } from '#tests/support/billing/headed.ts';
import { expect, expectUsableByEverybody, searchChoices, test, untilLoaded } from '#tests/support/journey.ts';

const RULES = `${PAGE}/rules`;
const form = (page: Page) => page.getByRole('form', { name: 'New Version' });
const add = (page: Page) => form(page).getByRole('button', { name: /^Add Version \d+$/ });

/** A bill of a reservation of 50, of which 45 were used. */
function reservation(): string {
  const of = {
    InvoiceId: 'rules-reserved',
    BillingAccountId: 'ba-1',
    BillingCurrency: 'EUR',
    BillingPeriodStart: '2026-03-01T00:00:00Z',
    ChargePeriodStart: '2026-03-02T00:00:00Z',
    ChargeCategory: 'Usage',
    SubAccountId: 'rules-account',
    ServiceProviderName: 'Microsoft',
    BilledCost: '0',
    EffectiveCost: '0',
    CommitmentDiscountId: 'rules-reservation',
    CommitmentDiscountStatus: 'Used',
  };
  return headed(
    Object.keys(of).join(','),
    { ...of, EffectiveCost: '45' },
    { ...of, EffectiveCost: '5', CommitmentDiscountStatus: 'Unused' },
    { ...of, BilledCost: '50', ChargeCategory: 'Purchase', CommitmentDiscountStatus: '' },
  );
}

/** Chooses the cost center of a version. */
async function name(page: Page, center: string): Promise<void> {
  await form(page).getByRole('radio', { name: 'Charge it to a cost center' }).check();
  await searchChoices(form(page).getByRole('combobox', { name: 'Cost Center' }), center);
  await page.getByRole('option', { name: new RegExp(center) }).click();
}

test('a version of the rules shows what it would move before it is added, a run takes it, and gives it back', async ({
  page,
  api,
  factory,
}) => {
  const { id: payer } = await makeCenter(factory, 'RULES-CC-1', '7720');
  await makeCenter(factory, 'RULES-CC-2', '7721');
  const run = await makeRun(api, 'rules-journey', [
    { account: 'rules-account', amount: '1000' },
    { account: null, amount: '0.75', kind: 'Tax' },
  ]);
  await assign(api, run, 'rules-account', Number(payer));

  await page.goto(PAGE);
  await page.getByRole('link', { name: 'Allocation Rules' }).click();
  await expect(page).toHaveURL(/\/billing-automation\/rules$/);
  await untilLoaded(page);
  await expect(page.getByRole('region', { name: 'In Force' })).toContainText('split in proportion');
  await expect(form(page).getByRole('button', { name: 'Preview' })).toBeDisabled();
  await form(page).getByRole('radio', { name: 'Charge it to a cost center' }).check();
  await form(page).getByRole('button', { name: 'Preview' }).click();
  await expect(form(page).getByRole('combobox', { name: 'Cost Center' })).toBeFocused();
  await expect(add(page)).toBeHidden();

  await name(page, 'RULES-CC-2');
  // What was chosen is there again after a reload.
  await page.reload();
  await expect(form(page).getByText('What you typed here before is back')).toBeVisible();
  await expect(form(page).getByRole('combobox', { name: 'Cost Center' })).toHaveValue('RULES-CC-2');
  await form(page).getByRole('button', { name: 'Preview' }).click();
  const moves = table(page, `Moves of run ${run}`);
  const move = moves.getByRole('row').filter({ hasText: 'RULES-CC-2' });
  await expect(move).toContainText('RULES-CC-1');
  await expect(move).toContainText('0.75 EUR');
  await expectUsableByEverybody(page);
  await form(page)
    .getByRole('radio', { name: /^Split in proportion/ })
    .check();
  await expect(add(page)).toBeHidden();
  await form(page).getByRole('radio', { name: 'Charge it to a cost center' }).check();
  await add(page).click();
  await expect(page.getByText(/^Version \d+ of the rules is in force\.$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'In Force' })).toContainText('cost center RULES-CC-2');
  const newest = table(page, 'Versions').getByRole('row').nth(1);
  await expect(newest).toContainText('maya.okafor@example.com');

  // The run keeps its version until somebody has it take this one.
  const row = table(page, 'Open Runs')
    .getByRole('row')
    .filter({ hasText: `Run ${run}` });
  await page.getByRole('button', { name: /^Show what version \d+ would move$/ }).click();
  await expect(move).toContainText('0.75 EUR');
  await row.getByRole('button', { name: 'Allocate with the new rules' }).click();
  const dialog = page.getByRole('dialog', { name: `Allocate Run ${run} Anew` });
  await expect(dialog).toContainText('The way back is to allocate the run by version');
  await dialog.getByRole('button', { name: 'Allocate' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('the newest');
  await expect(row).toContainText('Ready');
  await row.getByRole('link', { name: `Run ${run}` }).click();
  await expect(table(page, 'Postings').getByRole('row').filter({ hasText: 'RULES-CC-2' })).toContainText(
    '0.75 EUR',
  );
  await expect(page.getByRole('list', { name: 'Steps and decisions' })).toContainText(
    /Take version \d+ of the rules/,
  );
  await page.getByRole('link', { name: /^version \d+ of the rules$/ }).click();

  await row.getByRole('button', { name: 'Take another version' }).click();
  await dialog.getByRole('button', { name: 'Allocate' }).click();
  await expect(row.getByRole('button', { name: 'Allocate with the new rules' })).toBeVisible();

  // The rules of before come back as another version, which is what runs of others begin with.
  await form(page)
    .getByRole('radio', { name: /^Split in proportion/ })
    .check();
  await form(page).getByRole('button', { name: 'Preview' }).click();
  await add(page).click();
  await expect(page.getByRole('region', { name: 'In Force' })).toContainText('split in proportion');

  // Reservations are charged to who used them with yet another one, and the run says who bears what.
  await form(page)
    .getByRole('radiogroup', { name: 'Commitments of Azure' })
    .getByRole('radio', { name: /by effective cost$/ })
    .check();
  await searchChoices(
    form(page).getByRole('combobox', { name: 'Unused Commitments of Azure' }),
    'RULES-CC-2',
  );
  await page.getByRole('option', { name: /RULES-CC-2/ }).click();
  await form(page).getByRole('button', { name: 'Preview' }).click();
  await add(page).click();
  await expect(page.getByRole('region', { name: 'In Force' })).toContainText(
    'what nobody used to cost center RULES-CC-2',
  );
  const reserved = await runOf(api, 'focus', 'rules-reserved', reservation(), '2026-03');
  await page.goto(`${PAGE}/runs/${reserved}`);
  const split = table(page, 'Commitments').getByRole('row').filter({ hasText: 'rules-reservation' });
  await expect(split).toContainText('Unused, 5.00 EUR: Unused commitments of Azure (RULES-CC-2)');
  await expect(split).toContainText('rules-account (RULES-CC-1) 45.00 EUR');
  await expect(table(page, 'Billed and Amortised').getByRole('row').nth(1)).toContainText('50.00 EUR');
  await expect(table(page, 'Postings').getByRole('row').filter({ hasText: 'RULES-CC-2' })).toContainText(
    '5.00 EUR',
  );
  await expectUsableByEverybody(page);
  await api.post('/billing_rules', { shared: { split: 'proportional' }, commitments: {} });
});

test('a version that somebody else added meanwhile is refused where it is typed, and stays there', async ({
  page,
  api,
  factory,
}) => {
  const { id: center } = await makeCenter(factory, 'RULES-CC-3', '7722');
  await page.goto(RULES);
  await name(page, 'RULES-CC-3');
  await form(page).getByRole('button', { name: 'Preview' }).click();
  await expect(add(page)).toBeVisible();
  // The page does not hear of it before the button is pressed.
  await page.route('**/api/billing_rules', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  );
  await api.post('/billing_rules', { shared: { cost_center_id: center } });
  await add(page).click();
  const refusal = form(page).getByRole('alert').filter({ hasText: 'The version could not be added.' });
  await expect(refusal).toContainText(/Version \d+ has these rules already\./);
  await expect(form(page).getByRole('combobox', { name: 'Cost Center' })).toHaveValue('RULES-CC-3');
  await api.post('/billing_rules', { shared: { split: 'proportional' } });
});

test('what a version would move is not shown as what the next one would', async ({ page, api, factory }) => {
  const { id: payer } = await makeCenter(factory, 'RULES-CC-4', '7723');
  const { id: former } = await makeCenter(factory, 'RULES-CC-5', '7724');
  await makeCenter(factory, 'RULES-CC-6', '7725');
  const run = await makeRun(api, 'rules-next', [
    { account: 'rules-next', amount: '1000' },
    { account: null, amount: '0.75', kind: 'Tax' },
  ]);
  await assign(api, run, 'rules-next', Number(payer));
  await api.post('/billing_rules', { shared: { cost_center_id: former } });

  await page.goto(RULES);
  const show = page.getByRole('button', { name: /^Show what version \d+ would move$/ });
  const moves = table(page, `Moves of run ${run}`);
  await show.click();
  await expect(moves).toContainText('RULES-CC-5');
  await name(page, 'RULES-CC-6');
  await form(page).getByRole('button', { name: 'Preview' }).click();
  await add(page).click();
  await expect(page.getByRole('region', { name: 'In Force' })).toContainText('cost center RULES-CC-6');
  await expect(moves).toHaveCount(0);
  await show.click();
  await expect(moves).toContainText('RULES-CC-6');
  await api.post('/billing_rules', { shared: { split: 'proportional' } });
});

test('rules that do not come say so', async ({ page }) => {
  await page.route('**/api/billing_rules', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
  await page.goto(RULES);
  await expect(page.getByText('The rules could not be loaded')).toBeVisible();
  await page.unroute('**/api/billing_rules');
  await page.reload();
  await expect(page.getByRole('region', { name: 'In Force' })).toBeVisible();
});
