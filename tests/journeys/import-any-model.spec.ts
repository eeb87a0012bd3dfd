import type { Page } from '@playwright/test';
import type { Row } from '#tests/support/api.ts';
import { expect, expectNoAxeViolations, test } from '#tests/support/journey.ts';
import { writtenWorkbook } from '#tests/support/written-workbook.ts';

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function choose(page: Page, model: string, file: ReturnType<typeof csv>) {
  await page.goto(`/auth/view/${model}`);
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
}
const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });

test('departments come with a file; the same file again has nothing to change, and a changed one says what', async ({
  page,
  api,
}) => {
  const file = 'name,abbreviation\nFile Optics,FO\nFile Lasers,FL\n';
  await choose(page, 'departments', csv('departments.csv', file));
  await expect(page.getByText('2 departments will be created.')).toBeVisible();
  await importButton(page).click();
  await expect(page.getByText('Departments imported successfully!')).toBeVisible();

  await choose(page, 'departments', csv('departments.csv', file));
  await expect(page.getByText('Nothing to change: 2 departments are as the file says.')).toBeVisible();
  await expect(importButton(page)).toHaveCount(0);
  await expectNoAxeViolations(page);

  await choose(page, 'departments', csv('departments.csv', file.replace('FL', 'FLA')));
  await expect(
    page.getByText('0 departments will be created, 1 will be changed, 1 stays as it is.'),
  ).toBeVisible();
  await importButton(page).click();
  await expect(page.getByText('Departments imported successfully!')).toBeVisible();
  const { body } = await api.get<Row[]>('/departments?q=File&sort=name');
  expect(body.data.map((row) => [row['name'], row['abbreviation']])).toEqual([
    ['File Lasers', 'FLA'],
    ['File Optics', 'FO'],
  ]);
});

test('a workbook is imported by the sheet that is chosen, and what its empty cells clear is shown first', async ({
  page,
  api,
}) => {
  await api.post('/departments', { name: 'Folio Optics', abbreviation: 'BO' });
  const sheets = [
    { name: 'Read Me', rows: [['Written By'], ['Maya Okafor']] },
    {
      name: 'Units',
      rows: [
        ['Name', 'Abbreviation'],
        ['Folio Optics', null],
        ['Folio Lasers', 'BL'],
      ],
    },
  ];
  const buffer = Buffer.from(await writtenWorkbook(sheets));
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await choose(page, 'departments', { name: 'units.xlsx', mimeType, buffer });
  const dialog = page.getByRole('dialog', { name: 'Import Departments from CSV or XLSX' });
  await expect(dialog.getByText('Some headings of the file are not clear.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Sheet' }).click();
  await page.getByRole('option', { name: 'Units' }).click();
  await expect(
    dialog.getByText('1 department will be created, 0 will be changed, 1 stays as it is.'),
  ).toBeVisible();
  await expect(dialog.getByText('1 empty cell of the file is about a department')).toBeVisible();
  await dialog.getByText('Clear the values').click();
  await expect(
    dialog.getByText('1 department will be created, 1 will be changed, 0 stay as they are.'),
  ).toBeVisible();
  await expect(
    dialog.getByRole('region', { name: 'Values that are cleared' }).getByRole('row').last(),
  ).toHaveText(/2\s*Folio Optics\s*Abbreviation\s*BO/);
  await expectNoAxeViolations(page);
  await importButton(page).click();
  await expect(page.getByText('Departments imported successfully!')).toBeVisible();
  const { body } = await api.get<Row[]>('/departments?q=Folio&sort=name');
  expect(body.data.map((row) => [row['name'], row['abbreviation']])).toEqual([
    ['Folio Lasers', 'BL'],
    ['Folio Optics', null],
  ]);
});

test('who says that a file only adds is refused what exists', async ({ page, api }) => {
  await api.post('/departments', { name: 'Only Once', abbreviation: 'OO' });
  await page.goto('/auth/view/departments');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const change = page.getByRole('checkbox', { name: 'Also change the departments that exist already' });
  await change.check();
  await change.uncheck();
  await page.locator('input[type=file]').setInputFiles(csv('once.csv', 'name,abbreviation\nOnly Once,XX\n'));
  await expect(page.getByText(/1 problem in 1 row\./)).toBeVisible();
});

test('days that may be two are asked for once for the whole file', async ({ page, api }) => {
  const head = 'identifier,cloud_contact_email,business_unit_name,department_name,active_at\n';
  const row = 'TWODAYS-1,amelia.hart@example.com,Gaming,Finance,03/04/2026\n';
  await choose(page, 'cost_centers', csv('days.csv', head + row));
  await expect(
    page.getByText('active_at: 03/04/2026 may be two days. Choose which comes first.'),
  ).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  await page.getByText('Day first', { exact: true }).click();
  await expect(page.getByText('active_at: 03/04/2026 is read as 03-Apr-2026.')).toBeVisible();
  await expectNoAxeViolations(page);
  await importButton(page).click();
  await expect(page.getByText('Cost centers imported successfully!')).toBeVisible();
  const { body } = await api.get<Row[]>('/cost_centers?by_identifier=TWODAYS-1');
  expect(body.data.map((one) => one['active_at'])).toEqual(['2026-04-03']);
});
