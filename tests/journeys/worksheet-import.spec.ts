import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Row } from '#tests/support/api.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  narrow,
  test,
} from '#tests/support/journey.ts';

/** A worksheet as a spreadsheet program wrote it; the people and places in it are those of a first start. */
const fixture = (name: string) => path.resolve(import.meta.dirname, '../fixtures/csv', name);

async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  await page.goto('/auth/view/cost_centers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // On a narrow screen the buttons of the list are one press away.
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await expect(page.getByText('Drop a CSV file here')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(file);
}

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test(
  'a worksheet shows what it would create before it creates it',
  { tag: '@core' },
  async ({ page, api }) => {
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/import_json')) keys.push(request.headers()['idempotency-key']);
    });
    await choose(page, fixture('excel.csv'));
    await expect(page.getByText('4 cost centers will be created.')).toBeVisible();
    await expectNoAxeViolations(page);
    await expect(page.getByRole('cell', { name: '0007710010', exact: true }).first()).toBeVisible();
    expect((await api.get('/cost_centers?by_identifier=00077100')).body.meta.total).toBe(0);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Cost centers imported successfully!')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect((await api.get('/cost_centers?by_identifier=00077100')).body.meta.total).toBe(4);
    expect(keys).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
    expect(keys[0]).not.toBe(keys[1]);
  },
);

test('without a file the import asks for one, and it takes CSV only', async ({ page }) => {
  await page.goto('/auth/crud/cost_centers');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const only = page.getByText('Only creation of new cost centers is supported.');
  await expect(only).toBeVisible();
  const change = page.getByRole('checkbox', { name: 'Also change the cost centers that exist already' });
  await change.check();
  await expect(only).toHaveCount(0);
  await expect(page.getByText('Large numbers must be formatted as text.')).toBeVisible();
  await change.uncheck();
  await expect(only).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Please select a CSV file first.')).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...csv('people.xlsx', 'a,b\n1,2\n'), mimeType: 'text/csv' });
  await expect(page.getByText('Only .csv files are accepted.')).toBeVisible();
});

test('the template has the headers of the import', async ({ page }) => {
  await page.goto('/auth/view/cost_centers');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download an empty template' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toBe(
    '\ufeffidentifier,company_code,companies_code,company_location,company_gl_type,cloud_contact_email,business_unit_name,department_name,active_at,expired_at,replacement_cost_center,alternate_cost_center\r\n',
  );
});

test('a broken file is refused with its line', async ({ page }) => {
  await choose(page, fixture('unclosed-quote.csv'));
  const dialog = page.getByRole('dialog', { name: 'CSV Parsing Failed' });
  await expect(dialog).toContainText(/Line \d+: /);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Drop a CSV file here')).toBeVisible();
});

