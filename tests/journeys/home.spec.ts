import { cloudContacts } from '#resources/cloud-contacts.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';
import type { Page } from '@playwright/test';

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting' });
const changes = (page: Page) => page.getByRole('region', { name: 'Recent changes' });

test('it begins with the utilities and statistics, which are in sight beside what waits, the most urgent first', async ({
  page,
}) => {
  await page.goto('/auth/home');
  await untilLoaded(page);
  const regions = page.getByRole('main').locator('h2');
  await expect(regions).toHaveText(['Quick Utilities', 'Statistics', 'Waiting', 'Recent changes']);
  for (const button of await page.getByRole('region', { name: 'Quick Utilities' }).getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 });
  for (const link of await page
    .getByRole('region', { name: 'Statistics' })
    .getByRole('link', { name: /^View Details/ })
    .all())
    await expect(link).toBeInViewport({ ratio: 1 });
  await expect(waiting(page).getByRole('link').first()).toBeInViewport({ ratio: 1 });
  const tones = await waiting(page)
    .locator('[data-tone]')
    .evaluateAll((kinds) => kinds.map((kind) => kind.getAttribute('data-tone')));
  expect(tones).toContain('bad');
  expect(tones).toEqual(tones.toSorted());
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('what waits is a number that leads to the list of exactly those records', async ({ page, factory }) => {
  const gone = await factory.create(cloudContacts, { email: 'home.left@example.com', terminated: true });
  await factory.create(costCenters, {
    identifier: 'HOME-1',
    active_at: '2020-01-01',
    expired_at: '2021-01-01',
    cloud_contact_id: gone.id,
  });
  for (const [name, chip] of [
    [/Expired Cost Centers/, 'Expired At: Expired'],
    [/Owner terminated Cost Centers/, 'Owner Terminated: Yes'],
    [/Unapproved Cost Centers/, 'Approved: FALSE'],
  ] as const) {
    await page.goto('/auth/home');
    const kind = waiting(page).getByRole('link', { name });
    const count = /^\d+/.exec((await kind.textContent()) ?? '')?.[0] ?? 'no number';
    await kind.click();
    await expect(page.getByRole('list', { name: 'Filters' }).getByText(chip)).toBeVisible();
    await expect(page.getByText(new RegExp(`^Showing 1–\\d+ of ${count}$`)).first()).toBeVisible();
    await expect(page.getByRole('grid').getByRole('link', { name: 'HOME-1' })).toBeVisible();
  }
  await page.getByRole('list', { name: 'Filters' }).getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/cost_centers$/);
});

test('names that nobody knows wait too, and lead to the records that have them', async ({ page }) => {
  await page.goto('/auth/home');
  const names = waiting(page).getByRole('region', { name: 'Unknown cost center', exact: true });
  const kind = names.getByRole('link', { name: /Cloud Parents$/ });
  const count = /^\d+/.exec((await kind.textContent()) ?? '')?.[0] ?? 'no number';
  await kind.click();
  await expect(
    page.getByRole('list', { name: 'Filters' }).getByText('Cost Center Unknown: Yes'),
  ).toBeVisible();
  await expect(page.getByText(new RegExp(`^Showing 1–\\d+ of ${count}$`)).first()).toBeVisible();
  const cell = page.locator('td[data-col=cost_center]').first();
  await expect(cell).toHaveAttribute('data-reason', 'No such cost center.');
});

test('what waits stands together by its kind of work, whatever model it waits in', async ({ page, api }) => {
  await page.route('**/api/waiting', async (route) => {
    const answer = await route.fetch();
    const { data, meta } = (await answer.json()) as { data: { count: number }[]; meta: object };
    await route.fulfill({ json: { data: data.map((work) => ({ ...work, count: 3 })), meta } });
  });
  const { body } = await api.get<{ label: string }[]>('/waiting');
  const labels = new Set(body.data.map(({ label }) => label));
  await page.goto('/auth/home');
  const kinds = waiting(page).getByRole('heading', { level: 3 });
  await expect(kinds).toHaveCount(labels.size);
  await expect(waiting(page).getByRole('link')).toHaveCount(body.data.length);
  const expired = waiting(page).getByRole('region', { name: 'Expired', exact: true });
  await expect(expired.getByRole('link', { name: '3 Expired Cost Centers' })).toBeVisible();
  await expect(expired.getByRole('link', { name: '3 Expired Cloud Certifications' })).toBeVisible();
  await expectUsableByEverybody(page);
});

test('recent changes say who did what, and lead there', async ({ page, api, factory }) => {
  const { id } = await factory.create(departments, { name: 'Homework' });
  await api.put(`/departments/${id}`, { abbreviation: 'HMW' });
  await page.goto('/auth/home');
  const newest = changes(page).getByRole('listitem').first();
  await expect(newest).toContainText('You changed Abbreviation of department Homework');
  await newest.getByRole('link', { name: 'Homework' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Homework' })).toBeVisible();
});

test('where nothing waits that is said, and a part that fails can be tried again', async ({ page }) => {
  await page.route('**/api/waiting', (route) => route.fulfill({ json: { data: [], meta: { total: 0 } } }));
  await page.route('**/api/recent_changes?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'The database is away.', errors: [], request_id: 'r' } }),
  );
  await page.goto('/auth/home');
  await expect(waiting(page)).toContainText('Nothing waits');
  await expect(changes(page)).toContainText('The database is away.');
  await page.unroute('**/api/recent_changes?*');
  await changes(page).getByRole('button', { name: 'Retry' }).click();
  await expect(changes(page).getByRole('listitem').first()).toBeVisible();
});

test('what stands in a row of utilities begins and ends at the same height', async ({ page }) => {
  await page.goto('/auth/home');
  const cards = page.getByRole('region', { name: 'Quick Utilities' }).locator('section');
  await cards.first().waitFor();
  const places = await cards.evaluateAll((all) =>
    all.map((card) => ({
      row: Math.round(card.getBoundingClientRect().top),
      title: Math.round(card.querySelector('h3')?.getBoundingClientRect().top ?? 0),
      button: Math.round(card.querySelector('button')?.getBoundingClientRect().bottom ?? 0),
    })),
  );
  for (const cardsOfRow of Map.groupBy(places, ({ row }) => row).values()) {
    expect(new Set(cardsOfRow.map(({ title }) => title)).size).toBe(1);
    expect(new Set(cardsOfRow.map(({ button }) => button)).size).toBe(1);
  }
});
