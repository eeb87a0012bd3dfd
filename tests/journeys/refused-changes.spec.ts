import { costCenters } from '#resources/cost-centers.ts';
import { button, openTable, table } from '#tests/support/cost-center-table.ts';
import { expect, searchChoices, test } from '#tests/support/journey.ts';

const CIRCLE = 'would lead back to this Cost Center, directly or through others.';

test(
  'a form says that a replacement would lead back, keeps what was typed, and has the focus there',
  {
    tag: '@core',
  },
  async ({ page, factory, api }) => {
    const last = await factory.create(costCenters, { identifier: 'CIRCLE-LAST' });
    const middle = await factory.create(costCenters, {
      identifier: 'CIRCLE-MID',
      new_cost_center_id: last.id,
    });
    await factory.create(costCenters, { identifier: 'CIRCLE-FIRST', new_cost_center_id: middle.id });
    await page.goto(`/auth/edit/cost_centers/${last.id}`);
    await page.getByLabel('Add Replacement Cost Center').check();
    const replacement = page.getByRole('combobox', { name: 'Replacement Cost Center' });
    await searchChoices(replacement, 'CIRCLE-FIRST');
    await page.getByRole('option', { name: 'CIRCLE-FIRST' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(CIRCLE).first()).toBeVisible();
    await expect(replacement).toHaveValue('CIRCLE-FIRST');
    await expect(replacement).toBeFocused();
    expect((await api.get(`/cost_centers/${last.id}`)).body.data['new_cost_center_id']).toBeNull();
  },
);

test('a table says that a replacement would lead back, and keeps what was typed', async ({
  page,
  factory,
  api,
}) => {
  const last = await factory.create(costCenters, { identifier: 'RING-LAST' });
  await factory.create(costCenters, { identifier: 'RING-FIRST', new_cost_center_id: last.id });
  await openTable(page, '?by_identifier=RING-');
  await button(page, 'Edit RING-LAST').click();
  const replacement = table(page).getByRole('combobox', { name: 'Replacement Cost Center' });
  await searchChoices(replacement, 'RING-FIRST');
  await page.getByRole('option', { name: 'RING-FIRST' }).click();
  await button(page, 'Save RING-LAST').click();
  await expect(page.getByText(CIRCLE).first()).toBeVisible();
  await expect(replacement).toBeFocused();
  await expect(replacement).toHaveValue('RING-FIRST');
  expect((await api.get(`/cost_centers/${last.id}`)).body.data['new_cost_center_id']).toBeNull();
});
