import type { Page } from '@playwright/test';
import { registry } from '#resources/registry.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';
import { pasteInto } from '#tests/support/paste-into.ts';

const grid = (page: Page, name = 'Departments') => page.getByRole('grid', { name, exact: true });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const names = (page: Page) => grid(page).locator('tbody [data-col=name]');

test(
  'several records are changed and deleted at once, with one question and one undo',
  { tag: '@core' },
  async ({ page, api }) => {
    for (const at of [1, 2, 3, 4]) await api.post('/departments', { name: `Chosen ${at}` });
    await page.goto('/auth/view/departments?by_name=Chosen&sort=name');
    await expect(names(page)).toHaveText(['Chosen 1', 'Chosen 2', 'Chosen 3', 'Chosen 4']);

    await box(page, 'Chosen 1').click();
    await box(page, 'Chosen 3').click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected' });
    await expect(bar.getByText('3 selected')).toBeVisible();
    // The keyboard chooses too: Space at any cell of a row.
    await names(page).nth(3).focus();
    await page.keyboard.press('Space');
    await expect(bar.getByText('4 selected')).toBeVisible();
    await page.keyboard.press('Space');
    await expect(bar.getByText('3 selected')).toBeVisible();
    await expectUsableByEverybody(page);

    await bar.getByRole('button', { name: 'Delete selected' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 3 Departments' });
    await expect(question.getByRole('listitem')).toHaveText(['Chosen 1', 'Chosen 2', 'Chosen 3']);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(names(page)).toHaveText(['Chosen 4']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(names(page)).toHaveText(['Chosen 1', 'Chosen 2', 'Chosen 3', 'Chosen 4']);

    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
    await expect(bar.getByText('4 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await expect(bar).toHaveCount(0);
  },
);

test('what is chosen stays chosen in the table, and on the way back to the list', async ({ page, api }) => {
  for (const at of [1, 2, 3]) await api.post('/departments', { name: `Stays ${at}` });
  await page.goto('/auth/view/departments?by_name=Stays&sort=name');
  await box(page, 'Stays 1').click();
  await box(page, 'Stays 3').click();
  const both = page.getByRole('group', { name: 'Departments: list or table' });
  await both.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: 'Edit Stays 1' })).toBeVisible();
  await expect(box(page, 'Stays 3')).toBeChecked();
  await box(page, 'Stays 3').click();
  await page.goBack();
  const bar = page.getByRole('region', { name: 'Selected' });
  await expect(bar.getByText('1 selected')).toBeVisible();
  await expect(box(page, 'Stays 1')).toBeChecked();
  await page.getByRole('link', { name: 'Stays 2' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Stays 2' })).toBeVisible();
  await page.goBack();
  await expect(box(page, 'Stays 1')).toBeChecked();
  await page.getByRole('button', { name: 'Remove the filter Name' }).click();
  await expect(bar).toHaveCount(0);
});

test('the boxes and the columns stay where they are while a row is edited', async ({ page, api }) => {
  for (const at of [1, 2]) await api.post('/departments', { name: `Standing ${at}` });
  await page.goto('/auth/crud/departments?by_name=Standing&sort=name');
  await expect(names(page)).toHaveText(['Standing 1', 'Standing 2']);
  const leftOf = async () =>
    (await grid(page).getByRole('columnheader', { name: 'Name' }).boundingBox())?.x ?? Number.NaN;
  const before = await leftOf();
  await box(page, 'Standing 2').click();
  await page.getByRole('button', { name: 'Edit Standing 1' }).click();
  await expect(page.getByRole('button', { name: 'Save Standing 1' })).toBeVisible();
  expect(await leftOf()).toBe(before);
  await expect(box(page, 'Standing 2')).toBeChecked();
  await expect(box(page, 'Standing 2')).toBeDisabled();
  await expectUsableByEverybody(page);
  await page.getByRole('button', { name: 'Cancel Standing 1' }).click();
  await expect(box(page, 'Standing 2')).toBeEnabled();
  expect(await leftOf()).toBe(before);
});

test('one field of several records gets one value; what refuses is named, and nothing is changed', async ({
  page,
  api,
  factory,
}) => {
  const all = await Promise.all([1, 2].map(async () => factory.create(registry.get('cost_centers'))));
  const [first, second] = all.map((row) => String(row['identifier']));
  expect(second).toBeDefined();
  await page.goto(`/auth/view/cost_centers?sort=-id&per_page=10`);
  await box(page, first ?? '').click();
  await box(page, second ?? '').click();
  await api.put(`/cost_centers/${all[0]?.id}`, { expired_at: '2031-01-01' });

  const edit = async (day: string) => {
    await page.getByRole('button', { name: 'Edit selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 Cost Centers' });
    await dialog.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Expired At' }).click();
    await dialog.getByRole('combobox', { name: 'Expired At' }).fill(day);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByText('Expired At: 2 change')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    return dialog;
  };
  const dialog = await edit('29-Mar-2030');
  await expect(dialog.getByText('1 of 2 Cost Centers could not be changed, so none was.')).toBeVisible();
  await expect(dialog.getByText(/was changed by Maya Okafor/)).toBeVisible();
  await expectUsableByEverybody(page);
  const { body } = await api.get(`/cost_centers/${all[1]?.id}`);
  expect(body.data['expired_at']).not.toBe('2030-03-29');
  // The person has seen who changed it; another try stands on that.
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('2 cost centers have been updated!')).toBeVisible();
  const of = async (at: number) => (await api.get(`/cost_centers/${all[at]?.id}`)).body.data['expired_at'];
  expect([await of(0), await of(1)]).toEqual(['2030-03-29', '2030-03-29']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The changes have been undone!')).toBeVisible();
  expect(await of(0)).toBe('2031-01-01');
});

test('a list is sorted by several columns, and shows the columns that were chosen, also after a reload', async ({
  page,
}) => {
  await page.goto('/auth/view/cost_centers');
  const head = (name: string) => grid(page, 'Cost Centers').getByRole('columnheader', { name });
  await head('Approved').getByRole('button').click();
  await expect(page).toHaveURL(/sort=approved/);
  await head('Expired At').getByRole('button').focus();
  await page.keyboard.press('Shift+Enter');
  await expect(page).toHaveURL(/sort=approved(,|%2C)expired_at/);
  await expect(head('Approved')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head('Expired At')).toContainText('sorted ascending, in place 2');
  await page.goBack();
  await expect(page).toHaveURL(/sort=approved$/);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Approved' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Backup Cost Center' }).click();
  await expectUsableByEverybody(page);
  await page.keyboard.press('Escape');
  await expect(head('Approved')).toHaveCount(0);
  await page.reload();
  await expect(head('Backup Cost Center')).toBeVisible();
  await expect(head('Approved')).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Show the usual columns' }).click();
  await expect(head('Approved')).toBeVisible();
});

test('a range of a spreadsheet becomes as many new rows; what is wrong is marked, and what fails stays', async ({
  page,
  api,
}) => {
  const unit = 'Pasted unit';
  await api.post('/business_units', { name: unit });
  await page.goto('/auth/crud/departments?by_name=Pasted');
  await page.getByRole('button', { name: 'Add a Row' }).click();
  await pasteInto(
    page.getByRole('grid', { name: 'New Department' }).getByRole('textbox').first(),
    'Name\nPasted one\nPasted two\nPasted three\n',
  );
  const pasted = page.getByRole('grid', { name: 'Pasted Departments' });
  await expect(pasted.locator('tbody tr')).toHaveCount(3);
  await expectUsableByEverybody(page);
  await api.post('/departments', { name: 'Pasted two' });
  await page.getByRole('button', { name: 'Save 3 departments' }).click();
  await expect(pasted.locator('[data-tone=bad]').first()).toBeVisible();
  await expect(grid(page).getByText('Pasted one')).toBeVisible();
  await expect(pasted.getByText('Pasted one')).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(pasted).toHaveCount(0);
});

for (const { where, remove } of [
  {
    where: 'view',
    remove: async (page: Page, name: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    },
  },
  {
    where: 'crud',
    remove: async (page: Page, name: string) => {
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    },
  },
])
  test(`a record that is deleted by itself is chosen no longer, and the others can be deleted at once, in ${where}`, async ({
    page,
    api,
  }) => {
    const mark = `Alone in ${where}`;
    for (const at of [1, 2, 3]) await api.post('/departments', { name: `${mark} ${at}` });
    await page.goto(`/auth/${where}/departments?by_name=${mark}&sort=name`);
    for (const at of [1, 2, 3]) await box(page, `${mark} ${at}`).click();
    const bar = page.getByRole('region', { name: 'Selected' });
    await expect(bar.getByText('3 selected')).toBeVisible();
    await remove(page, `${mark} 1`);
    await expect(names(page)).toHaveText([`${mark} 2`, `${mark} 3`]);
    await expect(bar.getByText('2 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Delete selected' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 Departments' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(names(page)).toHaveCount(0);
    await expect(bar).toHaveCount(0);
  });
