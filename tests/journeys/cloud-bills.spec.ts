import type { Page } from '@playwright/test';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';
import { visit } from '#tests/support/visit.ts';

const csv = (...rows: string[]) => ({
  name: 'september.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Date,Provider,Identifier,Amount,Currency', ...rows].join('\r\n')),
});
const chooseFile = (page: Page, file: ReturnType<typeof csv>) =>
  page.getByLabel('Billing workbook', { exact: true }).setInputFiles(file);
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });

test(
  'a billing workbook is uploaded after it was shown what it would do, and doubles nothing when it comes again',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto('/auth/view/cloud_bills');
    await page.getByRole('link', { name: 'Upload' }).click();
    await expect(page.getByRole('heading', { name: 'Upload Cloud Billing' })).toBeVisible();
    await expect(submit(page)).toBeDisabled();
    await expectUsableByEverybody(page);

    await chooseFile(page, csv('2026-09-01,aws,UPL-1,1234.50,EUR', '2026-09-01,aws,UPL-1/02,0.05,EUR'));
    await expect(page.getByText('september.csv adds 2 bills.')).toBeVisible();
    await submit(page).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Your new data has been submitted!' });
    await expect(notice).toContainText('2 bills added.');
    const bills = page.getByRole('grid', { name: 'Cloud Bills' });
    await expect(bills.getByRole('link', { name: 'UPL-1', exact: true })).toBeVisible();
    await expect(bills.getByText('1,234.50 EUR')).toBeVisible();

    await visit(page, '/auth/create/cloud_bills');
    await chooseFile(page, csv('2026-09-01,aws,UPL-1,1234.50,EUR', '" ",,,,'));
    await expect(page.getByText('1 empty row is left out.')).toBeVisible();
    await expect(page.getByText('september.csv has no bill that is not there already.')).toBeVisible();
    await expect(submit(page)).toBeDisabled();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await chooseFile(page, csv('2026-09-01,aws,UPL-1,1234.50,EUR', '2026-09-01,aws,UPL-3,twelve,EUR'));
    await expect(page.getByText('1 cell is wrong')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Problems' }).getByRole('row').last()).toContainText(
      "Amount 'twelve' is no amount such as 1234.50.",
    );
    await expect(submit(page)).toBeDisabled();
  },
);

test('a workbook that could not be submitted says so, and can be submitted again', async ({ page }) => {
  await page.goto('/auth/create/cloud_bills');
  await chooseFile(page, csv('2026-09-02,gcp,UPL-9,9.00,USD'));
  await expect(page.getByText('september.csv adds 1 bill.')).toBeVisible();
  await page.route('**/cloud_bills/upload', (route) => route.abort());
  await submit(page).click();
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'There was a problem submitting this workbook. Please try again.' }),
  ).toBeVisible();
  await page.unroute('**/cloud_bills/upload');
  await submit(page).click();
  await expect(page.getByText('Your new data has been submitted!')).toBeVisible();
});

test('the list of bills begins with the current month, also after another list, and shows all once that is cleared', async ({
  page,
  api,
}) => {
  const bill = { provider: 'aws', identifier: 'OLD-MONTH', amount: '1.00', date: '2019-05-01' };
  await api.post('/cloud_bills/', bill);
  await page.clock.setFixedTime('2028-02-29T12:00:00Z');
  await page.goto('/auth/view/companies');
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await (await unfoldedMenu(page)).getByRole('link', { name: 'Cloud Bills', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Cloud Bills Historical Records' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search Date', exact: true })).toHaveValue('Feb-2028');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox', { name: 'Search Identifier', exact: true }).fill('OLD-MONTH');
  await expect(page.getByRole('grid').getByRole('link', { name: 'OLD-MONTH' })).toBeVisible();
});

test('a row of the editable table asks for its amount, and its currency may be typed in any case', async ({
  page,
}) => {
  await page.goto('/auth/crud/cloud_bills');
  await page.getByRole('button', { name: 'Add a Row' }).click();
  const bill = page.getByRole('grid', { name: 'New Cloud Bill' });
  await bill.getByRole('combobox', { name: 'Date', exact: true }).fill('01-15-2019');
  await bill.getByRole('combobox', { name: 'Provider', exact: true }).fill('AWS');
  await bill.getByRole('textbox', { name: 'Identifier', exact: true }).fill('ROW-1');
  await bill.getByRole('textbox', { name: 'Currency', exact: true }).fill('usd');
  const save = page.getByRole('button', { name: 'Save the new cloud bill' });
  await save.click();
  await expect(bill.getByText('Please Input Amount!')).toBeVisible();
  await bill.getByRole('textbox', { name: 'Amount', exact: true }).fill('12.50');
  await save.click();
  const added = page.getByRole('grid', { name: 'Cloud Bills' }).getByRole('row').filter({ hasText: 'ROW-1' });
  await expect(added).toContainText('12.50 USD');
  await expect(added).toContainText('AWS');
});

