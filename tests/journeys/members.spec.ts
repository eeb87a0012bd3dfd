import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { choose, expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

const TABLES = [
  { model: 'members', heading: 'Members Table', name: 'Tilda Tabled', email: 'tilda.tabled@example.com' },
  { model: 'dcoe_members', heading: 'CODE Members', name: 'Cora Tabled', email: 'cora.tabled@example.com' },
] as const;

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

for (const { model, heading, name, email } of TABLES)
  test(`${model} are filtered, edited in their table and blocked with a switch`, async ({
    page,
    api,
    factory,
  }) => {
    const path = resourcePath(model);
    const { id } = await factory.create(registry.get(model), {
      name,
      email,
      team: 'Advisory',
      tenant: 'spincorp',
      blacklist: false,
    });
    const stored = async () => (await api.get(`${path}/${id}`)).body.data;
    await page.goto(`/auth/view/${model}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add New Member' })).toBeVisible();
    await visit(page, `/auth/view/${model}?by_team=Advisory&by_email=${email}`);
    // Of all rows there is one of that name too; what is pressed below stands still once it is alone.
    await expect(page.locator('tr[data-row]')).toHaveCount(1);
    await expect(rowOf(page, name)).toHaveCount(1);

    const flip = page.getByRole('switch', { name: `Blacklist of ${name}` });
    await flip.click({ force: true });
    await expect(page.getByText('Succesfully updated the blacklist!')).toBeVisible();
    await expect(flip).toBeChecked();
    expect(await stored()).toMatchObject({ blacklist: true });
    await page.route(`**/api${path}/${id}`, (route) => route.abort());
    await flip.click({ force: true });
    await expect(
      page.getByText('There was a problem when updating the member blacklist Please try again.'),
    ).toBeVisible();
    await expect(flip).toBeChecked();
    await page.unroute(`**/api${path}/${id}`);
    // Flipped twice before the first answer: the last position wins.
    await flip.evaluate((input: HTMLInputElement) => {
      input.click();
      input.click();
    });
    await expect(flip).not.toHaveAttribute('aria-busy', 'true');
    await expect(flip).toBeChecked();
    expect(await stored()).toMatchObject({ blacklist: true });

    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const tenant = page.getByRole('combobox', { name: 'Tenant', exact: true });
    await expect(tenant).toHaveValue('SpinCo');
    await choose(tenant, 'RemainCo');
    await page.getByRole('button', { name: `Save ${name}` }).click();
    await expect(page.getByText(registry.get(model).messages.updated)).toBeVisible();
    await expect(rowOf(page, name).locator('[data-col=tenant]')).toHaveText('RemainCo');
    expect(await stored()).toMatchObject({ tenant: null });
    await untilLoaded(page);
    await expectUsableByEverybody(page);

    await page.getByRole('link', { name, exact: true }).click();
    const details = page.getByRole('region', { name: 'Details' });
    await expect(details.getByRole('term').filter({ hasText: 'Tenant' }).locator('+ dd')).toHaveText(
      'RemainCo',
    );
    await expect(page.getByRole('region', { name: 'History' })).toContainText('SpinCo');
    await page.goBack();
    await expect(page).toHaveURL(/by_team=Advisory/);
  });

test('members are found by the tenant that the table shows', async ({ page, factory }) => {
  const model = registry.get('members');
  await factory.create(model, { name: 'Spun Off', email: 'spun.off@example.com', tenant: 'spincorp' });
  await factory.create(model, { name: 'Spun Not', email: 'spun.not@example.com', tenant: null });
  await visit(page, '/auth/crud/members?by_name=Spun');
  await expect(rowOf(page, 'Spun Off')).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Search Tenant' }), 'RemainCo');
  await expect(rowOf(page, 'Spun Off')).toHaveCount(0);
  await expect(rowOf(page, 'Spun Not')).toBeVisible();
});

test('a department that is none of the list is chosen as Other, and what is typed is the department everywhere', async ({
  page,
}) => {
  const email = 'otto.other@example.com';
  await page.goto('/auth/create/members');
  const form = page.getByRole('form', { name: 'Add New Member' });
  await form.getByLabel('Email').fill(email);
  await form.getByRole('combobox', { name: 'Department' }).click();
  await page.getByRole('option', { name: /^Other/ }).click();
  await form.getByLabel('Other Department').fill('Optics Lab');
  const sent = page.waitForResponse((response) => response.request().method() === 'POST');
  await form.getByRole('button', { name: 'Submit' }).click();
  expect((await sent).status()).toBe(201);

  await visit(page, '/auth/view/members?by_department=optics');
  const row = rowOf(page, email);
  await expect(row).toHaveCount(1);
  // Below Department, and below Other Department.
  await expect(row.getByText('Optics Lab', { exact: true })).toHaveCount(2);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const [head = '', ...lines] = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  const place = head.split(',').indexOf('department');
  expect(lines.map((line) => line.split(',')[place])).toEqual(['Optics Lab']);
});
