import { costCenter } from '#tests/support/cost-center-table.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

test('the field to change is found by a few letters and Enter, and what was chosen stays without a choice', async ({
  page,
  api,
}) => {
  const { id, identifier } = await costCenter(api);
  await page.goto(`/auth/view/cost_centers?by_id=${id}`);
  await untilLoaded(page);
  await page.getByRole('checkbox', { name: `Select ${String(identifier)}` }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Field' });
  await expect(field).toBeFocused();
  const before = await field.inputValue();
  await page.keyboard.type('busin');
  await expect(page.getByRole('option')).toHaveText(['Business Unit']);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Business Unit');
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Business Unit' })).toBeVisible();

  // Typing replaces what is chosen, and closing brings it back; the dialog stays open.
  await field.focus();
  await page.keyboard.type('no such field');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('no such field');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('Business Unit');

  // Enter opens all of them, as it does in a list that takes no letters.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: before, exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Business Unit', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectUsableByEverybody(page);
});
