import { readFileSync } from 'node:fs';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';
import { zipped } from '#tests/support/zipped.ts';
import { visit } from '#tests/support/visit.ts';

test("SAP's extract is sent with an address, worked through in the background, and its result is mailed", async ({
  page,
  api,
}) => {
  const { body } = await api.get<{ code: string }[]>('/companies?page=1&per_page=1');
  const code = body.data[0]?.code ?? '';
  await page.goto('/auth/view/sap_cost_centers?by_identifier=SAPJ');
  await expect(page.getByRole('heading', { name: 'SAP Cost Centers Table' })).toBeVisible();
  await page.getByRole('button', { name: 'Upload New Cost Centers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload New Cost Centers' });
  await expect(dialog.getByLabel('Email')).toHaveValue(/^maya\.okafor@/);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Please select a file first.')).toBeVisible();
  const chooser = dialog.getByLabel('Zipped CSV file');
  await expect(chooser).toHaveAttribute('accept', /\.zip/);
  await chooser.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('identifier\n') });
  await expect(dialog.getByText('Only .zip files are accepted.')).toBeVisible();

  const zip = (buffer: Buffer) => ({ name: 'sap.csv.zip', mimeType: 'application/zip', buffer });
  await chooser.setInputFiles(zip(await zipped({ 'notes.txt': 'x' })));
  await dialog.getByRole('button', { name: 'Submit' }).click();
  const failure = dialog.getByRole('alert');
  await expect(failure).toContainText('There was an issue uploading your file, please ensure that the data');
  await expect(failure).toContainText('The archive holds no CSV file.');
  await expectUsableByEverybody(page);

  const rows = ['identifier,company_code', `SAPJ-1,${code}`, 'SAPJ-2,no such company'];
  await chooser.setInputFiles(zip(await zipped({ 'sap.csv': rows.join('\n') })));
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('The updated cost centers will be emailed to you!')).toBeVisible();
  await expect(dialog).toBeHidden();
  const followed = page.getByRole('region', { name: 'Your background work' });
  await expect(followed).toContainText('Upload of SAP Cost Centers');
  await expect(followed.getByText('Done', { exact: true })).toBeVisible();
  // The list behind it has what came of it, without a reload.
  await expect(page.getByRole('grid').getByText('SAPJ-1')).toBeVisible();

  // It stays until its person has read what was refused.
  await expect(followed).toContainText('Rows refused: 1');
  await expect(followed.getByRole('list', { name: /^What was refused/ })).toContainText('no such company');
  await visit(page, '/auth/jobs');
  const entry = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').first();
  await expect(entry).toContainText('Rows added: 1');
  await expect(entry.getByRole('list', { name: /^What was refused/ })).toContainText('Row 3, company_code');
  await expectUsableByEverybody(page);
  const saved = page.waitForEvent('download');
  await entry.getByRole('button', { name: /^refused-rows\.csv/ }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain('no such company');

  await visit(page, '/auth/outbox');
  await page.getByText('SAP cost centers: what came of your upload').first().click();
  const mail = page.getByRole('dialog');
  await expect(mail).toContainText('Rows added: 1');
  await expect(mail).toContainText('Rows refused: 1');
  await expect(mail).toContainText('no such company');
  await expect(mail.getByRole('button', { name: /^refused-rows\.csv/ })).toBeVisible();
  await visit(page, '/auth/view/sap_cost_centers?by_identifier=SAPJ');
  await expect(page.getByRole('grid').getByText('SAPJ-1')).toBeVisible();
});