const chart = (page: Page) => page.getByRole('img', { name: /^Spend per Cost Center/ });

test('the spend is searched by identifier and days, seen as a chart and read as a table', async ({
  page,
}) => {
  await page.goto('/auth/home');
  await (await unfoldedMenu(page)).getByRole('link', { name: 'Cloud Billing' }).click();
  await expect(page.getByRole('heading', { name: 'Cloud Billing', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Spend per Cost Center' })).toBeVisible();
  await expect(page.getByText('The date is charged for the previous month.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload' })).toHaveAttribute(
    'href',
    '/auth/create/cloud_bills',
  );
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  await expectUsableByEverybody(page);

  await page.getByLabel('Date range').click();
  for (const name of [
    'Last month',
    'Last 3 months',
    'Fiscal year 2018',
    'Fiscal year 2019',
    'Fiscal year 2020',
  ])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Last 6 months', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Identifier' }).click();
  await page.getByRole('combobox', { name: 'Identifier' }).fill('1000430040');
  await page.getByRole('option', { name: '1000430040', exact: true }).click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/key=1000430040/);
  await expect(page.getByText('1 identifier, 12 bills')).toBeVisible();

  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click();
  const table = page.getByRole('table', { name: 'Spend per Cost Center' });
  await expect(table.getByRole('row')).toHaveCount(8);
  await expectUsableByEverybody(page);
  await page.getByRole('searchbox', { name: 'Find an identifier' }).fill('no such');
  await expect(page.getByText('No identifier has this in it.')).toBeVisible();
  await page.goBack();
  await expect(chart(page)).toBeVisible();
});

