import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { writeXlsx } from 'hucre';
import { test } from '#tests/support/doors/journey.ts';
import { expect, expectUsableByEverybody } from '#tests/support/journey.ts';

const csv = (...rows: string[]) => ({
  name: 'surveys.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Account,Environment,Expected', ...rows].join('\r\n')),
});

async function openUpload(page: Page) {
  await page.goto('/auth/view/surveys');
  await page.getByRole('button', { name: 'Upload Surveys' }).click();
  return page.getByRole('dialog');
}

test('an upload shows first what it would do, then what it did, list by list', async ({ page, planted }) => {
  await planted.api.post('/surveys', {
    account: 'Known',
    environment: 'production',
    expected: 'production',
  });
  const dialog = await openUpload(page);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download an empty template' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toBe('\ufeffAccount,Environment,Expected\r\n');

  await dialog
    .getByLabel('Survey file')
    .setInputFiles(csv('known,development,production', '" ",,', 'New one,production,production'));
  await expect(dialog.getByText('Nothing has been changed yet.')).toBeVisible();
  await expect(dialog.getByText('1 empty row is left out.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Added surveys' }).getByRole('listitem')).toHaveText(
    'New one',
  );
  await expect(dialog.getByRole('region', { name: 'Changed surveys' }).getByRole('listitem')).toHaveText(
    'Known',
  );
  await expectUsableByEverybody(page);
  expect((await planted.api.get<unknown[]>('/surveys?by_account=New one')).body.meta.total).toBe(0);

  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Upload Results' })).toBeVisible();
  await expect(page.getByText('The surveys have been uploaded!')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('grid', { name: 'Surveys' }).getByText('New one')).toBeVisible();

  const again = await openUpload(page);
  const rows = [
    ['Account', 'Environment', 'Expected'],
    ['Third', 'production', 'production'],
  ];
  const content = await writeXlsx({ sheets: [{ name: 'Sheet1', rows }] });
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await again
    .getByLabel('Survey file')
    .setInputFiles({ name: 'surveys.xlsx', mimeType, buffer: Buffer.from(content) });
  await expect(again.getByText('No changed surveys')).toBeVisible();
});

test('what is wrong is named by row and column, and nothing is taken over', async ({ page }) => {
  const dialog = await openUpload(page);
  const chooser = dialog.getByLabel('Survey file');
  await chooser.setInputFiles(csv('Wrong,somewhere,production'));
  await expect(dialog.getByText('1 cell is wrong.', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: 'Environment' }).last()).toContainText('2');
  await expect(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
  await expectUsableByEverybody(page);
  await dialog.getByRole('button', { name: 'Choose another file' }).click();

  await chooser.setInputFiles({
    name: 'surveys.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 0]),
  });
  await expect(dialog.getByText('The surveys could not be uploaded.')).toBeVisible();
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(dialog.getByText('Only .csv and .xlsx files are accepted.')).toBeVisible();
});
