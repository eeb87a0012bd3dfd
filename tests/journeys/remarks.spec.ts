import { cloudContacts } from '#resources/cloud-contacts.ts';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { button, openTable, table } from '#tests/support/cost-center-table.ts';
import { expect, expectUsableByEverybody, searchChoices, test } from '#tests/support/journey.ts';

test('a form remarks a code that is not the chosen company’s, an end before the start and a terminated owner', async ({
  page,
  factory,
  api,
}) => {
  await factory.create(companies, { code: '3877' });
  const owner = await factory.create(cloudContacts, { email: 'went@example.com', terminated: true });
  const { id } = await factory.create(costCenters, { identifier: 'ODD-1', company_code: '01' });
  await page.goto(`/auth/edit/cost_centers/${id}`);
  const company = page.getByRole('combobox', { name: 'Company', exact: true });
  await searchChoices(company, '3877');
  await page.getByRole('option', { name: /^3877/ }).click();
  await expect(page.getByText('The chosen Company has 3877.')).toBeVisible();

  await page.getByRole('combobox', { name: 'Active At' }).fill('March 29, 2026');
  await page.getByRole('combobox', { name: 'Expired At' }).fill('March 28, 2026');
  await expect(page.getByText('Expired At is before Active At.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Expired At' })).toHaveAccessibleDescription(
    'Expired At is before Active At.',
  );

  await page.getByRole('combobox', { name: 'Cloud Contact Email' }).fill('went@example.com');
  await expect(page.getByText('This owner is terminated.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectUsableByEverybody(page);

  await page.getByRole('button', { name: 'Use 3877' }).click();
  await expect(page.getByLabel('Company Code')).toHaveValue('3877');
  await expect(page.getByText('The chosen Company has 3877.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your cost center has been updated!')).toBeVisible();
  expect((await api.get(`/cost_centers/${id}`)).body.data).toMatchObject({
    company_code: '3877',
    cloud_contact_id: owner.id,
    active_at: '2026-03-29',
    expired_at: '2026-03-28',
  });
});

test('a row in editing remarks the same, of what it holds already and of what is changed', async ({
  page,
  factory,
}) => {
  const owner = await factory.create(cloudContacts, { email: 'left@example.com', terminated: true });
  await factory.create(costCenters, {
    identifier: 'ODD-2',
    cloud_contact_id: owner.id,
    active_at: '2026-03-29',
  });
  await openTable(page, '?by_identifier=ODD-2');
  await button(page, 'Edit ODD-2').click();
  await expect(table(page).getByText('This owner is terminated.')).toBeVisible();
  const expired = table(page).getByRole('combobox', { name: 'Expired At' });
  await expired.fill('03-28-2026');
  await expect(table(page).getByText('Expired At is before Active At.')).toBeVisible();
  await expired.fill('03-30-2026');
  await expect(table(page).getByText('Expired At is before Active At.')).toHaveCount(0);
  await expired.fill('soon');
  await expect(table(page).getByText(`'soon' is no date. Write it as 03-29-2026.`)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(table(page).getByText(`'soon' is no date. Write it as 03-29-2026.`)).toBeVisible();
});

test('a new cost center remarks the preset code beside a company that has another one', async ({ page }) => {
  await page.goto('/auth/create/cost_centers');
  await expect(page.getByLabel('Company Code')).toHaveValue('01');
  // Company 1 has another code, which both defaults have since the beginning.
  await expect(page.getByRole('combobox', { name: 'Company', exact: true })).not.toHaveValue('');
  await expect(page.getByText(/^The chosen Company has/)).toHaveCount(0);
  await searchChoices(page.getByRole('combobox', { name: 'Company', exact: true }), '3800');
  await page.getByRole('option', { name: /^3800.*Canada/ }).click();
  // The code follows the company, until somebody types another one.
  await expect(page.getByLabel('Company Code')).toHaveValue('3800');
  await expect(page.getByText(/^The chosen Company has/)).toHaveCount(0);
  await page.getByLabel('Company Code').fill('01');
  await expect(page.getByText('The chosen Company has 3800.')).toBeVisible();
});

test('a row of the table remarks a code that is not its company’s', async ({ page, factory }) => {
  const company = await factory.create(companies, { code: '3801' });
  await factory.create(costCenters, {
    identifier: 'ODD-3',
    company_code: '01',
    companies_id: company.id,
  });
  await openTable(page, '?by_identifier=ODD-3');
  await button(page, 'Edit ODD-3').click();
  await expect(table(page).getByText('The chosen Company has 3801.')).toBeVisible();
  await table(page).getByRole('textbox', { name: 'Company Code', exact: true }).fill('3801');
  await expect(table(page).getByText('The chosen Company has 3801.')).toHaveCount(0);
});
