import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { costCenters } from '#resources/cost-centers.ts';
import { azureMca, googleCostTable } from '#tests/support/billing/bill-files.ts';
import {
  choose,
  expect,
  expectNoAxeViolations,
  expectUsableByEverybody,
  searchChoices,
  test,
  untilLoaded,
} from '#tests/support/journey.ts';
import { makeCenter, makeReady, PAGE, runOf, table, VALID } from '#tests/support/billing/billing-journey.ts';
import { failingBill } from '#tests/support/billing/failing-bill.ts';
import { reviewed } from '#tests/support/billing/pre-ap.ts';
import { visit } from '#tests/support/visit.ts';

const DONE = 'Your new data has been submitted!';
const FAILED = 'There was a problem submitting this workbook. Please try again.';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Chooses a file in a form or dialog. */
const give = (place: Locator, name: string, content: string) =>
  place
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
test(
  'an invoice of Azure becomes a run, what nobody is charged for is assigned, and every posting is explained',
  { tag: '@core' },
  async ({ page, factory }) => {
    await makeCenter(factory, 'RUNS-CC-1', '7710');
    const account = 'runs-journey-account';
    const bill = azureMca([
      { account, amount: '1234.5', invoice: 'RUNS-1' },
      { account: null, amount: '0.01', kind: 'Tax', invoice: 'RUNS-1' },
    ]);

    await page.goto(PAGE);
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'AWS' })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'Azure' })).toBeChecked();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Please select a file first.')).toBeVisible();
    // A file of another kind says which kinds are taken, and not that none is there.
    await give(page.getByRole('form', { name: 'Process an Invoice' }), 'runs-march.pdf', bill);
    await expect(
      page.getByText('Only .csv and .xlsx and .zip and .gz and .parquet files are accepted.'),
    ).toBeVisible();
    await give(page.getByRole('form', { name: 'Process an Invoice' }), 'runs-march.csv', bill);
    await expect(page.getByText('runs-march.csv')).toBeVisible();
    await page.getByRole('button', { name: 'Submit' }).click();
    const notice = page.getByRole('alert').filter({ hasText: DONE });
    await notice.getByRole('link', { name: /^Follow billing run/ }).click();

    await expect(page).toHaveURL(/\/billing-automation\/runs\/\d+$/);
    // The address is the run's before its page is there, and the list has such states, too.
    await expect(page.getByRole('heading', { level: 1, name: /^Billing Run \d+$/ })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText('Needs Review')).toBeVisible();
    await expect(main.getByText(/1 exception to settle/)).toBeVisible();
    const exceptions = table(page, 'Exceptions');
    await expect(exceptions.getByRole('row').filter({ hasText: account })).toContainText('1,234.51 EUR');
    await exceptions.getByRole('button', { name: `Assign ${account}` }).click();
    const dialog = page.getByRole('dialog', { name: `Assign ${account}` });
    const input = dialog.getByRole('combobox', { name: 'Cost Center' });
    await searchChoices(input, 'RUNS-CC-1');
    await page.getByRole('option', { name: /RUNS-CC-1/ }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await expect(dialog).toBeHidden();

    await expect(main.getByText('Charged in full, held against nothing')).toBeVisible();
    await expect(main.getByText('Ready', { exact: true })).toBeVisible();
    await expect(exceptions).toBeHidden();
    const steps = page.getByRole('list', { name: 'Steps and decisions' });
    const decision = steps.getByRole('listitem').filter({ hasText: `Charge ${account} to RUNS-CC-1` });
    await expect(decision).toContainText('maya.okafor@example.com');
    const row = table(page, 'Postings').getByRole('row').filter({ hasText: 'RUNS-CC-1' });
    await expect(row).toContainText('771009');
    await expect(row).toContainText('1,234.51 EUR');
    const saving = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Download CSV' }).click();
    expect((await saving).suggestedFilename()).toMatch(/^postings_run_\d+\.csv$/);
    await untilLoaded(page);
    await expectUsableByEverybody(page);

    await row.getByRole('button', { name: 'RUNS-CC-1' }).click();
    const posting = page.getByRole('dialog', { name: 'Charged to RUNS-CC-1' });
    await expect(posting.getByRole('list', { name: `Way of ${account}` }).first()).toContainText('RUNS-CC-1');
    await expect(posting.getByRole('list', { name: 'Lines' }).getByRole('listitem').first()).toContainText(
      '1,234.50 EUR',
    );
    await posting.getByText('split in proportion to the others').click();
    await expect(posting.getByRole('link', { name: /^version \d+ of the rules$/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(posting).toBeHidden();
    await expect(row.getByRole('button', { name: 'RUNS-CC-1' })).toBeFocused();

    // An account and a row of the file lead to the postings that they are a part of.
    const find = main.getByRole('searchbox', { name: 'Account or row of the file' });
    await find.fill('nobody');
    await expect(
      main.getByText('Neither an account nor a row of the file that is called nobody'),
    ).toBeVisible();
    await find.fill('3');
    await expect(row).toBeVisible();
    await find.fill(account);
    await expect(row).toBeVisible();

    // The same file again is known by its content.
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Billing Automation' })
      .click();
    await page.getByRole('button', { name: 'New Billing Run' }).click();
    const fresh = page.getByRole('dialog', { name: 'New Billing Run' });
    await give(fresh, 'runs-march-again.csv', bill);
    await fresh.getByRole('combobox', { name: 'Month' }).click();
    await page.getByRole('option', { name: 'March 2026' }).click();
    await fresh.getByRole('button', { name: 'Begin' }).click();
    await expect(page.getByText(/The file is known already: billing run \d+ has it\./)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: /^Billing Run \d+$/ })).toBeVisible();
  },
);

