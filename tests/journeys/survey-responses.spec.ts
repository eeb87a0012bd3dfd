import { expect, expectNoAxeViolations, searchChoices, test } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

interface Parent {
  id: number;
  identifier: string;
  business_unit_name: string;
  cost_center: string;
  environment: string;
}

const parentCalled = async (
  api: { get: <T>(path: string) => Promise<{ body: { data: T } }> },
  name: string,
) => {
  const { body } = await api.get<Parent[]>(`/cloud_parents?by_name=${name}`);
  const [parent] = body.data;
  if (!parent) throw new Error(`There is no cloud parent ${name}.`);
  return parent;
};

test('a survey is filled from the chosen cloud parent, and what is answered otherwise can be taken over', async ({
  page,
  api,
}) => {
  const parent = await parentCalled(api, 'data-lake-development');
  await page.goto('/auth/create/cloud_survey_responses');
  const chosen = page.getByRole('combobox', { name: 'Cloud Parent' });
  await searchChoices(chosen, parent.identifier);
  await page.getByRole('option', { name: new RegExp(parent.identifier) }).click();
  await expect(page.getByLabel('Identifier')).toHaveValue(parent.identifier);
  await expect(page.getByLabel('Cloud Environment')).toHaveValue(parent.environment);
  await expect(page.getByRole('combobox', { name: 'Cost Center' })).toHaveValue(parent.cost_center);
  await expectNoAxeViolations(page);

  const unit = page.getByRole('combobox', { name: 'Business Unit' });
  await unit.fill('Unit of nobody');
  await expect(page.getByText('No such business unit.')).toBeVisible();
  await unit.fill('Gaming');
  await page.getByLabel('Cloud Environment').fill('journeys');
  await page.getByRole('combobox', { name: 'Still In Use' }).click();
  await page.getByRole('option', { name: 'No', exact: true }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your new survey response has been added!')).toBeVisible();

  await visit(page, `/auth/view/cloud_survey_responses?by_identifier=${parent.identifier}`);
  const row = page.locator('tr[data-row]').first();
  await expect(row.locator('td[data-col=cloud_environment]')).toHaveAttribute(
    'data-reason',
    'The cloud parent has development.',
  );
  await expect(row.locator('td[data-col=still_in_use]')).toHaveAttribute('data-reason', /Expected is Yes\./);
  await row.locator('td[data-col=business_unit]').hover();
  await expect(page.locator('[data-hint]')).toHaveText(`The cloud parent has ${parent.business_unit_name}.`);
  await expect(row.locator('td[data-col=cost_center]')).not.toHaveAttribute('data-reason');

  await row.locator('td').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'Take Over into Inventory' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('development → journeys')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Cloud Environment' }).check();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Take Over', exact: true }).click();
  await expect(page.getByText('The inventory has been updated!')).toBeVisible();
  expect(await parentCalled(api, 'data-lake-development')).toMatchObject({
    environment: 'journeys',
    business_unit_name: parent.business_unit_name,
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The inventory says again what it said before!')).toBeVisible();
  expect(await parentCalled(api, 'data-lake-development')).toMatchObject({ environment: parent.environment });
});

test('a survey that cannot be sent says so and keeps what was typed', async ({ page }) => {
  await page.route('**/api/cloud_survey_responses', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { error: 'Away.', errors: [], request_id: 'r' } })
      : route.fallback(),
  );
  await page.goto('/auth/create/cloud_survey_responses');
  await page.getByLabel('Identifier').fill('unheard-of-account');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('There was a problem submitting this survey. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Identifier')).toHaveValue('unheard-of-account');
});
