import { cloudContacts } from '#resources/cloud-contacts.ts';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  narrow,
  searchChoices,
  test,
} from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

interface Stored {
  identifier: string;
  new_cost_center_id: number | null;
  alt_cost_center_id: number | null;
  business_units_id: number | null;
  departments_id: number | null;
  active_at: string;
  expired_at: string | null;
  cloud_contact_email: string;
}

test(
  'a cost center begins with the defaults and is added after a confirmation',
  { tag: '@core' },
  async ({ page, factory, api }) => {
    const owner = await factory.create(cloudContacts, { email: 'new.owner@example.com' });
    await page.goto('/auth/view/cost_centers');
    await page.getByRole('link', { name: 'Add New Cost Center' }).first().click();
    await expect(page.getByLabel('Company Code')).toHaveValue('01');
    await expect(page.getByRole('combobox', { name: 'Expired At' })).toHaveValue('');
    await expect(page.getByRole('combobox', { name: 'Active At' })).toHaveValue(
      /^[A-Z][a-z]+ \d{1,2}, \d{4}$/,
    );
    await expect(page.getByLabel('Add Replacement Cost Center')).not.toBeChecked();
    await expect(page.getByLabel('Add Backup Cost Center (WBS Only)')).not.toBeChecked();

    await page.getByLabel('Identifier').fill('FORM-1');
    await page.getByLabel('Cloud Contact Email').first().fill('NEW.owner');
    await page.getByRole('option', { name: String(owner.email) }).click();
    await page.getByRole('combobox', { name: 'Expired At' }).fill('29-Mar-2030');
    await page.getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Cost Center' });
    await expect(dialog).toContainText('FORM-1');
    await expect(dialog).toContainText('29-Mar-2030');
    await dialog.getByRole('button', { name: 'Confirm' }).dblclick();
    await expect(page.getByText('Your new cost center has been added!')).toBeVisible();
    const { body } = await api.get<Stored[]>('/cost_centers?by_identifier=FORM-1');
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      expired_at: '2030-03-29',
      new_cost_center_id: null,
      alt_cost_center_id: null,
      cloud_contact_email: 'new.owner@example.com',
    });
  },
);

test(
  'an owner who is no contact yet is added on the way, and what was typed is back',
  { tag: '@core' },
  async ({ page, api }) => {
    await page.goto('/auth/create/cost_centers');
    await page.getByLabel('Identifier').fill('DETOUR-1');
    await page.getByLabel('Cloud Contact Email').first().fill('not.known@example.com');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(
      page.getByText(
        "Cloud contact: not.known@example.com doesn't exists! Please add it first before creating this cost center this form",
      ),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/create\/cloud_contacts/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/contact/i);
    await expect(page.getByLabel('Email')).toHaveValue('not.known@example.com');
    await page.getByRole('button', { name: 'Confirm' }).click();

    await expect(page).toHaveURL(/\/auth\/create\/cost_centers$/);
    await expect(page.getByLabel('Identifier')).toHaveValue('DETOUR-1');
    await expect(page.getByLabel('Cloud Contact Email').first()).toHaveValue('not.known@example.com');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Your new cost center has been added!')).toBeVisible();
    const { body } = await api.get<Stored[]>('/cost_centers?by_identifier=DETOUR-1');
    expect(body.data[0]?.cloud_contact_email).toBe('not.known@example.com');
  },
);

