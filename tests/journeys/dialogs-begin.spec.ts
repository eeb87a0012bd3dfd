import { expect, test } from '#tests/support/journey.ts';
import { costCenter } from '#tests/support/cost-center-table.ts';

test('a form in a dialog begins at its first field, and its answers stay in sight on a low telephone', async ({
  page,
  api,
}) => {
  const { identifier } = await costCenter(api);
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto(`/auth/crud/cost_centers?by_identifier=${String(identifier)}`);
  await page.getByRole('button', { name: `Copy ${String(identifier)}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy Cost Center' });
  const [save, first] = [
    dialog.getByRole('button', { name: 'Save' }),
    dialog.getByLabel('Identifier').first(),
  ];
  const last = dialog.getByRole('combobox', { name: 'Backup Cost Center' });
  await expect(first).toBeFocused();
  await expect(last).not.toBeInViewport();
  await expect(save).toBeInViewport({ ratio: 1 });
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(save).toBeInViewport({ ratio: 1 });
  // The field that has the focus is not below the buttons.
  const [field, answers] = [await last.boundingBox(), await save.boundingBox()];
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(answers?.y ?? 0);
});

test('what several records get begins at the choice of the field', async ({ page, api }) => {
  const { identifier } = await costCenter(api);
  await page.goto(`/auth/view/cost_centers?by_identifier=${String(identifier)}`);
  await page.getByRole('checkbox', { name: new RegExp(String(identifier)) }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Field' })).toBeFocused();
});

test('formatted text of a row is typed at once where its dialog opens', async ({ page }) => {
  await page.goto('/auth/crud/faqs');
  const grid = page.getByRole('grid').or(page.getByRole('table'));
  await grid
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await page.getByRole('button', { name: /^Edit Answer: / }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Answer' })).toBeFocused();
});