test('a file that is no UTF-8 is read in the encoding that a person chooses by its lines', async ({
  page,
  api,
}) => {
  const text = 'identifier,cloud_contact_email\nBÄR-1,amelia.hart@example.com\n';
  const windows = { name: 'windows.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') };
  await choose(page, windows);
  await expect(page.getByRole('alert')).toContainText(
    'Line 2: At character 2 stands a byte (C4) that no text in UTF-8 has.',
  );
  const western = page.getByRole('radio', { name: /Western European \(Windows\)/ });
  await expect(western).toBeFocused();
  await expect(page.getByText('BÄR-1,amelia.hart@example.com').first()).toBeVisible();
  await expect(page.getByText('BƒR-1,amelia.hart@example.com')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Read it so' }).click();
  await expect(page.getByText('1 cost center will be created.')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Cost centers imported successfully!')).toBeVisible();
  const { body } = await api.get(`/cost_centers?by_identifier=${encodeURIComponent('BÄR-1')}`);
  expect(body.meta.total).toBe(1);
});

test(
  'a worksheet may change cost centers that exist, and shows how before it does',
  { tag: '@core' },
  async ({ page, api }) => {
    const row = (identifier: string, day: string) =>
      `${identifier},amelia.hart@example.com,Gaming,Finance,${day}`;
    const header = 'identifier,cloud_contact_email,business_unit_name,department_name,active_at';
    await choose(
      page,
      csv('first.csv', [header, row('CHANGE-1', '2026-01-01'), row('CHANGE-2', '2026-01-01')].join('\n')),
    );
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Cost centers imported successfully!')).toBeVisible();

    await page.goto('/auth/view/cost_centers');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await page.getByRole('checkbox', { name: 'Also change the cost centers that exist already' }).check();
    const rows = [
      header,
      row('CHANGE-1', '2026-02-02'),
      row('CHANGE-2', '2026-01-01'),
      row('CHANGE-3', '2026-03-03'),
    ];
    await page.locator('input[type=file]').setInputFiles(csv('second.csv', rows.join('\n')));
    await expect(
      page.getByText('1 cost center will be created, 1 will be changed, 1 stays as it is.'),
    ).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Changed: Active At' })).toBeVisible();
    await expect(page.getByRole('cell', { name: '01-Jan-2026 02-Feb-2026' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Cost centers imported successfully!')).toBeVisible();
    const { body } = await api.get<Row[]>('/cost_centers?by_identifier=CHANGE-&sort=identifier');
    expect(
      body.data.map((record) => [record['identifier'], record['active_at'], record.lock_version]),
    ).toEqual([
      ['CHANGE-1', '2026-02-02', 2],
      ['CHANGE-2', '2026-01-01', 1],
      ['CHANGE-3', '2026-03-03', 1],
    ]);
  },
);

test('a header that nothing can have is named', async ({ page }) => {
  await choose(page, csv('prototype.csv', '__proto__,identifier\nx,PROTO-1\n'));
  await expect(page.getByRole('dialog', { name: 'Import Failed' })).toContainText(
    "'__proto__' cannot be the name of a field or the header of a column. Please rename it.",
  );
});

test(
  'wrong rows are named by row and column, can be saved, and nothing is imported',
  { tag: '@core' },
  async ({ page, api }) => {
    const before = (await api.get('/cost_centers?page=1&per_page=1')).body.meta.total;
    await choose(page, fixture('wrong-rows.csv'));
    const alert = page.getByRole('alert').filter({ hasText: /\d+ problems? in \d+ rows?\./ });
    await expect(alert.getByText('Import Failed', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
    await expectNoAxeViolations(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the problems' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe('\ufeffrow,column,problem');
    expect((await api.get('/cost_centers?page=1&per_page=1')).body.meta.total).toBe(before);
  },
);

test('a number that the spreadsheet shortened is refused with the reason', async ({ page }) => {
  await choose(page, fixture('shortened-number.csv'));
  await expect(page.getByText(/is a number that the spreadsheet shortened\./).first()).toBeVisible();
});

test('an import that the server refuses says why', async ({ page }) => {
  await choose(
    page,
    csv('refused.csv', 'identifier,cloud_contact_email\nREFUSED-1,amelia.hart@example.com\n'),
  );
  await expect(page.getByText('1 cost center will be created.')).toBeVisible();
  await page.route('**/import_json', (route) =>
    route.fulfill({ status: 503, json: { error: 'The database is away.', errors: [], request_id: 'r' } }),
  );
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Failed' });
  await expect(dialog).toContainText('The database is away.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.unroute('**/import_json');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Cost centers imported successfully!')).toBeVisible();
});

test('fifty thousand rows are imported, and the page says how far it is', async ({ page, api }, info) => {
  const rows = Array.from(
    { length: 50_000 },
    (_, at) => `BULK-${at},amelia.hart@example.com,Gaming,Finance,3/29/2026`,
  );
  const header = 'identifier,cloud_contact_email,business_unit_name,department_name,active_at';
  const file = info.outputPath('bulk.csv');
  await writeFile(file, [header, ...rows].join('\r\n'));
  await choose(page, file);
  await expect(page.getByText('50,000 cost centers will be created.')).toBeVisible({ timeout: 180_000 });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/(Checking|Writing): [\d,]+ of 50,000 rows/)).toBeVisible({ timeout: 180_000 });
  await expect(page.getByText('Cost centers imported successfully!')).toBeVisible({ timeout: 180_000 });
  // Only the last page of so many is sure to tell their number.
  const last = await api.get('/cost_centers?by_identifier=BULK-&page=50&per_page=1000');
  expect(last.body.meta.total).toBe(50_000);
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: narrow, colorScheme: 'dark' });

  test('everybody can use the import', async ({ page }) => {
    await choose(page, fixture('wrong-rows.csv'));
    await expect(page.getByText(/\d+ problems? in \d+ rows?\./)).toBeVisible();
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
  });
});