test('an owner who is gone while editing is named with the word for it', async ({ page, factory }) => {
  const { id } = await factory.create(costCenters);
  await page.goto(`/auth/edit/cost_centers/${id}`);
  await page.getByRole('combobox', { name: 'Cloud Contact Email' }).fill('left.us@example.com');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByText(
      "Cloud contact: left.us@example.com doesn't exists! Please add it first before editing this cost center this form",
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(new RegExp(`/auth/edit/cost_centers/${id}$`));
  await expect(page.getByRole('combobox', { name: 'Cloud Contact Email' })).toHaveValue(
    'left.us@example.com',
  );
});

test('when the contacts cannot be asked nothing is sent and nothing typed is lost', async ({
  page,
  factory,
  api,
}) => {
  const owner = await factory.create(cloudContacts);
  await page.goto('/auth/create/cost_centers');
  await page.getByLabel('Identifier').fill('UNASKED-1');
  await page.getByLabel('Cloud Contact Email').first().fill(String(owner.email));
  await page.route('**/api/cloud_contacts?by_email=**', (route) => route.abort());
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('API Error!')).toBeVisible();
  await expect(page.getByLabel('Identifier')).toHaveValue('UNASKED-1');
  expect((await api.get('/cost_centers?by_identifier=UNASKED-1')).body.meta.total).toBe(0);
});

test(
  'a checked box sends the chosen replacement, an unchecked one sends none',
  { tag: '@core' },
  async ({ page, factory, api }) => {
    const next = await factory.create(costCenters, { identifier: 'NEXT-1' });
    const { id } = await factory.create(costCenters, { identifier: 'PAST-1' });
    const stored = async () => (await api.get<Stored>(`/cost_centers/${id}`)).body.data;
    const save = async () => {
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      await expect(page).toHaveURL(/\/auth\/view\/cost_centers/);
    };
    await page.goto(`/auth/edit/cost_centers/${id}`);
    await page.getByLabel('Add Replacement Cost Center').check();
    const replacement = page.getByRole('combobox', { name: 'Replacement Cost Center' });
    await replacement.fill('next-');
    await expect(page.getByRole('option', { name: 'NEXT-1' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(replacement).toHaveValue('NEXT-1');
    await save();
    expect((await stored()).new_cost_center_id).toBe(next.id);

    await visit(page, `/auth/edit/cost_centers/${id}`);
    await expect(page.getByLabel('Add Replacement Cost Center')).toBeChecked();
    await replacement.click();
    await page.getByRole('option', { name: 'None' }).click();
    await save();
    expect((await stored()).new_cost_center_id).toBeNull();

    await api.put(`/cost_centers/${id}`, { new_cost_center_id: next.id });
    await visit(page, `/auth/edit/cost_centers/${id}`);
    await page.getByLabel('Add Replacement Cost Center').uncheck();
    await save();
    expect((await stored()).new_cost_center_id).toBeNull();
  },
);

test('an edited cost center needs a department and a business unit, a new one does not', async ({
  page,
  factory,
}) => {
  const { id } = await factory.create(costCenters, { departments_id: -9999, business_units_id: -9999 });
  await page.goto(`/auth/edit/cost_centers/${id}`);
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveValue('None');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText("Edited Department can't be None!")).toBeVisible();
  await expect(page.getByText("Edited Business Unit can't be None!")).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Business Unit' })).toBeFocused();
});

test('the company is chosen by code, country and GL type', async ({ page, factory }) => {
  await factory.create(companies, { code: 'PICK', country: 'Iceland', gl_type: 'Hardware' });
  await factory.create(companies, { code: 'PICK', country: 'Iceland', gl_type: 'Other' });
  await page.goto('/auth/create/cost_centers');
  const company = page.getByRole('combobox', { name: 'Company', exact: true });
  await expect(company).not.toHaveValue('');
  await searchChoices(company, 'PICK');
  await page.getByRole('option', { name: 'PICK Iceland · Other' }).click();
  await expect(company).toHaveValue('PICK · Iceland · Other');
});

test('Enter before the search has answered takes nothing of the list before it', async ({
  page,
  factory,
}) => {
  await factory.create(companies, { code: 'LATE', country: 'Norway' });
  await page.route('**/api/companies?*', async (route) => {
    if (route.request().url().includes('q=LATE')) await new Promise((done) => setTimeout(done, 1000));
    await route.continue();
  });
  await page.goto('/auth/create/cost_centers');
  const company = page.getByRole('combobox', { name: 'Company', exact: true });
  await company.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await company.fill('LATE');
  await company.press('Enter');
  await expect(company).toHaveValue('LATE');
  await expect(company).not.toHaveAttribute('aria-busy', 'true');
  await company.press('Enter');
  await expect(company).toHaveValue(/^LATE · Norway/);
});

test('a duplicate identifier is refused in the words for it', { tag: '@core' }, async ({ page, factory }) => {
  const { cloud_contact_email: email } = await factory.create(costCenters, { identifier: 'TWICE-1' });
  await page.goto('/auth/create/cost_centers');
  await page.getByLabel('Identifier').fill('twice-1');
  await page.getByLabel('Cloud Contact Email').first().fill(String(email));
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByText('Duplicate identifier found. Please enter a unique identifier!').first(),
  ).toBeVisible();
  await expect(
    page.getByText('There was a problem submitting this cost center. Please try again.'),
  ).toBeVisible();
  await expect(page.getByLabel('Identifier')).toHaveValue('twice-1');
});

for (const timezoneId of ['Pacific/Honolulu', 'Pacific/Kiritimati'])
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('a day stays the same day in the form and in the database', async ({ page, factory, api }) => {
      const { id } = await factory.create(costCenters, { active_at: '2026-03-29' });
      await page.goto(`/auth/edit/cost_centers/${id}`);
      await expect(page.getByRole('combobox', { name: 'Active At' })).toHaveValue('March 29, 2026');
      await page.getByRole('button', { name: 'Calendar for Expired At' }).click();
      await page.getByRole('combobox', { name: 'Expired At' }).fill('October 25, 2026');
      await page.getByRole('button', { name: '31 October 2026', exact: true }).click();
      await expect(page.getByRole('combobox', { name: 'Expired At' })).toHaveValue('October 31, 2026');
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByText('Your cost center has been updated!')).toBeVisible();
      const { body } = await api.get<Stored>(`/cost_centers/${id}`);
      expect(body.data).toMatchObject({ active_at: '2026-03-29', expired_at: '2026-10-31' });
    });
  });

