import { departments } from '#resources/departments.ts';
import { expect, test } from '#tests/support/journey.ts';

test('a list of which more rows match than are counted says so, and leads on to the page behind', async ({
  page,
  factory,
}) => {
  await factory.create(departments, { name: 'More Than Counted' });
  // The server's part stands in the test of its lists; ten thousand rows would take a journey too long to make.
  await page.route(/\/api\/departments\?(?!.*per_page=1&)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object[]; meta: object };
    const least = new URL(route.request().url()).searchParams.get('page') !== '401';
    const meta = { ...body.meta, ...(least ? { total: 10_000, total_is: 'at_least' } : { total: 10_001 }) };
    await route.fulfill({ response, json: { ...body, meta } });
  });
  await page.goto('/auth/view/departments?page=400&by_name=More');
  const pager = page.getByRole('navigation', { name: /^Pages of Departments, bottom/ });
  await expect(pager.getByRole('button', { name: 'Page 401' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('10,000+');
  await pager.getByRole('button', { name: 'Page 401' }).click();
  await expect(page).toHaveURL(/page=401/);
  await expect(page.getByRole('main')).toContainText('10,001');
  await expect(pager.getByRole('button', { name: 'Page 402' })).toHaveCount(0);
});
