import { registry } from '#resources/registry.ts';
import { expect, test, untilLoaded } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

/** The forms that are specified: their headings, and what they ask for in this order. */
const FORMS = {
  cost_centers: {
    add: 'Add New Cost Center',
    edit: 'Edit Cost Center',
    asks: ['identifier', 'company_code', 'companies_id', 'cloud_contact_id', 'business_units_id'],
    confirms: true,
  },
  companies: {
    add: 'Add New company',
    edit: 'Edit Company',
    asks: ['code', 'country', 'aws_gl', 'gcp_gl', 'azure_gl', 'gl_type', 'riOrReno'],
    confirms: true,
  },
  departments: {
    add: 'Add New department',
    edit: 'Edit Department',
    asks: ['name', 'abbreviation'],
    confirms: true,
  },
  business_units: {
    add: 'Add New business unit',
    edit: 'Edit Business Unit',
    asks: ['name', 'abbreviation'],
    confirms: true,
  },
  members: {
    add: 'Add New Member',
    edit: 'Edit Member',
    asks: ['name', 'email', 'departments_id', 'other_department', 'business_units_id', 'team', 'blacklist'],
    confirms: false,
  },
  faqs: { add: 'Add New FAQ', edit: 'Edit FAQ', asks: ['question', 'answer', 'category'], confirms: false },
  github_organization_apps: {
    add: 'Add New GitHub Org Application',
    edit: 'Edit GitHub Org Application',
    asks: ['name', 'description', 'app_id', 'client_id', 'private_key', 'cost_centers_id'],
    confirms: false,
  },
  cost_center_networks: {
    add: 'Add New Cost Center Network',
    edit: 'Edit Cost Center Network',
    asks: ['identifier', 'wbs', 'cost_center_id', 'new_network_id', 'active_at', 'expired_at'],
    confirms: false,
  },
  project_ids: {
    add: 'Add New Project ID',
    edit: 'Edit Project ID',
    asks: ['identifier', 'cost_center_network_id', 'sap_project_name', 'ppm_project_name', 'active_at'],
    confirms: false,
  },
} as const;

const asked = '[data-field]';

for (const [model, { add, edit, asks, confirms }] of Object.entries(FORMS)) {
  test(`${model} are added and edited with the forms that are specified`, async ({ page, factory }) => {
    const namesOf = () =>
      page.locator(asked).evaluateAll((inputs) => inputs.map((input) => input.getAttribute('data-field')));
    await page.goto(`/auth/create/${model}`);
    await expect(page.getByRole('heading', { level: 1, name: add })).toBeVisible();
    const form = page.getByRole('form', { name: add });
    await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
    await untilLoaded(page);
    await expect.poll(async () => (await namesOf()).slice(0, asks.length)).toEqual(asks);

    const { id } = await factory.create(registry.get(model));
    await visit(page, `/auth/edit/${model}/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: edit })).toBeVisible();
    await untilLoaded(page);
    const [first] = asks;
    const input = page.locator(`[data-field=${first}]`);
    await input.fill(`${await input.inputValue()} edited`);
    await page.getByRole('button', { name: 'Submit' }).click();
    if (confirms) {
      const dialog = page.getByRole('dialog', { name: edit });
      await expect(dialog).toContainText('edited');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
    }
    await expect(page.getByText(registry.get(model).messages.updated)).toBeVisible();
  });
}

test('a company says which GL types there are', async ({ page }) => {
  await page.goto('/auth/create/companies');
  await expect(page.getByText('Cloud Services, Hardware or Other')).toBeVisible();
});

test('a new cost center begins as it is specified', async ({ page }) => {
  await page.goto('/auth/create/cost_centers');
  const form = page.getByRole('form', { name: 'Add New Cost Center' });
  await expect(form.locator('[data-field=company_code]')).toHaveValue('01');
  await expect(form.locator('[data-field=active_at]')).toHaveValue(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  await expect(form.locator('[data-field=expired_at]')).toHaveValue('');
  for (const name of ['companies_id', 'business_units_id', 'departments_id'])
    await expect(form.locator(`[data-field=${name}]`)).not.toHaveValue('');
  await expect(form.getByRole('checkbox', { name: 'Add Replacement Cost Center' })).not.toBeChecked();
  await expect(form.getByRole('checkbox', { name: 'Add Backup Cost Center (WBS Only)' })).not.toBeChecked();
});

test('the tables of GitHub and of members have the headings that are specified', async ({ page }) => {
  for (const [address, heading] of [
    ['view/github_organization_apps', 'GitHub Org Applications'],
    ['view/github_copilot_users', 'Github Copilot Table'],
    ['crud/github_copilot_users', 'Github Copilot Users'],
    ['view/members', 'Members Table'],
  ]) {
    await visit(page, `/auth/${address}`);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  }
});
