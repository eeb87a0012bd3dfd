import { businessUnits } from '#resources/business-units.ts';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { expect, test, untilLoaded } from '#tests/support/journey.ts';

test('a bill that is typed in has the unit and the company of the cost center that it names', async ({
  page,
  factory,
}) => {
  const unit = await factory.create(businessUnits, { name: 'Bills Follow' });
  const company = await factory.create(companies, { code: 'BF01' });
  await factory.create(costCenters, {
    identifier: 'BILLS-FOLLOW-1',
    business_units_id: unit.id,
    companies_id: company.id,
  });
  await page.goto('/auth/crud/cloud_bills');
  await untilLoaded(page);
  await page.getByRole('button', { name: 'Add a Row' }).click();
  const row = page.getByRole('region', { name: 'Add a Row' });
  await row.getByRole('textbox', { name: 'Identifier', exact: true }).fill('BILLS-FOLLOW-1');
  await page.keyboard.press('Tab');
  await expect(row.getByRole('combobox', { name: 'Business Unit' })).toHaveValue('Bills Follow');
  await expect(row.getByRole('textbox', { name: 'Company Code' })).toHaveValue('BF01');
  // What somebody types stays.
  await row.getByRole('textbox', { name: 'Company Code' }).fill('OWN');
  await page.keyboard.press('Tab');
  await expect(row.getByRole('textbox', { name: 'Company Code' })).toHaveValue('OWN');
});