test('typing replaces All, and what was never charged is refused at its field and not searched', async ({
  page,
}) => {
  await page.goto('/auth/cloud-billing');
  const identifier = page.getByRole('combobox', { name: 'Identifier' });
  const search = page.getByRole('button', { name: 'Search', exact: true });
  await expect(identifier).toHaveValue('All');
  await identifier.click();
  await page.keyboard.type('NEVER-CHARGED');
  await expect(identifier).toHaveValue('NEVER-CHARGED');
  await search.click();
  await expect(
    page.getByText("'NEVER-CHARGED' is none of the choices. Choose one from the list."),
  ).toBeVisible();
  await expect(identifier).toBeFocused();
  await expect(identifier).toHaveValue('NEVER-CHARGED');
  await expect(page).toHaveURL(/\/auth\/cloud-billing$/);
  await expectUsableByEverybody(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1000430040');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/key=1000430040/);
  // What is left empty is All again.
  await identifier.click();
  await page.keyboard.press('Delete');
  await search.click();
  await expect(identifier).toHaveValue('All');
  await expect(page).not.toHaveURL(/key=/);

  // The same identifiers are proposed where their bills are exported.
  await page.getByRole('button', { name: 'Export Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Data' });
  await dialog.getByText('One identifier', { exact: true }).click();
  const exported = dialog.getByRole('combobox', { name: 'Identifier' });
  await exported.click();
  await page.keyboard.type('100043004');
  await page.getByRole('option', { name: '1000430040', exact: true }).click();
  await expect(exported).toHaveValue('1000430040');
});

test('the sums of a table come in pages, and what it is narrowed to is still there after Back', async ({
  page,
  api,
}) => {
  const data = Buffer.from(
    [
      'Date,Provider,Identifier,Amount',
      ...Array.from({ length: 120 }, (_, at) => `2018-03-01,aws,PAGED-${1000 + at},${at + 1}.00`),
    ].join('\n'),
  ).toString('base64');
  await api.post('/cloud_bills/upload', { data });
  await page.goto('/auth/cloud-billing?startDate=2018-03-01&endDate=2018-03-31');
  await page.getByRole('combobox', { name: 'Identifier' }).click();
  await expect(page.getByRole('option', { name: 'All', exact: true })).toBeVisible();
  await expect(page.getByText(/more\. Type to narrow the list\.$/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Identifier' }).fill('paged-1119');
  await expect(page.getByRole('option')).toHaveText(['PAGED-1119']);
  await page.getByRole('combobox', { name: 'Identifier' }).fill('nobody');
  await expect(page.getByText('Nothing of this name was charged.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click();
  const table = page.getByRole('table', { name: 'Spend per Cost Center' });
  await expect(table.getByRole('row')).toHaveCount(52);
  await page.getByLabel('Pages', { exact: true }).getByRole('button', { name: '3' }).click();
  await expect(table.getByRole('row')).toHaveCount(22);
  await page.getByRole('searchbox', { name: 'Find an identifier' }).fill('paged-107');
  await expect(table.getByRole('row')).toHaveCount(11);
  await table.getByRole('link', { name: 'PAGED-1079' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/cloud_bills/);
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Find an identifier' })).toHaveValue('paged-107');
  await expect(table.getByRole('row')).toHaveCount(11);
});

test('currencies are looked at one by one', async ({ page }) => {
  await page.goto('/auth/cloud-billing?view=table');
  await expect(page.getByRole('table').getByText('$').first()).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Currency' }).getByText('EUR').click();
  await expect(page.getByRole('table').getByText('€').first()).toBeVisible();
  await expect(page.getByRole('table').getByText('$')).toHaveCount(0);
});

test('a click on a bar leads to the bills behind it, and the chart is saved as a picture', async ({
  page,
  api,
}) => {
  for (const [identifier, amount] of [
    ['BAR-1', '100.00'],
    ['BAR-1', '20.00'],
    ['BAR-1/02', '7.00'],
  ])
    await api.post('/cloud_bills/', { provider: 'gcp', date: '2026-02-03', identifier, amount });
  await page.goto('/auth/cloud-billing?key=bar-1&startDate=2026-02-01&endDate=2026-02-28');
  await expect(page.getByText('$120.00')).toBeVisible();
  await expect(chart(page)).toHaveAttribute('aria-busy', 'false');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save Picture' }).click();
  expect((await saved).suggestedFilename()).toBe('cloud-billing_2026-02-01_2026-02-28_USD.png');

  const box = await chart(page).boundingBox();
  await chart(page).click({ position: { x: (box?.width ?? 0) * 0.3, y: (box?.height ?? 0) / 2 } });
  await expect(page).toHaveURL(/\/auth\/view\/cloud_bills/);
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Charged To: BAR-1');
  await expect(page.getByRole('grid').getByRole('link', { name: 'BAR-1', exact: true })).toHaveCount(2);
  await expect(page.getByRole('grid').getByRole('link', { name: 'BAR-1/02' })).toHaveCount(0);
});

test('days without bills say so, and what could not be loaded can be tried again', async ({ page }) => {
  await page.goto('/auth/cloud-billing?startDate=1999-01-01&endDate=1999-01-31');
  await expect(page.getByText('No bills in this range')).toBeVisible();
  await page.route('**/cloud_bills/spend?**', (route) => route.abort());
  await visit(page, '/auth/cloud-billing');
  await expect(page.getByText('The spend could not be loaded')).toBeVisible();
  await page.unroute('**/cloud_bills/spend?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(chart(page)).toBeVisible();
});

test('the bills of one identifier are exported by mail, those of all owners after it was shown who gets what', async ({
  page,
}) => {
  await page.goto('/auth/view/cloud_bills');
  await page.getByRole('button', { name: 'Export Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Data' });
  await expect(dialog.getByLabel('Email')).toHaveValue('maya.okafor@example.com');
  await dialog.getByRole('combobox', { name: 'Identifier' }).fill('1000430040');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your request has been submitted!' })).toBeVisible();
  await expect(dialog).toBeHidden();

  await visit(page, '/auth/cloud-billing');
  await page.getByRole('button', { name: 'Export Data' }).click();
  await dialog.getByRole('button', { name: 'Show Recipients' }).click();
  const recipients = dialog.getByRole('table', { name: 'Who gets it' });
  const one = recipients.getByRole('row').filter({ hasText: 'maya.desai@example.com' });
  await expect(one).toContainText(/\d bills of \d cost centers, [\d,]+\.\d\d USD/);
  await expect(dialog.getByText('Nobody gets')).toBeVisible();
  await expectUsableByEverybody(page);
  await dialog.getByRole('button', { name: /^Send to \d+$/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your request has been submitted!' })).toBeVisible();
  await (await unfoldedMenu(page)).getByRole('link', { name: 'Jobs' }).click();
  const job = page.getByRole('listitem').filter({ hasText: 'Cloud Bills of All Owners' }).first();
  await expect(job.getByText('Done')).toBeVisible();
  await (await unfoldedMenu(page)).getByRole('link', { name: 'Outbox' }).click();
  await expect(page.getByText('To maya.desai@example.com').first()).toBeVisible();
});

test('the focus stays on Search, and the form follows the address', async ({ page }) => {
  await page.goto('/auth/cloud-billing');
  await expect(chart(page).locator('canvas').first()).toBeVisible();
  await page.getByLabel('Date range').click();
  await page.getByRole('button', { name: 'Last 6 months', exact: true }).click();
  await page.keyboard.press('Escape');
  const days = await page.getByLabel('Date range').textContent();
  const identifier = page.getByRole('combobox', { name: 'Identifier' });
  await identifier.click();
  await identifier.fill('1000430040');
  await page.getByRole('option', { name: '1000430040', exact: true }).click();
  const search = page.getByRole('button', { name: 'Search', exact: true });
  await search.press('Enter');
  await expect(page.getByText('1 identifier, 12 bills')).toBeVisible();
  await expect(search).toBeFocused();
  await page.goBack();
  await expect(identifier).toHaveValue('All');
  await expect(page.getByLabel('Date range')).not.toHaveText(days ?? '');
  await page.goForward();
  await expect(identifier).toHaveValue('1000430040');
  await expect(page.getByLabel('Date range')).toHaveText(days ?? '');
});
