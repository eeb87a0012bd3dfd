import type { Api, Row } from '#tests/support/api.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';
import { apiOf } from '#tests/support/page-api.ts';
import { visit } from '#tests/support/visit.ts';

let counter = 0;
/** A text that occurs nowhere else in this portal. */
const unique = (start: string) => `${start} ${Date.now()}-${++counter}`;

async function make(api: Api, model: string, input: Record<string, unknown>): Promise<Row> {
  const { status, body, text } = await api.post(`/${model}`, input);
  expect(status, text).toBe(201);
  return body.data;
}

/** A cost center with an owner and a company of its own, which another one replaces. */
async function chain(api: Api) {
  const owner = await make(api, 'cloud_contacts', { email: `owner.${Date.now()}.${++counter}@example.com` });
  const company = await make(api, 'companies', { code: unique('C'), country: 'Malta' });
  const shared = {
    cloud_contact_id: owner.id,
    companies_id: company.id,
    business_units_id: -9999,
    departments_id: -9999,
  };
  const successor = await make(api, 'cost_centers', { identifier: unique('New'), ...shared });
  const old = await make(api, 'cost_centers', {
    identifier: unique('Old'),
    new_cost_center_id: successor.id,
    ...shared,
  });
  return { owner, company, successor, old };
}

test.beforeEach(async ({ page }) => {
  await page.goto('/auth/home');
});

test(
  'a record leads to what it refers to, and from there back to who refers to it',
  { tag: '@core' },
  async ({ page }) => {
    const { owner, old, successor } = await chain(await apiOf(page));
    await page.goto(`/auth/view/cost_centers/${old.id}`);
    await expect(page.getByRole('heading', { level: 1, name: String(old['identifier']) })).toBeVisible();
    await expect(page).toHaveTitle(`${String(old['identifier'])} · Skyledger`);
    await page.getByRole('link', { name: String(successor['identifier']) }).click();
    const usedBy = page.getByRole('region', { name: 'Used by' });
    await expect(usedBy.getByRole('listitem').filter({ hasText: 'Replacement' })).toContainText('1');
    await usedBy.getByRole('link', { name: 'Cost Centers, as Replacement Cost Center' }).click();
    await expect(page).toHaveURL(
      new RegExp(`/auth/view/cost_centers\\?by_new_cost_center_id=${successor.id}$`),
    );
    const found = page.getByRole('grid').getByRole('link', { name: String(old['identifier']) });
    await expect(found).toBeVisible();
    await visit(page, `/auth/view/cost_centers/${old.id}`);
    await page.getByRole('link', { name: String(owner['email']) }).click();
    await expect(page.getByRole('heading', { level: 1, name: String(owner['email']) })).toBeVisible();
  },
);

test(
  'the history tells who changed what from what to what, and in which request',
  { tag: '@core' },
  async ({ page }) => {
    const api = await apiOf(page);
    const department = await make(api, 'departments', { name: unique('Before') });
    const name = unique('After');
    const path = `/departments/${department.id}`;
    const { body } = await api.put(path, { name, lock_version: department.lock_version });
    expect(body.data['name']).toBe(name);
    const entries = await api.get<{ request_id: string }[]>(`${path}/history`);
    await page.goto(`/auth/view/departments/${department.id}`);
    const history = page.getByRole('region', { name: 'History' });
    const change = history.getByRole('listitem').first();
    await expect(change).toContainText('Maya Okafor changed it');
    await expect(change).toContainText(`${String(department['name'])} → ${name}`);
    await change.getByRole('button').hover();
    await expect(page.getByRole('tooltip')).toContainText(String(entries.body.data[0]?.request_id));
    await expect(history.getByRole('listitem').last()).toContainText('Maya Okafor created it');
  },
);

test(
  'a deleted record says so, keeps its history, and can be brought back',
  { tag: '@core' },
  async ({ page }) => {
    const department = await make(await apiOf(page), 'departments', { name: unique('Gone') });
    await page.goto(`/auth/view/departments/${department.id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('The department has been deleted!')).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/view\/departments/);
    await visit(page, `/auth/view/departments/${department.id}`);
    await expect(page.getByText('This record has been deleted')).toBeVisible();
    // It is called by its name still, and not by its number.
    await expect(page.getByRole('heading', { level: 1, name: String(department['name']) })).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Maya Okafor deleted it');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByRole('heading', { level: 1, name: String(department['name']) })).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Maya Okafor restored it');
  },
);

test('a record that others refer to is not deleted, and the page says what refers to it', async ({
  page,
}) => {
  const { company } = await chain(await apiOf(page));
  await page.goto(`/auth/view/companies/${company.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toContainText('2');
  await expect(page).toHaveURL(new RegExp(`/auth/view/companies/${company.id}$`));
});

for (const id of ['999999999', '-1', '1e3', '0', 'abc'])
  test(`the record ${id} is not found`, async ({ page }) => {
    await page.goto(`/auth/view/departments/${id}`);
    await expect(page.getByText(/Not Found - 404|was not found/).first()).toBeVisible();
  });

test('everybody can read a record and one that was deleted', async ({ page }) => {
  const api = await apiOf(page);
  const { old } = await chain(api);
  await page.goto(`/auth/view/cost_centers/${old.id}`);
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(1);
  await expectUsableByEverybody(page);
  await api.delete(`/cost_centers/${old.id}`);
  await page.reload();
  await expect(page.getByText('This record has been deleted')).toBeVisible();
  await expectUsableByEverybody(page);
});
