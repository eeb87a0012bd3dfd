import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { choose, expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';
import type { Locator, Page } from '@playwright/test';

const entries = (page: Page) => page.locator('main section').getByRole('listitem');
const filters = (page: Page) => page.getByRole('search', { name: 'Activity' });
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' });

test('who changed something, and what was there before, is found by person, model and days', async ({
  page,
  api,
  factory,
}) => {
  const before = await factory.create(costCenters, { identifier: 'ACTIVITY-1', company_code: '11' });
  await api.put(`/cost_centers/${before.id}`, { company_code: '22' });
  await page.goto('/auth/home');
  await page
    .getByRole('region', { name: 'Recent changes' })
    .getByRole('link', { name: 'All activity' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();

  const person = filters(page).getByRole('combobox', { name: 'Person' });
  await person.fill('okaf');
  await page.getByRole('option', { name: /Maya Okafor/ }).click();
  await expect(chips(page)).toContainText('Person: Maya Okafor');
  await choose(filters(page).getByRole('combobox', { name: 'Model' }), 'Cost Centers');
  await choose(filters(page).getByRole('combobox', { name: 'Change' }), 'Changed');
  await filters(page).getByRole('searchbox', { name: 'When' }).fill('Jan 2020 – 2099');
  await expect(chips(page)).toContainText('When:');
  await expect(page).toHaveURL(/by_person=maya.*by_model=cost_centers.*by_action=update.*by_at=/);

  const newest = entries(page).first();
  await expect(newest).toContainText('You changed Company Code of cost center ACTIVITY-1');
  await expect(newest.getByRole('definition')).toHaveText('11 → 22');
  await newest.getByRole('link', { name: 'ACTIVITY-1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'ACTIVITY-1' })).toBeVisible();
  await page.goBack();
  await expect(chips(page)).toContainText('Model: Cost Centers');
  await expect(person).toHaveValue('Maya Okafor');
  await chips(page).getByRole('button', { name: 'Remove the filter Person' }).click();
  await expect(chips(page)).not.toContainText('Person');
  await chips(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/auth\/activity$/);
});

test('what one request did to many records is one line that opens', async ({ page, api, factory }) => {
  const made = [];
  for (let at = 0; at < 60; at += 1)
    made.push(await factory.create(departments, { name: `Activity bulk ${at + 100}`, abbreviation: 'OLD' }));
  const records = made.map(({ id, lock_version }) => ({ id, lock_version, abbreviation: 'NEW' }));
  expect((await api.post('/departments/bulk_update', { records })).status).toBe(200);
  await page.goto('/auth/activity?by_model=departments');
  const line = entries(page).filter({ hasText: 'You changed 60 departments' });
  await expect(line).toHaveCount(1);
  await line.getByText('Show what was done to each').click();
  await expect(line.getByRole('link', { name: 'Activity bulk 100' })).toBeVisible();
  await expect(line.getByText('OLD → NEW').first()).toBeVisible();
  await line.getByRole('button', { name: 'Show more (10 more)' }).click();
  await expect(line.getByRole('link', { name: 'Activity bulk 159' })).toBeVisible();
});

test('a deleted record comes back from here, and that can be undone', async ({ page, api, factory }) => {
  const { id } = await factory.create(departments, { name: 'Activity Phoenix' });
  await api.delete(`/departments/${id}`);
  await page.goto('/auth/activity?by_model=departments&by_action=delete');
  const line = entries(page).filter({ hasText: 'You deleted department Activity Phoenix' });
  await line.getByRole('button', { name: 'Restore Activity Phoenix' }).click();
  await expect(page.getByText('The department has been restored!')).toBeVisible();
  await expect(line).toContainText('The department is back.');
  expect((await api.get(`/departments/${id}`)).status).toBe(200);
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Restore Activity Phoenix' })).toHaveCount(1);
  expect((await api.get(`/departments/${id}`)).status).toBe(404);
  // The record that is not there any more says so on its page, and who deleted it.
  await line.first().getByRole('link', { name: 'Activity Phoenix' }).click();
  await expect(page.getByText('This record has been deleted')).toBeVisible();
});

test('several that one request deleted come back together', async ({ page, api, factory }) => {
  const made = [];
  for (const name of ['Activity East', 'Activity West'])
    made.push(await factory.create(departments, { name }));
  const records = made.map(({ id }) => ({ id }));
  expect((await api.post('/departments/bulk_delete', { records })).status).toBe(200);
  await page.goto('/auth/activity?by_model=departments&by_action=delete');
  const line = entries(page).filter({ hasText: 'You deleted 2 departments' });
  await line.getByRole('button', { name: 'Restore all 2 departments' }).click();
  await expect(page.getByText('2 departments have been restored!')).toBeVisible();
  for (const { id } of records) expect((await api.get(`/departments/${id}`)).status).toBe(200);
  // What somebody changes meanwhile is not deleted again.
  const [east] = records;
  expect((await api.put(`/departments/${east?.id}`, { abbreviation: 'EAST' })).status).toBe(200);
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'This could not be undone' });
  await expect(refusal).toContainText('Activity East was changed by Maya Okafor');
  for (const { id } of records) expect((await api.get(`/departments/${id}`)).status).toBe(200);
});

test('a record that cannot come back says why', async ({ page, api, factory }) => {
  const { id } = await factory.create(departments, { name: 'Activity Twin' });
  await api.delete(`/departments/${id}`);
  await factory.create(departments, { name: 'Activity Twin' });
  await page.goto('/auth/activity?by_model=departments&by_action=delete');
  await page.getByRole('button', { name: 'Restore Activity Twin' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'This record could not be restored' });
  await expect(refusal).toContainText('Rename or delete the one that has it, then restore.');
});

test('models of which less is told say so, and a filter that finds nothing offers all', async ({ page }) => {
  await page.goto('/auth/activity?by_model=virtual_machines');
  await expect(page.getByText('No history is kept of Virtual Machines.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(entries(page).first()).toBeVisible();
  await expect(
    page.getByText(
      /^No history is kept of .+ and what people added, not what was booked or what a cloud has\.$/,
    ),
  ).toBeVisible();
});

test('the page can be used by everybody', async ({ page, api, factory }) => {
  const { id } = await factory.create(departments, { name: 'Activity for all' });
  await api.put(`/departments/${id}`, { abbreviation: 'AFA' });
  await api.delete(`/departments/${id}`);
  await page.goto('/auth/activity?by_model=departments');
  await untilLoaded(page);
  await entries(page)
    .filter({ hasText: 'You deleted department Activity for all' })
    .getByText('Its last values')
    .click();
  await expect(page.getByRole('definition').filter({ hasText: 'AFA' }).first()).toBeVisible();
  await expectUsableByEverybody(page);
});

test('several that were back and were deleted again later are not said to be there', async ({
  page,
  api,
  factory,
}) => {
  const made = [];
  for (const name of ['Activity Dawn', 'Activity Dusk'])
    made.push(await factory.create(departments, { name }));
  const records = made.map(({ id }) => ({ id }));
  expect((await api.post('/departments/bulk_delete', { records })).status).toBe(200);
  await page.goto('/auth/activity?by_model=departments&by_action=delete');
  const lines = entries(page).filter({ hasText: 'You deleted 2 departments' });
  const restore = (line: Locator) => line.getByRole('button', { name: 'Restore all 2 departments' }).click();
  await expect(lines.first()).toBeVisible();
  const before = await lines.count();
  await restore(lines.first());
  await expect(page.getByText('2 departments have been restored!')).toBeVisible();
  await restore(lines.first());
  await expect(page.getByText('Nothing of it is missing any more.')).toBeVisible();
  expect((await api.post('/departments/bulk_delete', { records })).status).toBe(200);
  await page.reload();
  await expect(lines).toHaveCount(before + 1);
  await restore(lines.nth(1));
  const told = page.getByRole('alert').filter({ hasText: 'These records could not be restored' });
  await expect(told).toContainText('2 departments were back, and were deleted again later.');
});

test('people who could not be loaded are not said to have changed nothing', async ({ page }) => {
  await page.route('**/api/activity/people?**', (route) =>
    route.fulfill({ status: 503, json: { error: 'The database is away.', errors: [], request_id: 'r' } }),
  );
  await page.goto('/auth/activity');
  await page.getByRole('combobox', { name: 'Person' }).fill('ada');
  await expect(page.getByText('People could not be loaded. The database is away.')).toBeVisible();
});
