import type { Page } from '@playwright/test';
import { companies } from '#resources/companies.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { button, openTable, table } from '#tests/support/cost-center-table.ts';
import { expect, test } from '#tests/support/journey.ts';

/** The department of the record that is edited, where it is edited. */
const places = {
  form: {
    open: (page: Page, { id }: { id: number }) => page.goto(`/auth/edit/cost_centers/${id}`),
    input: (page: Page) => page.getByRole('combobox', { name: 'Department' }),
    save: (page: Page) => page.getByRole('button', { name: 'Submit' }).click(),
    confirm: (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click(),
  },
  table: {
    open: async (page: Page, { identifier }: { identifier: string }) => {
      await openTable(page, `?by_identifier=${identifier}`);
      await button(page, `Edit ${identifier}`).click();
    },
    input: (page: Page) => table(page).getByRole('combobox', { name: 'Department' }),
    save: (page: Page) => page.getByRole('button', { name: /^Save / }).click(),
    confirm: () => Promise.resolve(),
  },
};

for (const [where, { open, input, save, confirm }] of Object.entries(places))
  test(`in the ${where} a typed name is taken when the input is left, and what names nothing stays`, async ({
    page,
    factory,
    api,
  }) => {
    const wanted = await factory.create(departments, { name: `Typed ${where} once` });
    await factory.create(departments, { name: `Typed ${where} twice` });
    const made = await factory.create(costCenters);
    const { id, identifier } = made as typeof made & { identifier: string };
    await open(page, { id, identifier });

    await input(page).fill('no such department');
    await page.keyboard.press('Tab');
    await expect(page.getByText("'no such department' is none of the choices.")).toBeVisible();
    await expect(input(page)).toHaveValue('no such department');
    await input(page).fill(`typed ${where}`);
    await page.keyboard.press('Tab');
    await expect(page.getByText(`'typed ${where}' fits several choices.`)).toBeVisible();
    await save(page);
    await expect(input(page)).toBeFocused();
    await expect(page.getByText(`'typed ${where}' is none of the choices yet.`)).toBeVisible();
    expect((await api.get(`/cost_centers/${id}`)).body.data.lock_version).toBe(made.lock_version);

    // Save is pressed while the name is still being looked up.
    await page.route('**/api/departments?*', async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    await input(page).fill(`typed ${where} ONCE`);
    await save(page);
    await confirm(page);
    await expect(page.getByText('Your cost center has been updated!')).toBeVisible();
    expect((await api.get(`/cost_centers/${id}`)).body.data).toMatchObject({ departments_id: wanted.id });
  });

test('Escape takes back what was typed into a reference, and an emptied one has its choice again', async ({
  page,
  factory,
}) => {
  const { id } = await factory.create(costCenters);
  await page.goto(`/auth/edit/cost_centers/${id}`);
  const input = page.getByRole('combobox', { name: 'Department' });
  await expect(input).not.toHaveValue('');
  const chosen = await input.inputValue();
  await input.fill('nonsense');
  await page.keyboard.press('Escape');
  await expect(input).toHaveValue(chosen);
  await input.fill('');
  await page.keyboard.press('Tab');
  await expect(input).toHaveValue(chosen);
});

test('a company is taken by its whole name where several share the code', async ({ page, factory }) => {
  await factory.create(companies, { code: 'SAME', country: 'Iceland', gl_type: 'Hardware' });
  await factory.create(companies, { code: 'SAME', country: 'Iceland', gl_type: 'Other' });
  await page.goto('/auth/create/cost_centers');
  const company = page.getByRole('combobox', { name: 'Company', exact: true });
  // What the form begins with comes after the input, and into what is typed at that very moment.
  await expect(company).not.toHaveValue('');
  await company.fill('same');
  await page.keyboard.press('Tab');
  await expect(page.getByText("'same' fits several choices.")).toBeVisible();
  await company.fill('same · iceland · other');
  await page.keyboard.press('Tab');
  await expect(company).toHaveValue('SAME · Iceland · Other');
});
