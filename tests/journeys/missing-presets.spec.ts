import { expect, signIn, test as base } from '#tests/support/journey.ts';
import { apiOf } from '#tests/support/page-api.ts';
import { spawnPortal, type SpawnedPortal } from '#tests/support/spawned-portal.ts';

interface Stored {
  id: number;
}

// A portal of its own: the others rely on the record that goes.
const test = base.extend<{ own: SpawnedPortal }>({
  own: [
    async ({}, use) => {
      const portal = await spawnPortal();
      await use(portal);
      await portal.stop();
    },
    { timeout: 180_000 },
  ],
  person: null,
  baseURL: async ({ own }, use) => use(own.url),
});

test('a default whose record is gone is left out of a new record, without a question on leaving', async ({
  page,
}) => {
  await signIn(page, 'Maya Okafor');
  const api = await apiOf(page);
  for (const path of ['/cost_centers', '/members', '/dcoe/members']) {
    const { body } = await api.get<Stored[]>(`${path}?per_page=100&by_departments_id=1`);
    for (const { id } of body.data)
      expect((await api.put(`${path}/${id}`, { departments_id: 2 })).status).toBe(200);
  }
  expect((await api.delete('/departments/1')).status).toBe(200);

  await page.goto('/auth/create/cost_centers');
  await expect(page.getByRole('combobox', { name: 'Business Unit' })).toHaveValue('Corporate');
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveValue('None');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(/\/auth\/home$/);

  await page.goto('/auth/crud/cost_centers');
  await page.getByRole('button', { name: 'Add a Row' }).click();
  const row = page.getByRole('grid', { name: 'New Cost Center' });
  await expect(row.getByRole('combobox', { name: 'Business Unit' })).toHaveValue('Corporate');
  await expect(row.getByRole('combobox', { name: 'Department' })).toHaveValue('None');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(/\/auth\/home$/);
});
