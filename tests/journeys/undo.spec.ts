import type { HistoryEntry } from '#kernel/history.ts';
import { button, costCenter, openTable, rowOf, table } from '#tests/support/cost-center-table.ts';
import { expect, expectNoAxeViolations, expectUsableByEverybody, test } from '#tests/support/journey.ts';
import type { Locator, Page } from '@playwright/test';

test.use({ motion: true });

const undo = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Undo' });

/** Changes the company code of a row that is shown. */
async function edit(page: Page, identifier: unknown, code: string) {
  await button(page, `Edit ${String(identifier)}`).click();
  await table(page).getByRole('textbox', { name: 'Company Code', exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await expect(button(page, `Edit ${String(identifier)}`)).toBeVisible();
  // The offer for the change before this one fades, and would still be met.
  await expect(page.getByText('Your cost center has been updated!')).toHaveCount(1);
}

async function remove(page: Page, identifier: unknown) {
  await button(page, `Delete ${String(identifier)}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('The cost center has been deleted!')).toBeVisible();
}

/** It says why, what helps though nothing was typed, and leads to the record that has the identifier. */
async function expectRefusedForTwin(refusal: Locator, identifier: unknown, once = 'restore') {
  await expect(refusal).toContainText('Duplicate identifier found. Please enter a unique identifier!');
  await expect(refusal).toContainText(`Rename or delete the one that has it, then ${once}.`);
  await expect(refusal).not.toContainText('Enter a value');
  await expect(refusal.getByRole('link', { name: 'See the cost center that has it' })).toHaveAttribute(
    'href',
    `/auth/view/cost_centers?by_identifier=${String(identifier)}`,
  );
}

test(
  'an edit is undone with its former values and a line of history',
  { tag: '@core' },
  async ({ page, api }) => {
    const { id, identifier } = await costCenter(api, { company_code: '07' });
    await openTable(page);
    await edit(page, identifier, '42');
    await undo(page).click();
    await expect(page.getByText('The change has been undone!')).toBeVisible();
    await expect(undo(page)).toHaveCount(0);
    await expect(rowOf(page, identifier).locator('[data-lead] + td')).toHaveText('07');
    await expect(button(page, `Edit ${String(identifier)}`)).toBeFocused();
    const { body } = await api.get<HistoryEntry[]>(`/cost_centers/${id}/history`);
    expect(body.data.map(({ action }) => action)).toEqual(['update', 'update', 'create']);
    expect(body.data[0]?.changes).toMatchObject([{ field: 'company_code', from: '42', to: '07' }]);
  },
);

test('an undo whose answer was lost is done once, and the next try says that it is done', async ({
  page,
  api,
}) => {
  const { id, identifier } = await costCenter(api, { company_code: '07' });
  await openTable(page);
  await edit(page, identifier, '42');
  await page.route(
    `**/api/cost_centers/${id}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await undo(page).click();
  await expect(page.getByText('This could not be undone')).toBeVisible();
  await undo(page).click();
  await expect(page.getByText('The change has been undone!')).toBeVisible();
  const { body } = await api.get<HistoryEntry[]>(`/cost_centers/${id}/history`);
  expect(body.data.map(({ action }) => action)).toEqual(['update', 'update', 'create']);
});

test(
  'a deletion is undone with the keyboard, under the old number',
  { tag: '@core' },
  async ({ page, api }) => {
    const { id, identifier } = await costCenter(api);
    await openTable(page);
    await remove(page, identifier);
    await expect(rowOf(page, identifier)).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(page.getByText('The cost center has been restored!')).toBeVisible();
    await expect(rowOf(page, identifier)).toBeVisible();
    await expect(button(page, `Edit ${String(identifier)}`)).toBeFocused();
    const { body } = await api.get<HistoryEntry[]>(`/cost_centers/${id}/history`);
    expect(body.data.map(({ action }) => action)).toEqual(['restore', 'delete', 'create']);
  },
);

test(
  'an undo never overwrites what somebody else changed meanwhile, and says who it was',
  { tag: '@core' },
  async ({ page, api }) => {
    const { id, identifier } = await costCenter(api, { company_code: '07' });
    await openTable(page);
    await edit(page, identifier, '42');
    const now = await api.get(`/cost_centers/${id}`);
    await api.put(`/cost_centers/${id}`, { company_code: '99', lock_version: now.body.data.lock_version });
    await undo(page).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'This could not be undone' });
    await expect(refusal).toContainText(/was changed by Maya Okafor on/);
    await expect(rowOf(page, identifier).locator('[data-lead] + td')).toHaveText('99');
    const { body } = await api.get(`/cost_centers/${id}`);
    expect(body.data['company_code']).toBe('99');
  },
);

test('a deletion whose identifier was taken meanwhile is not undone, and the sentence says why', async ({
  page,
  api,
}) => {
  const { id, identifier, ...rest } = await costCenter(api);
  await openTable(page);
  await remove(page, identifier);
  const { companies_id, cloud_contact_id, business_units_id, departments_id } = rest;
  const twin = { identifier, companies_id, cloud_contact_id, business_units_id, departments_id };
  expect((await api.post('/cost_centers', twin)).status).toBe(201);
  await undo(page).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'This could not be undone' });
  await expectRefusedForTwin(refusal, identifier);
  expect((await api.get(`/cost_centers/${id}`)).status).toBe(404);

  const restoring = page.getByRole('alert').filter({ hasText: 'This record could not be restored' });
  await page.goto(`/auth/view/cost_centers/${id}`);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expectRefusedForTwin(restoring, identifier);

  await page.goto('/auth/view/cost_centers');
  await page.getByRole('button', { name: 'More about Cost Centers' }).click();
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: `Restore ${String(identifier)}` }).click();
  await expectRefusedForTwin(restoring, identifier);
});

