import { costCenters } from '#resources/cost-centers.ts';
import { registry } from '#resources/registry.ts';
import { button } from '#tests/support/cost-center-table.ts';
import { expect, test } from '#tests/support/journey.ts';

const DUPLICATE = 'Duplicate identifier found. Please enter a unique identifier!';

/** What is said of a record of an editable table. */
const outcomes = [
  {
    model: 'cost_center_networks',
    singular: 'Cost Center Network',
    notAdded: 'There was a problem adding this Network ID record. Please try again.',
    added: 'Successfully added a new Network ID!',
    notUpdated: 'There was a problem updating this network id record. Please try again.',
    deleted: 'The network id has been deleted!',
  },
  {
    model: 'project_ids',
    singular: 'Project ID',
    notAdded: 'There was a problem adding this Project ID record. Please try again.',
    added: 'Successfully added a new Project ID!',
    notUpdated: 'There was a problem updating this Project Id record. Please try again.',
    deleted: 'The project id id has been deleted!',
  },
];

for (const { model, singular, notAdded, added, notUpdated, deleted } of outcomes)
  test(
    `what becomes of a row of ${model} is said in the specified words`,
    { tag: '@core' },
    async ({ page, factory }) => {
      const [taken, mine] = [`WORDS-${model}-1`, `WORDS-${model}-2`];
      await factory.create(registry.get(model), { identifier: taken });
      await page.goto(`/auth/crud/${model}?by_identifier=WORDS-`);
      await page.getByRole('button', { name: 'Add a Row' }).click();
      const save = page.getByRole('button', { name: /^Save the new / });
      const identifier = page
        .getByRole('grid', { name: `New ${singular}` })
        .getByRole('textbox', { name: 'Identifier', exact: true });
      await save.click();
      await expect(page.getByText(notAdded)).toBeVisible();
      await identifier.fill(taken);
      await save.click();
      await expect(page.getByText(DUPLICATE).first()).toBeVisible();
      await identifier.fill(mine);
      await save.click();
      await expect(page.getByText(added)).toBeVisible();

      await button(page, `Edit ${mine}`).click();
      await page.locator('[data-edited]').getByRole('textbox', { name: 'Identifier', exact: true }).fill('');
      await page.keyboard.press('Enter');
      await expect(page.getByText(notUpdated)).toBeVisible();
      await button(page, `Cancel ${mine}`).click();
      await page
        .getByRole('alertdialog', { name: 'Sure to cancel?' })
        .getByRole('button', { name: 'Yes' })
        .click();
      await button(page, `Delete ${mine}`).click();
      await page
        .getByRole('alertdialog', { name: 'Sure to delete?' })
        .getByRole('button', { name: 'Yes' })
        .click();
      await expect(page.getByText(deleted)).toBeVisible();
    },
  );

test('a copy of a cost center and a business unit that fail say so in the specified words', async ({
  page,
  factory,
}) => {
  await factory.create(costCenters, { identifier: 'WORDS-COPY' });
  await page.goto('/auth/crud/cost_centers?by_identifier=WORDS-COPY');
  await button(page, 'Copy WORDS-COPY').click();
  const copy = page.getByRole('dialog', { name: 'Copy Cost Center' });
  await expect(copy.getByRole('textbox', { name: 'Identifier' })).toHaveValue('');
  await copy.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByText('There was a problem copying this cost center record. Please try again.'),
  ).toBeVisible();

  await page.route('**/api/business_units', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/auth/create/business_units');
  await page.getByRole('textbox', { name: 'Name' }).fill('WORDS');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByText('There was a problem submitting this business unit. Please try again.'),
  ).toBeVisible();
});

test('an approval that cannot be changed and an export that is refused say so in the specified words', async ({
  page,
}) => {
  await page.route('**/api/microsoft_approvals/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.goto('/auth/view/microsoft_approvals');
  const grid = page.getByRole('grid', { name: 'Microsoft Approvals' });
  await grid.getByRole('button', { name: /^Edit/ }).first().click();
  await grid.locator('[data-edited]').getByLabel('Status').fill('Words');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('There was a problem updating this microsoft approval record. Please try again.'),
  ).toBeVisible();

  await page.route('**/api/cloud_bills/send_*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/auth/view/cloud_bills');
  await page.getByRole('button', { name: 'Export Data', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Data' });
  await dialog.getByRole('combobox', { name: 'Identifier' }).fill('1000430040');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(
    page.getByText('There was a problem submitting exporting this request. Please try again.'),
  ).toBeVisible();
});
