import { expect, signIn, test } from '#tests/support/journey.ts';
import { apiOf } from '#tests/support/page-api.ts';
import { spawnPortal } from '#tests/support/spawned-portal.ts';

interface Stored {
  id: number;
}

test.use({ person: null });

test('a default whose record is gone is left out of a new record, without a question on leaving', async ({
  browser,
}) => {
  // A portal of its own: the others rely on the record that goes.
  const portal = await spawnPortal();
  const context = await browser.newContext({ baseURL: portal.url });
  const page = await context.newPage();
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

  await context.close();
  await portal.stop();
});