test.describe('on a narrow screen', () => {
  test.use({ viewport: narrow });

  test('everybody can use the forms of cost centers', async ({ page, factory }) => {
    const { id } = await factory.create(costCenters);
    for (const address of ['/auth/create/cost_centers', `/auth/edit/cost_centers/${id}`]) {
      await page.goto(address);
      await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
      await expectNoAxeViolations(page);
      await expectNoSidewaysScroll(page);
    }
  });
});

test('who leaves while the contact is looked up stays where they went, and the cost center is added all the same', async ({
  page,
  factory,
  api,
}) => {
  const owner = await factory.create(cloudContacts);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/cost_centers')) sent.push(request.url());
  });
  for (const email of [String(owner.email), 'nobody.known@example.com']) {
    await page.goto('/auth/view/companies');
    await visit(page, '/auth/create/cost_centers');
    await page.getByLabel('Identifier').fill('LEFT-ASKED-1');
    await page.getByLabel('Cloud Contact Email').first().fill(email);
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route('**/api/cloud_contacts?by_email=**', async (route) => {
      asked.resolve();
      await released.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await asked.promise;
    await page.goBack();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
    const answered = page.waitForResponse('**/api/cloud_contacts?by_email=**');
    released.resolve();
    await (await answered).finished();
    await page.unroute('**/api/cloud_contacts?by_email=**');
    // As long as what leads away, or is sent, would take.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    await expect(page).toHaveURL(/\/auth\/view\/companies/);
  }
  // The second one is refused, which reaches who has left.
  await expect(page.getByText("doesn't exists!")).toBeVisible();
  expect(sent).toHaveLength(1);
  expect((await api.get('/cost_centers?by_identifier=LEFT-ASKED-1')).body.meta.total).toBe(1);
});
