import type { Page } from '@playwright/test';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected' });
const LIST = '/auth/view/departments?by_name=Matching&per_page=10';

test(
  'all that match are changed in several fields after a look at what changes, downloaded and deleted, each with one undo',
  { tag: '@core' },
  async ({ page, api }) => {
    for (let at = 1; at <= 12; at++)
      await api.post('/departments', {
        name: `Matching ${at}`,
        abbreviation: at <= 3 ? 'NEW' : at <= 8 ? 'OLD' : null,
      });
    const counted = async (abbreviation: string) =>
      (await api.get(`/departments?by_name=Matching&by_abbreviation=${abbreviation}&page=1`)).body.meta.total;
    await page.goto(LIST);
    const all = page.getByRole('checkbox', { name: 'Select all rows of this page' });
    await all.click();
    await expect(bar(page).getByText('10 selected')).toBeVisible();
    await bar(page).getByRole('button', { name: 'Select all 12 that match' }).press('Enter');
    await expect(bar(page).getByText('All 12 that match are selected')).toBeVisible();
    await expectUsableByEverybody(page);

    const download = page.waitForEvent('download');
    await bar(page).getByRole('button', { name: 'Download selected' }).click();
    expect((await download).suggestedFilename()).toMatch(/^department_.*csv$/);

    await bar(page).getByRole('button', { name: 'Edit selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 12 Departments' });
    await dialog.getByRole('textbox', { name: 'Abbreviation' }).fill('NEW');
    await page.keyboard.press('Enter');
    const changes = dialog.getByRole('region', { name: 'What would change' });
    await expect(changes.getByText('Abbreviation: 9 change, 3 have it already')).toBeVisible();
    await expect(changes.getByRole('listitem')).toHaveText([/^OLD → NEW\s*5$/, /^None → NEW\s*4$/]);
    expect(await counted('NEW')).toBe(3);
    await expectUsableByEverybody(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('9 departments have been updated!')).toBeVisible();
    expect(await counted('NEW')).toBe(12);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The changes have been undone!')).toBeVisible();
    expect([await counted('NEW'), await counted('OLD')]).toEqual([3, 5]);

    await expect(bar(page)).toHaveCount(0);
    await all.click();
    await bar(page).getByRole('button', { name: 'Select all 12 that match' }).click();
    await bar(page).getByRole('button', { name: 'Delete selected' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 12 Departments' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('12 departments have been deleted!')).toBeVisible();
    await expect(page.getByText('No departments match')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('12 departments have been restored!')).toBeVisible();
    expect([await counted('NEW'), await counted('OLD')]).toEqual([3, 5]);
  },
);

test('what matches by now is told where it is otherwise, and nothing is changed; on a phone too', async ({
  page,
  api,
}) => {
  for (let at = 1; at <= 11; at++) await api.post('/departments', { name: `Matching later ${at}` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/auth/view/departments?by_name=Matching later&per_page=10');
  for (let at = 0; at < 10; at++)
    await page
      .getByRole('checkbox', { name: /^Select Matching later/ })
      .nth(at)
      .click();
  await bar(page).getByRole('button', { name: 'Select all 11 that match' }).click();
  await bar(page).getByRole('button', { name: 'Edit selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 11 Departments' });
  await dialog.getByRole('textbox', { name: 'Abbreviation' }).fill('L');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('Abbreviation: 11 change')).toBeVisible();
  await api.post('/departments', { name: 'Matching later 12' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    dialog.getByText('11 departments matched at the preview, and 12 do now. Nothing was changed.'),
  ).toBeVisible();
  const { body } = await api.get('/departments?by_name=Matching later&by_abbreviation=L&page=1');
  expect(body.meta.total).toBe(0);
});
