import { departments } from '#resources/departments.ts';
import { expect } from '#tests/support/journey.ts';
import { test } from '#tests/support/reference-journey.ts';

test('Save and Cancel lead back to the record or the list that a form was opened from', async ({
  page,
  factory,
}) => {
  const name = `Opened from ${Date.now()}`;
  const { id } = await factory.create(departments, { name });
  const heading = page.getByRole('heading', { level: 1 });
  const submit = async () => {
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  };
  await page.goto(`/auth/view/departments?q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name }).click();
  // The list, which has an Edit of its own, stands until the record is there.
  await expect(heading).toHaveText(name);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(new RegExp(`/auth/view/departments/${id}$`));

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Abbreviation').fill('BACK');
  // The way back outlives a reload.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await submit();
  await expect(page).toHaveURL(new RegExp(`/auth/view/departments/${id}$`));
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText('BACK');
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The change has been undone!')).toBeVisible();
  await expect(details).not.toContainText('BACK');

  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/view\/departments\?q=/);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(heading).toHaveText('Edit Department');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/departments\?q=/);
});

test('a form that was opened by its address leads to the list', async ({ page }) => {
  await page.goto('/auth/create/departments');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/departments$/);
});
