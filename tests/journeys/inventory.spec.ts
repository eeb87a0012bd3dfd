import { readFile } from 'node:fs/promises';
import { expect, expectNoAxeViolations, test } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

test('cloud parents are looked at, and downloaded all at once, those in use, and those that are not', async ({
  page,
}) => {
  await page.goto('/auth/view/cloud_parents');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  for (const name of [/^Add New/, /^Edit/]) await expect(page.getByRole('button', { name })).toHaveCount(0);
  const states = async (button: string) => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: button, exact: true }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^cloudParents_.*\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1);
    return [...new Set(lines.map((line) => line.split(',')[0]))].toSorted();
  };
  expect(await states('Download CSV')).toEqual(['No', 'Yes']);
  expect(await states('Download Active CSV')).toEqual(['No']);
  expect(await states('Download Terminated CSV')).toEqual(['Yes']);
  await visit(page, '/auth/crud/cloud_parents');
  await expect(page.getByText('Not Found - 404')).toBeVisible();
});

test('a name that nobody knows is flagged in the list, and a known one leads to its record', async ({
  page,
}) => {
  await page.goto('/auth/view/cloud_parents?by_cost_center_unknown=true');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  const row = page.locator('tr[data-row]').first();
  await expect(row.locator('td[data-col=cost_center]')).toHaveAttribute(
    'data-reason',
    'No such cost center.',
  );
  await expectNoAxeViolations(page);
  await row
    .getByRole('link', { name: /@example\.com$|^(Gaming|Lottery|Digital)/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Used by' })).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Cloud Parents' }),
  ).toBeVisible();
});
