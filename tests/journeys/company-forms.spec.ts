import { companies } from '#resources/companies.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  narrow,
  test,
} from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

test(
  'the code of a company brings its GL accounts until one is typed by hand',
  { tag: '@core' },
  async ({ page, api }) => {
    await page.goto('/auth/view/companies');
    await page.getByRole('link', { name: 'Add New Company' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Add New company' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).pressSequentially('3750');
    await expect(page.getByLabel('AWS GL')).toHaveValue('784031');
    await expect(page.getByLabel('GCP GL')).toHaveValue('784033');
    await expect(page.getByLabel('Azure GL')).toHaveValue('784032');
    await expect(page.getByLabel('RI or Reno').first()).toHaveValue('Reno');

    await page.getByLabel('AWS GL').fill('111111');
    await page.getByRole('textbox', { name: 'Code' }).fill('3751');
    await expect(page.getByLabel('AWS GL')).toHaveValue('111111');
    await expect(page.getByLabel('GCP GL')).toHaveValue('520110');
    await expect(page.getByText('Code 3751 implies')).toBeVisible();

    await page.getByRole('textbox', { name: 'Location' }).fill('Malta');
    await page.getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New company' });
    await expect(dialog).toContainText('111111');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Your new company has been added!')).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/view\/companies/);
    const { body } =
      await api.get<{ aws_gl: string; gcp_gl: string; riOrReno: string }[]>('/companies?by_code=3751');
    expect(body.data[0]).toMatchObject({ aws_gl: '111111', gcp_gl: '520110', riOrReno: 'RI' });
  },
);

test('a company is edited after a dialog that shows what changes', async ({ page, factory, api }) => {
  const company = await factory.create(companies, { country: 'Spain' });
  await page.goto(`/auth/edit/companies/${company.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Company' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Location' }).fill('Portugal');
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Company' });
  await expect(dialog).toContainText('Spain');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('textbox', { name: 'Location' })).toHaveValue('Portugal');
  await page.getByRole('button', { name: 'Submit' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your company has been updated!')).toBeVisible();
  expect((await api.get(`/companies/${company.id}`)).body.data).toMatchObject({ country: 'Portugal' });
});

test('a corrected code leaves the stored GL accounts of a company as they are', async ({
  page,
  factory,
  api,
}) => {
  const implied = { aws_gl: '520084', gcp_gl: '520110', azure_gl: '520109', riOrReno: 'RI' };
  const { id } = await factory.create(companies, { code: '3501', ...implied });
  await page.goto(`/auth/edit/companies/${id}`);
  await page.getByRole('textbox', { name: 'Code' }).fill('3500');
  await expect(page.getByLabel('AWS GL')).toHaveValue('520084');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your company has been updated!')).toBeVisible();
  expect((await api.get(`/companies/${id}`)).body.data).toMatchObject({ code: '3500', ...implied });
});

test('in the table the code of a new or copied company brings its GL accounts as well', async ({
  page,
  api,
}) => {
  await page.goto('/auth/crud/companies?by_country=Malta+Gozo');
  await page.getByRole('button', { name: 'Add a Row' }).click();
  const added = page.getByRole('grid', { name: 'New Company' });
  await added.getByRole('textbox', { name: 'Code', exact: true }).fill('3800');
  await added.getByRole('textbox', { name: 'Location' }).fill('Malta Gozo');
  await expect(added.getByRole('textbox', { name: 'AWS GL' })).toHaveValue('784031');
  await added.getByRole('textbox', { name: 'GCP GL' }).fill('999');
  await page.keyboard.press('Enter');
  const row = page.getByRole('grid', { name: 'Companies' }).getByRole('row').filter({ hasText: '784031' });
  await expect(row).toContainText('999');

  await page.getByRole('button', { name: 'Copy 3800' }).click();
  const copy = page.getByRole('dialog', { name: 'Copy Company' });
  await copy.getByRole('textbox', { name: 'Code' }).fill('3801');
  await copy.getByRole('button', { name: 'Save' }).click();
  await expect(copy).toHaveCount(0);
  const { body } = await api.get<Record<string, string>[]>('/companies?by_country=Malta+Gozo&sort=code');
  expect(body.data).toMatchObject([
    { code: '3800', aws_gl: '784031', gcp_gl: '999', azure_gl: '784032', riOrReno: 'Reno' },
    { code: '3801', aws_gl: '520084', gcp_gl: '999', azure_gl: '520109', riOrReno: 'RI' },
  ]);
});

const named = [
  { model: 'departments', label: 'Department', noun: 'department' },
  { model: 'business_units', label: 'Business Unit', noun: 'business unit' },
];
for (const { model, label, noun } of named)
  test(`a ${noun} is added and edited, each time after a question`, async ({ page }) => {
    await page.goto(`/auth/view/${model}`);
    await page
      .getByRole('link', { name: `Add New ${label}` })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: `Add New ${noun}` })).toBeVisible();
    await page.getByLabel('Name').fill(`New ${noun}`);
    await page.getByLabel('Abbreviation').fill('NEW');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(`Your new ${noun} has been added!`)).toBeVisible();

    // Other journeys may have left more of them than a page shows.
    await visit(page, `/auth/view/${model}?by_name=New ${noun}`);
    await page.getByRole('button', { name: `Actions for New ${noun}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Edit ${label}` })).toBeVisible();
    await page.getByLabel('Abbreviation').fill('OLD');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(`Your ${noun} has been updated!`)).toBeVisible();
  });

test(
  'every wrong field is told at once, and the first one has the focus',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto('/auth/create/companies');
    await page.getByLabel('AWS GL').fill('not digits');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('2 fields need your attention.')).toBeVisible();
    await expect(page.getByText('Code is required.')).toBeVisible();
    await expect(page.getByText('AWS GL must consist of digits only.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await expectNoAxeViolations(page);
  },
);

test(
  'a company that exists already is refused at its fields, and nothing typed is lost',
  { tag: '@core' },
  async ({ page, factory }) => {
    await factory.create(companies, { code: 'TWIN-1', country: 'Chile', gl_type: 'Other' });
    await page.goto('/auth/create/companies');
    await page.getByRole('textbox', { name: 'Code' }).fill('twin-1');
    await page.getByRole('textbox', { name: 'Location' }).fill('Chile');
    await page.getByLabel('GL Type').fill('Other');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(
      page.getByText('There was a problem submitting this company. Please try again.'),
    ).toBeVisible();
    await expect(
      page.getByText('A company with this code, location and GL type exists already.').first(),
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Location' })).toHaveValue('Chile');
  },
);

test.describe('on a narrow screen', () => {
  test.use({ viewport: narrow, colorScheme: 'dark' });

  test('everybody can use the form of a company and its dialog', async ({ page }) => {
    await page.goto('/auth/create/companies');
    await page.getByRole('textbox', { name: 'Code' }).fill('9000');
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoAxeViolations(page);
  });
});
