import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { writeXlsx } from 'hucre';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const BUTTON = 'Upload New Network/Project IDs';

async function workbook(name: string, rows: string[][]) {
  const content = await writeXlsx({ sheets: [{ name: 'Sheet1', rows }] });
  return { name, mimeType: XLSX, buffer: Buffer.from(content) };
}

async function openUpload(page: Page, model: string): Promise<Locator> {
  await page.goto(`/auth/view/${model}`);
  await page.getByRole('button', { name: BUTTON }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: BUTTON })).toBeVisible();
  return dialog;
}

const list = (dialog: Locator, name: string) => dialog.getByRole('region', { name }).getByRole('listitem');

test('a workbook of networks shows its plan, is taken over by Submit, and its five lists say what was done', async ({
  page,
  api,
}) => {
  await api.post('/cost_center_networks', { identifier: 'UPJ-KNOWN', wbs: 'old' });
  const dialog = await openUpload(page, 'cost_center_networks');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download an empty template' }).click();
  const template = readFileSync(await (await saved).path(), 'utf8');
  expect(template).toContain('Cost Center,Company Code,');
  expect(template).toContain(',Network,WBS,Replacement Network,');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Please select a file first.')).toBeVisible();

  const rows = [
    ['Network', 'WBS', 'Project ID', 'SAP Project Name'],
    ['UPJ-KNOWN', 'UPJ/01', '', ''],
    ['UPJ-NEW', '', 'UPJ-P1', 'Harbour'],
  ];
  const chooser = dialog.getByLabel('Network and project file');
  await chooser.setInputFiles(await workbook('networks.xlsx', rows));
  await expect(dialog.getByText('Nothing has been changed yet.')).toBeVisible();
  await expect(list(dialog, 'Networks Updated')).toHaveText('UPJ-KNOWN');
  await expectUsableByEverybody(page);

  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByRole('heading', { name: 'Upload Results' })).toBeVisible();
  await expect(dialog.getByText('No Cost Centers Added')).toBeVisible();
  await expect(list(dialog, 'Networks Added')).toHaveText('UPJ-NEW');
  await expect(list(dialog, 'Project IDs Added')).toHaveText('UPJ-P1');
  await expect(list(dialog, 'Networks Updated')).toHaveText('UPJ-KNOWN');
  await expect(dialog.getByText('No Project IDs Updated')).toBeVisible();
  await expect(page.getByText('Your new data has been submitted!')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('grid').getByText('UPJ-NEW')).toBeVisible();
});

test('a wrong file says in the specified words why nothing of it was taken over, and leaves its person a way on', async ({
  page,
}) => {
  const dialog = await openUpload(page, 'project_ids');
  const chooser = dialog.getByLabel('Network and project file');
  await chooser.setInputFiles(
    await workbook('wrong.xlsx', [
      ['Project ID', 'End Date'],
      ['UPJ-WRONG', 'soon'],
    ]),
  );
  const failed = 'There was a problem uploading the file. Please try again. Error message: ';
  await expect(dialog.getByRole('alert')).toContainText(`${failed}Nothing of wrong.xlsx can be taken over`);
  await expect(dialog.getByRole('row').filter({ hasText: 'End Date' }).last()).toContainText('2');
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await expectUsableByEverybody(page);
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await chooser.setInputFiles({
    name: 'no.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 0]),
  });
  await expect(dialog.getByRole('alert')).toContainText(`${failed}The archive is damaged.`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('a file that is large is worked through in the background, and its dialog shows the same result', async ({
  page,
}) => {
  const dialog = await openUpload(page, 'cost_center_networks');
  const rows = Array.from({ length: 25_001 }, (_, at) => `UPJ-L${at}`);
  await dialog.getByLabel('Network and project file').setInputFiles({
    name: 'large.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Network', ...rows].join('\n')),
  });
  await expect(dialog.getByText('in the background', { exact: false })).toBeVisible();
  await expect(dialog.getByText('Nothing has been changed yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByRole('heading', { name: 'Upload Results' })).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Networks Added' })).toContainText('and 24,801 more');
});