test(
  'a run is booked with what owners would be told seen before, its bills lead back to it, and it is taken back',
  { tag: '@core' },
  async ({ page, api, factory }) => {
    const account = 'runs-booked-account';
    const { id: center } = await makeCenter(factory, 'RUNS-CC-2', '7711');
    const run = await makeReady(api, account, center);

    await page.goto(`${PAGE}/runs/${run}`);
    const main = page.getByRole('main');
    const row = table(page, 'Postings').getByRole('row').filter({ hasText: 'RUNS-CC-2' });
    const posting = page.getByRole('dialog', { name: 'Charged to RUNS-CC-2' });
    await expect(main.getByRole('heading', { name: 'Changed Since Last Month' })).toBeVisible();
    await expect(main.getByText('Charged and about to expire')).toBeVisible();
    await main.getByRole('button', { name: 'Finalize' }).click();
    const booking = page.getByRole('dialog', { name: /^Finalize Billing Run/ });
    await expect(booking.getByRole('checkbox', { name: 'Populate Cloud Bills' })).toBeChecked();
    await booking.getByRole('checkbox', { name: 'Send Invoices' }).check();
    await booking.getByRole('button', { name: 'Preview the statements of owners' }).click();
    await expect(booking.getByRole('list', { name: 'Statements of owners' })).toContainText('1,234.51 EUR');
    await booking.getByRole('textbox', { name: `Total of ${account}` }).fill('1234.51');
    await expectUsableByEverybody(page);
    await booking.getByRole('button', { name: 'Finalize' }).click();
    await expect(main.getByText('Final', { exact: true })).toBeVisible();
    await expect(main.getByText('Balances to the cent')).toBeVisible();
    const bills = table(page, 'Reconciliation').getByRole('row').filter({ hasText: 'Bills' });
    await expect(bills).toContainText('1,234.51');
    const done = page.getByRole('list', { name: 'Finalized with' });
    await expect(done.getByRole('listitem').filter({ hasText: 'Send Invoices' })).toContainText('Done');
    // From the posting to its bill, and from the bill back to the posting.
    await row.getByRole('button', { name: 'RUNS-CC-2' }).click();
    await expect(page).toHaveURL(/\?posting=\d+$/);
    await posting.getByRole('list', { name: 'Bills' }).getByRole('link').click();
    await expect(page).toHaveURL(/\/auth\/view\/cloud_bills\/\d+$/);
    await page.getByRole('button', { name: 'See where it comes from' }).click();
    const origin = page.getByRole('dialog', { name: 'Where It Comes From' });
    await expect(origin).toContainText(`Charged for ${account}`);
    await origin.getByRole('link', { name: /^posting \d+ of billing run \d+$/ }).click();
    await expect(posting.getByRole('list', { name: 'Lines' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(posting).toBeHidden();

    await main.getByRole('button', { name: 'Reverse' }).click();
    const asking = page.getByRole('dialog', { name: /^Reverse Billing Run/ });
    await asking.getByRole('button', { name: 'Reverse' }).click();
    await expect(main.getByText('Reversed', { exact: true })).toBeVisible();
    await expect(bills).toContainText('0.00');
  },
);

test('a reviewed workbook is handed in, and what it changes is booked once it is accepted', async ({
  page,
  api,
  factory,
}) => {
  const { id: center } = await makeCenter(factory, 'RUNS-CC-3', '7712');
  const run = await makeReady(api, 'runs-reviewed-account', center);
  await factory.create(costCenters, { ...VALID, identifier: 'RUNS-CC-4' });
  await page.goto(`${PAGE}/runs/${run}`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Pre-AP Workbook' }).click();
  const workbook = await readFile(await (await saving).path());
  const data = await reviewed(workbook, (rows, column) => {
    for (const row of rows)
      if (row[column('Cost Center')] === 'RUNS-CC-3') row[column('Cost Center')] = 'RUNS-CC-4';
    return rows;
  });

  await visit(page, `${PAGE}?tab=2`);
  const form = page.getByRole('form', { name: 'Finalize Invoice' });
  const buffer = Buffer.from(data, 'base64');
  await form.locator('input[type=file]').setInputFiles({ name: 'reviewed.xlsx', mimeType: XLSX, buffer });
  await form.getByRole('button', { name: 'Submit' }).click();
  const notice = page.getByRole('alert').filter({ hasText: DONE });
  await expect(notice).toContainText('The workbook differs in 1 posting from what was sent.');
  await notice.getByRole('link', { name: `Look at billing run ${run}` }).click();
  const main = page.getByRole('main');
  const differences = page.getByRole('list', { name: 'Differences of the reviewed workbook' });
  await expect(differences).toContainText('is charged to RUNS-CC-4');

  await main.getByRole('button', { name: 'Finalize' }).click();
  const booking = page.getByRole('dialog', { name: /^Finalize Billing Run/ });
  await booking.getByRole('button', { name: 'Finalize' }).click();
  await expect(booking.getByText('Accept the differences, or hand in another workbook.')).toBeVisible();
  await booking.getByRole('checkbox', { name: 'Accept the difference of the reviewed workbook' }).check();
  await booking.getByRole('button', { name: 'Finalize' }).click();
  await expect(main.getByText('Final', { exact: true })).toBeVisible();
  await expect(differences).toBeHidden();
  await expect(table(page, 'Postings').getByRole('row').filter({ hasText: 'RUNS-CC-4' })).toBeVisible();
});

test('each tab has its number in the address, and the list keeps its filters through Back', async ({
  page,
  api,
}) => {
  await page.goto(PAGE);
  await expect(tab(page, 'Process an Invoice')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Finalize Invoice').click();
  await expect(page).toHaveURL(/\?tab=2$/);
  for (const name of ['Send Invoices', 'Populate Cloud Bills', 'Update Big Query', 'Email Owners'])
    await expect(page.getByRole('checkbox', { name })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Update Big Query' })).toBeDisabled();
  await expect(page.getByText('BigQuery is not configured.')).toBeVisible();
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await tab(page, 'GCP Trigger').press('Enter');
  await visit(page, `${PAGE}?tab=3`);
  await expect(tab(page, 'GCP Trigger')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Update Dashboard' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible();

  // A file of another shape is refused with a sentence before any run begins.
  await page.getByRole('button', { name: 'New Billing Run' }).click();
  const fresh = page.getByRole('dialog', { name: 'New Billing Run' });
  await give(fresh, 'tabs-shape.csv', 'Name,Cost\r\nNobody,1\r\n');
  await choose(fresh.getByRole('combobox', { name: 'Provider' }), 'FOCUS');
  await fresh.getByRole('button', { name: 'Begin' }).click();
  const refused = fresh.getByRole('alert').filter({ hasText: FAILED });
  await expect(refused).toContainText('The columns of this file are not known.');
  await fresh.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Sure to cancel?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(fresh).toBeHidden();

  // What shows no sooner than all of a file was read is said by its run, which the list finds.
  await runOf(api, 'azure', 'tabs-shape', await failingBill(), '2026-03');
  await page
    .getByRole('search', { name: 'Billing Runs' })
    .getByRole('searchbox', { name: 'Search' })
    .fill('tabs-shape');
  await expect(page).toHaveURL(/tab=3&q=tabs-shape$/);
  await choose(page.getByRole('combobox', { name: 'State' }), 'Failed (1)');
  await expect(page).toHaveURL(/by_state=failed/);
  await page.getByRole('link', { name: /^Run \d+$/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The run failed' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/tab=3&q=tabs-shape&by_state=failed$/);
  await expect(table(page, 'Billing Runs').getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\?tab=3$/);
});

test('what is refused says why, what is being sent can be stopped, and a list that does not come says so', async ({
  page,
}) => {
  await page.route('**/api/billing_runs?*', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
  await page.goto(PAGE);
  await expect(page.getByText('The billing runs could not be loaded')).toBeVisible();
  await page.unroute('**/api/billing_runs?*');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Billing Runs' })).toBeVisible();
  await untilLoaded(page);
  await expect(page.getByText('The billing runs could not be loaded')).toBeHidden();

  await page.getByRole('radio', { name: 'GCP' }).check();
  await expect(page.getByRole('combobox', { name: 'Date' })).toBeVisible();
  await page.route('**/api/cloud_bills/process_google_invoice', (route) =>
    route.fulfill({ status: 413, json: { error: 'The file is too large.' } }),
  );
  await give(
    page.getByRole('form', { name: 'Process an Invoice' }),
    'refused.csv',
    googleCostTable([{ account: 'p', amount: '1' }], { total: '1' }),
  );
  await page.getByRole('button', { name: 'Submit' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: FAILED });
  await expect(refusal).toContainText('The file is too large.');
  await expect(refusal).toContainText('New Billing Run');

  await page.getByRole('button', { name: 'New Billing Run' }).click();
  const fresh = page.getByRole('dialog', { name: 'New Billing Run' });
  await give(fresh, 'empty.csv', '');
  await fresh.getByRole('button', { name: 'Begin' }).click();
  await expect(fresh.getByText('The file is empty. Send it as the body of the request.')).toBeVisible();

  let asked = () => {};
  const arrived = new Promise<void>((done) => (asked = done));
  // Nobody answers, as over a line that has broken down.
  await page.route('**/api/billing_runs?*', () => asked(), { times: 1 });
  await fresh.getByRole('button', { name: 'Choose another file' }).click();
  await give(fresh, 'stopped.csv', 'a,b\r\n');
  await fresh.getByRole('button', { name: 'Begin' }).click();
  await arrived;
  await fresh.getByRole('button', { name: 'Stop sending' }).click();
  await expect(fresh.getByRole('button', { name: 'Begin' })).toBeEnabled();
  await fresh.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Sure to cancel?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(fresh).toBeHidden();
});

test('a dialog of one run is closed on the way back to another one', async ({ page, api, factory }) => {
  const center = await makeCenter(factory, 'RUNS-CC-9', '7719');
  const first = await makeReady(api, 'runs-first', center.id);
  const second = await makeReady(api, 'runs-second', center.id);
  await page.goto(`${PAGE}/runs/${first}`);
  await untilLoaded(page);
  await visit(page, `${PAGE}/runs/${second}`);
  await page.getByRole('button', { name: 'Finalize', exact: true }).click();
  await expect(page.getByRole('dialog', { name: `Finalize Billing Run ${second}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: `Billing Run ${first}` })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a page of postings behind the last one leads to the last, and what is searched is there after Back', async ({
  page,
  api,
  factory,
}) => {
  const account = 'runs-paged-account';
  const { id: center } = await makeCenter(factory, 'RUNS-CC-5', '7713');
  const run = await makeReady(api, account, center);
  await page.goto(`${PAGE}/runs/${run}?postings_page=9`);
  const row = table(page, 'Postings').getByRole('row').filter({ hasText: 'RUNS-CC-5' });
  await expect(row).toBeVisible();
  await expect(page).not.toHaveURL(/postings_page/);
  const find = page.getByRole('searchbox', { name: 'Account or row of the file' });
  await find.fill(account);
  await expect(page).toHaveURL(/postings_q=runs-paged/);
  await row.getByRole('button', { name: 'RUNS-CC-5' }).click();
  await expect(page).toHaveURL(/postings_q=runs-paged.*posting=\d+/);
  await expect(page.getByRole('dialog', { name: 'Charged to RUNS-CC-5' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/postings_q=runs-paged-account$/);
  await visit(page, PAGE);
  await expect(page.getByRole('heading', { level: 1, name: 'Billing Automation' })).toBeVisible();
  await page.goBack();
  await expect(find).toHaveValue(account);
  await expect(row).toBeVisible();
});

test('differences of a workbook that is handed in while the dialog is open are accepted there', async ({
  page,
  api,
  factory,
}) => {
  const { id: center } = await makeCenter(factory, 'RUNS-CC-6', '7714');
  const run = await makeReady(api, 'runs-late-review', center);
  await factory.create(costCenters, { ...VALID, identifier: 'RUNS-CC-7' });
  await page.goto(`${PAGE}/runs/${run}`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Pre-AP Workbook' }).click();
  const data = await reviewed(await readFile(await (await saving).path()), (rows, column) => {
    for (const row of rows)
      if (row[column('Cost Center')] === 'RUNS-CC-6') row[column('Cost Center')] = 'RUNS-CC-7';
    return rows;
  });
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Finalize' }).click();
  const booking = page.getByRole('dialog', { name: /^Finalize Billing Run/ });
  await expect(booking.getByRole('checkbox', { name: 'Populate Cloud Bills' })).toBeChecked();
  const handed = await api.post('/cloud_bills/parse_pre_ap', {
    cloud_bill: {
      data,
      input: {
        provider: 'azure',
        send_invoices: false,
        cloud_bills: true,
        big_query: false,
        email_owners: false,
      },
    },
  });
  expect(handed.status).toBe(202);
  const accept = booking.getByRole('checkbox', { name: 'Accept the difference of the reviewed workbook' });
  await expect(accept).toBeVisible();
  await booking.getByRole('button', { name: 'Finalize' }).click();
  await expect(booking.getByText('Accept the differences, or hand in another workbook.')).toBeVisible();
  await accept.check();
  await booking.getByRole('button', { name: 'Finalize' }).click();
  await expect(main.getByText('Final', { exact: true })).toBeVisible();
});
