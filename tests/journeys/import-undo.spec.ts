import type { Page } from '@playwright/test';
import type { Row } from '#tests/support/api.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

async function importDepartments(page: Page, text: string) {
  await page.goto('/auth/view/departments');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const file = { name: 'departments.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Departments imported successfully!')).toBeVisible();
}

test('an import is taken back at once, and a later one from the activity but for what was changed since', async ({
  page,
  api,
}) => {
  const named = async (prefix: string) =>
    (await api.get<Row[]>(`/departments?by_name=${prefix}&sort=name`)).body.data;
  const shown = async (prefix: string) =>
    (await named(prefix)).map((row) => [row['name'], row['abbreviation']]);
  await api.post('/departments', { name: 'Undone Optics', abbreviation: 'UO' });
  await importDepartments(page, 'name,abbreviation\nUndone Optics,NEW\nUndone Lasers,UL\n');
  expect(await shown('Undone')).toHaveLength(2);
  await page.getByRole('button', { name: 'Undo import (2)' }).click();
  await expect(
    page.getByText('1 department has been deleted and 1 department has been changed back!'),
  ).toBeVisible();
  expect(await shown('Undone')).toEqual([['Undone Optics', 'UO']]);

  // Seven, which no other journey imports: the activity is everybody's.
  const lasers = [1, 2, 3, 4, 5, 6].map((at) => `Revoked Lasers ${at},LL${at}\n`);
  await importDepartments(page, `name,abbreviation\nRevoked Optics,LO\n${lasers.join('')}`);
  const optics = (await named('Revoked Optics'))[0];
  await api.put(`/departments/${optics?.id}`, { abbreviation: 'MINE', lock_version: 1 });
  await page.goto('/auth/activity?by_model=departments&by_action=import');
  const again = page.getByRole('button', { name: 'Undo import (7)' });
  await again.click();
  const dialog = page.getByRole('dialog', { name: 'Undo import' });
  await expect(dialog.getByText('6 departments will be deleted. Are you sure?')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'What stays as it is' })).toContainText(
    'Department Revoked Optics',
  );
  await expectUsableByEverybody(page);
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('6 departments have been deleted!')).toBeVisible();
  expect(await shown('Revoked')).toEqual([['Revoked Optics', 'MINE']]);

  // Nothing of it is left that could be taken back, so it is not offered any more.
  await expect(again).toHaveCount(0);
});