test('a change back to a value that was taken meanwhile is refused, and leads to the record that has it', async ({
  page,
  api,
}) => {
  const { identifier, ...rest } = await costCenter(api);
  await openTable(page);
  await button(page, `Edit ${String(identifier)}`).click();
  await table(page)
    .getByRole('textbox', { name: 'Identifier', exact: true })
    .fill(`${String(identifier)}-B`);
  await page.keyboard.press('Enter');
  await expect(undo(page)).toBeVisible();
  const { companies_id, cloud_contact_id, business_units_id, departments_id } = rest;
  const twin = { identifier, companies_id, cloud_contact_id, business_units_id, departments_id };
  expect((await api.post('/cost_centers', twin)).status).toBe(201);
  await undo(page).click();
  await expectRefusedForTwin(
    page.getByRole('alert').filter({ hasText: 'This could not be undone' }),
    identifier,
    'change this one back',
  );
});

test('a record whose company was deleted after it is restored after that one, and the sentence leads there', async ({
  page,
  api,
}) => {
  const { id, companies_id } = await costCenter(api);
  await api.delete(`/cost_centers/${id}`);
  await api.delete(`/companies/${String(companies_id)}`);
  await page.goto(`/auth/view/cost_centers/${id}`);
  await page.getByRole('button', { name: 'Restore' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'This record could not be restored' });
  await expect(refusal).toContainText('Company does not exist any more.Bring it back first, then restore.');
  await refusal.getByRole('link', { name: 'See who deleted it' }).click();
  await expect(page).toHaveURL(new RegExp(`/auth/view/companies/${String(companies_id)}$`));
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
});

test('an undo that does not reach the server is offered again and happens once', async ({ page, api }) => {
  const { id, identifier } = await costCenter(api);
  await openTable(page);
  await remove(page, identifier);
  await page.context().setOffline(true);
  await undo(page).click();
  await expect(page.getByText('This could not be undone')).toBeVisible();
  await page.context().setOffline(false);
  await undo(page).dblclick();
  await expect(page.getByText('The cost center has been restored!')).toBeVisible();
  const { body } = await api.get<HistoryEntry[]>(`/cost_centers/${id}/history`);
  expect(body.data.filter(({ action }) => action === 'restore')).toHaveLength(1);
});

test('the offer ends after ten seconds, but not while the pointer or the focus is on it', async ({
  page,
  api,
}) => {
  const { identifier } = await costCenter(api);
  await page.clock.install();
  await openTable(page);
  await edit(page, identifier, '42');
  await undo(page).focus();
  await page.clock.runFor(15_000);
  await expect(undo(page)).toBeVisible();
  await button(page, `Edit ${String(identifier)}`).focus();
  await undo(page).hover();
  await page.clock.runFor(15_000);
  await expect(undo(page)).toBeVisible();
  await page.mouse.move(5, 400);
  await page.clock.runFor(9_000);
  await expect(undo(page)).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(undo(page)).toHaveCount(0);
});

test('a newer change of the same record takes the place of the older offer', async ({ page, api }) => {
  const { id, identifier } = await costCenter(api, { company_code: '07' });
  await openTable(page);
  await edit(page, identifier, '42');
  await edit(page, identifier, '43');
  await expect(undo(page)).toHaveCount(1);
  await undo(page).click();
  await expect(page.getByText('The change has been undone!')).toBeVisible();
  expect((await api.get(`/cost_centers/${id}`)).body.data['company_code']).toBe('42');
});

test('what is deleted from a record or a list can be undone there, or later among the recently deleted', async ({
  page,
  api,
}) => {
  // Stands on the first page, however many departments other journeys made.
  const { body } = await api.post('/departments', { name: `0 department undone ${Date.now()}` });
  const name = String(body.data['name']);
  const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await page.goto(`/auth/view/departments/${body.data.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirm();
  await undo(page).click();
  await expect(page.getByText('The department has been restored!')).toBeVisible();
  await expect(page.getByRole('grid').getByRole('link', { name })).toBeVisible();

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await confirm();
  await expect(page.getByRole('grid').getByRole('link', { name })).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'More about Departments' }).click();
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recently Deleted Departments' });
  await expect(dialog.getByRole('listitem').first()).toContainText(`${name}Maya Okafor`);
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(dialog.getByRole('button', { name: `Restore ${name}` })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid').getByRole('link', { name })).toBeVisible();
});

test('what is undone while its list is first fetched stands in the list', async ({ page, api }) => {
  const { body } = await api.post('/departments', { name: `0 department in between ${Date.now()}` });
  const name = String(body.data['name']);
  await page.goto(`/auth/view/departments/${body.data.id}`);
  const undone = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<void>();
  await page.route(
    '**/api/departments?*',
    async (route) => {
      const before = await route.fetch();
      seen.resolve();
      await undone.promise;
      // It may have been given up meanwhile.
      await route.fulfill({ response: before }).catch(() => undefined);
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await seen.promise;
  await undo(page).click();
  await expect(page.getByText('The department has been restored!')).toBeVisible();
  undone.resolve();
  await expect(page.getByRole('grid').getByRole('link', { name })).toBeVisible();
});

test('everybody can read the offer and reach it', async ({ page, api }) => {
  const { identifier } = await costCenter(api);
  await openTable(page);
  await remove(page, identifier);
  await undo(page).focus();
  // What is scrolled below the columns that stay is covered by them, and counts as a target beside theirs.
  await page.locator('[data-scroller]').evaluate((scroller) => scroller.scrollTo(0, 0));
  await expectUsableByEverybody(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The cost center has been restored!')).toBeVisible();
});
