import type { Page } from '@playwright/test';
import { costCenters } from '#resources/cost-centers.ts';
import { assign, makeCenter, makeRun, PAGE, table } from '#tests/support/billing/billing-journey.ts';
import {
  choose,
  expect,
  expectUsableByEverybody,
  searchChoices,
  test,
  untilLoaded,
} from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

const QUEUE = `${PAGE}/exceptions`;
const search = (page: Page) =>
  page.getByRole('search', { name: 'Billing Exceptions' }).getByRole('searchbox', { name: 'Search' });

test('what nobody is charged for is worked through over all open runs, and leads to its runs and back', async ({
  page,
  api,
  factory,
}) => {
  const { companies_id } = await makeCenter(factory, 'QUEUE-CC-1', '7730');
  await factory.create(costCenters, {
    identifier: 'QUEUE-CC-OLD',
    companies_id,
    active_at: '2020-01-01',
    expired_at: '2026-02-28',
  });
  const march = await makeRun(api, 'queue-march', [
    { account: 'queue-account-1', amount: '1500.5' },
    { account: 'queue-account-1', amount: '900', currency: 'JPY' },
    { account: 'queue-account-2', amount: '7' },
  ]);
  const february = await makeRun(
    api,
    'queue-february',
    [{ account: 'Queue-Account-1', amount: '20' }],
    '2026-02',
  );

  await page.goto(PAGE);
  await page.getByRole('link', { name: 'Billing Exceptions' }).click();
  await search(page).fill('queue-account');
  await choose(page.getByRole('combobox', { name: 'Reason' }), 'Unknown account');
  await expect(page).toHaveURL(/exceptions\?q=queue-account&by_problem=unknown_account$/);
  const rows = table(page, 'Billing Exceptions').getByRole('row');
  await expect(rows).toHaveCount(3);
  const first = rows.filter({ hasText: 'queue-account-1' });
  await expect(first).toContainText('1,520.50 EUR');
  await expect(first).toContainText('900 JPY');
  await expect(first).toContainText('The inventory has no cloud parent with this identifier.');
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  // To the run, from there to the queue, and back with the filter still there.
  await first.getByRole('link', { name: `Run ${february}` }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${february}$`));
  await page.getByRole('link', { name: 'Those of all open runs' }).click();
  await expect(page).toHaveURL(/\/exceptions$/);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/exceptions\?q=queue-account&by_problem=unknown_account$/);

  await first.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog', { name: /^Assign queue-account-1$/i });
  await expect(dialog).toContainText('the 2 runs are allocated anew');
  const center = dialog.getByRole('combobox', { name: 'Cost Center' });
  await expect(dialog).toContainText('It has to be valid on 28-Feb-2026 and 31-Mar-2026');
  // One that is not valid in one of the runs says so, and is assigned in none of them.
  await searchChoices(center, 'QUEUE-CC-OLD');
  await page.getByRole('option', { name: /QUEUE-CC-OLD.*only valid until 28-Feb-2026/ }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog).toContainText(
    `Cost Center QUEUE-CC-OLD is valid until 28-Feb-2026, and billing run ${march} is posted on 31-Mar-2026.`,
  );
  expect((await api.get('/cloud_parents?q=queue-account-1')).body.data).toEqual([]);
  await searchChoices(center, 'QUEUE-CC-1');
  await page.getByRole('option', { name: /QUEUE-CC-1/ }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog).toBeHidden();
  await expect(first).toBeHidden();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await visit(page, `${QUEUE}?by_run=${march}`);
  await expect(rows.filter({ hasText: 'queue-account-2' })).toBeVisible();
  await expect(rows).toHaveCount(2);
  const placed = await api.get<{ state: string }>(`/billing_runs/${february}`);
  expect(placed.body.data.state).toBe('ready');

  await search(page).fill('queue-nobody');
  await expect(page.getByText('No account matches')).toBeVisible();

  // The inventory has the account now, whose record leads to what is open of it.
  const known = await api.get<{ id: number }[]>('/cloud_parents?q=queue-account-1');
  await visit(page, `/auth/view/cloud_parents/${known.body.data[0]?.id}`);
  await page.getByRole('button', { name: 'Find among billing exceptions' }).click();
  await expect(page).toHaveURL(/exceptions\?q=queue-account-1$/i);
  await expect(page.getByText('No account matches')).toBeVisible();
});

test('the start page counts what nobody is charged for, and leads to it', async ({ page, api }) => {
  await makeRun(api, 'queue-home', [{ account: 'queue-home-account', amount: '3' }]);
  await page.goto('/auth/home');
  const waiting = page.getByRole('region', { name: 'Waiting' }).getByRole('region', { name: 'Unallocated' });
  await waiting.getByRole('link', { name: /Accounts of Bills$/ }).click();
  await expect(page).toHaveURL(/\/billing-automation\/exceptions$/);
  await search(page).fill('queue-home-account');
  await expect(table(page, 'Billing Exceptions').getByRole('row')).toHaveCount(2);
});

test('where all is placed that is said, and a queue that does not come says so', async ({ page }) => {
  const answer = { data: [], meta: { total: 0, page: 1, per_page: 25 } };
  const path = '**/api/billing_exceptions?*';
  await page.route(path, (route) => route.fulfill({ json: answer }));
  await page.goto(QUEUE);
  await expect(page.getByText('Everything is placed')).toBeVisible();
  await page.unroute(path);
  await page.route(path, (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
  await page.reload();
  await expect(page.getByText('The exceptions could not be loaded')).toBeVisible();
  await page.unroute(path);
  await page.reload();
  await untilLoaded(page);
  await expect(page.getByText('The exceptions could not be loaded')).toBeHidden();
});

test('whoever works off the last page of the queue comes to the page before it', async ({
  page,
  api,
  factory,
}) => {
  await makeCenter(factory, 'QUEUE-CC-2', '7731');
  const accounts = Array.from({ length: 11 }, (_none, at) => `queue-page-${at + 1}`);
  const run = await makeRun(
    api,
    'queue-pages',
    accounts.map((account, at) => ({ account, amount: String(20 - at) })),
  );
  await page.goto(`${QUEUE}?page=2&per_page=10&by_run=${run}`);
  const rows = table(page, 'Billing Exceptions').getByRole('row');
  const last = rows.filter({ hasText: 'queue-page-11' });
  await last.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign queue-page-11' });
  await searchChoices(dialog.getByRole('combobox', { name: 'Cost Center' }), 'QUEUE-CC-2');
  await page.getByRole('option', { name: /QUEUE-CC-2/ }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`exceptions\\?per_page=10&by_run=${run}$`));
  await expect(rows).toHaveCount(11);
});

test('an account that two invoices of a run charge says of which each of its amounts is', async ({
  page,
  api,
}) => {
  const account = 'two-bills-account';
  const run = await makeRun(api, 'two-bills', [
    { account, amount: '782.11', invoice: 'two-bills-first' },
    { account, amount: '-398.45', invoice: 'two-bills-other' },
    { account: 'one-bill-account', amount: '12', invoice: 'two-bills-first' },
  ]);
  await page.goto(`${PAGE}/runs/${run}`);
  const row = (name: string) => table(page, 'Exceptions').getByRole('row').filter({ hasText: name });
  await expect(row(account)).toContainText('782.11 EURtwo-bills-first-398.45 EURtwo-bills-other');
  await expect(row('one-bill-account')).toContainText('12.00 EUR');
  await expect(row('one-bill-account')).not.toContainText('two-bills-first');
});

test('what keeps a run from being finalized is said beside the button', async ({ page, api, factory }) => {
  const center = await makeCenter(factory, 'QUEUE-CC-3', '7732');
  const account = 'queue-named-account';
  const run = await makeRun(api, 'queue-named', [
    { account, amount: '30' },
    { account: 'queue-nameless-account', amount: '3' },
  ]);
  await page.goto(`${PAGE}/runs/${run}`);
  const main = page.getByRole('main');
  const finalizes = main.getByRole('button', { name: 'Finalize' });
  await expect(finalizes).toBeDisabled();
  await expect(finalizes).toHaveAccessibleDescription('Cannot be finalized yet: 2 open exceptions');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await main.getByRole('link', { name: '2 open exceptions' }).click();
  await expect(page).toHaveURL(/#exceptions$/);
  await expect(main.getByRole('heading', { name: 'Exceptions', exact: true })).toBeInViewport();

  await assign(api, run, account, Number(center.id));
  await assign(api, run, 'queue-nameless-account', Number(center.id));
  await expect(finalizes).toBeEnabled();
  await expect(finalizes).toHaveAccessibleDescription(
    'Finalizing asks how it was checked: 1 invoice is not held against anything',
  );
});
