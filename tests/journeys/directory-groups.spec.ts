import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';
import { orchard } from '#tests/support/small-directory.ts';
import { readWorkbook } from '#tests/support/workbook.ts';
import { visit } from '#tests/support/visit.ts';

const AWS = '/auth/active-directory/groups-aws';

const row = (page: Page, name: string) => page.locator('tr[data-row]').filter({ hasText: name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test(
  'groups that lead somewhere come first, dormant ones are a switch away, and Back undoes the switch',
  { tag: '@core' },
  async ({ page }) => {
    await page.goto(`${AWS}?q=orchard`);
    await expect(row(page, orchard.admins)).toHaveCount(1);
    await expect(row(page, orchard.dormant)).toHaveCount(0);
    await page.getByRole('button', { name: 'Dormant', exact: true }).click();
    await expect(page).toHaveURL(/by_dormant=true/);
    await expect(row(page, orchard.dormant)).toHaveCount(1);
    await expect(row(page, orchard.admins)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Dormant', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.goBack();
    await expect(row(page, orchard.admins)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Non-Dormant' })).toHaveAttribute('aria-pressed', 'true');
  },
);

test('clearing the filters leaves the switches as they are', async ({ page }) => {
  await page.goto(`${AWS}?by_dormant=true&by_name=nothing-is-called-so`);
  await expect(page.getByRole('heading', { name: 'No directory groups match' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search', exact: true }).click();
  await expect(row(page, orchard.dormant)).toHaveCount(1);
  await expect(page).toHaveURL(/by_dormant=true$/);
});

test('the review of dormant groups is downloaded with those of the cloud that is looked at', async ({
  page,
}) => {
  await page.goto(`${AWS}?by_dormant=true&by_name=${orchard.dormant}`);
  await expect(row(page, orchard.dormant)).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Access Review' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^access_review_aws_.*\.xlsx$/);
  const [head = [], ...rows] = readWorkbook(readFileSync(await file.path())).get('Dormant Groups') ?? [];
  const texts = (cells: typeof head) => cells.map((cell) => cell?.text ?? '');
  const at = (column: string) => texts(head).indexOf(column);
  const told = rows.map(texts);
  expect(told.find((cells) => cells[at('Name')] === orchard.dormant)?.[at('Owners')]).toBe('Hazel Thorn');
  expect(new Set(told.map((cells) => cells[at('Cloud')]))).toEqual(new Set(['AWS']));
  expect(told.map((cells) => cells[at('Name')])).not.toContain(orchard.admins);
});

test('on AWS the groups of PIM are shown alone, and other clouds have no such switch', async ({ page }) => {
  await page.goto(`${AWS}?q=orchard`);
  await expect(row(page, orchard.admins)).toHaveCount(1);
  await page.getByRole('button', { name: 'PIM Only' }).click();
  await expect(row(page, orchard.rescue)).toHaveCount(1);
  await expect(row(page, orchard.admins)).toHaveCount(0);
  await page.getByRole('button', { name: 'PIM Only' }).click();
  await expect(row(page, orchard.admins)).toHaveCount(1);
  await visit(page, '/auth/active-directory/groups-azure');
  await expect(heading(page, 'Azure AD Groups')).toBeVisible();
  await expect(row(page, orchard.azure)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'PIM Only' })).toHaveCount(0);
});

test('each cloud has its groups and no others, whatever the address asks for', async ({ page }) => {
  await page.goto('/auth/home');
  const main = await unfoldedMenu(page);
  for (const [title, name] of [
    ['AWS AD Groups', orchard.admins],
    ['Azure AD Groups', orchard.azure],
    ['GCP AD Groups', orchard.gcp],
  ] as const) {
    await main.getByRole('link', { name: title }).click();
    await expect(heading(page, title)).toBeVisible();
    await expect(row(page, name)).toHaveCount(1);
    await expect(page.locator('tr[data-row]').filter({ hasNotText: name.slice(0, 7) })).toHaveCount(0);
  }
  await visit(page, `${AWS}?by_cloud=gcp`);
  await expect(row(page, orchard.admins)).toHaveCount(1);
  await expect(row(page, orchard.gcp)).toHaveCount(0);
  await main.getByRole('link', { name: 'All AD Groups' }).click();
  await page.getByRole('searchbox', { name: 'Search Name', exact: true }).fill('orchard');
  await expect(row(page, orchard.gcp)).toHaveCount(1);
  await expect(row(page, orchard.dormant)).toHaveCount(1);
});

test('the members of nested groups count, beside how many such groups there are', async ({ page }) => {
  await page.goto(`${AWS}?by_name=${orchard.admins}`);
  const group = row(page, orchard.admins);
  const members = group.locator('td[data-col=member_count]');
  await expect(members).toContainText('Juno Marsh');
  await expect(members.getByRole('link', { name: `3 more: Members of ${orchard.admins}` })).toHaveText(
    '+ 3 more',
  );
  await expect(group.locator('td[data-col=nested_group_count]')).toHaveText('2');
  await expect(group.locator('td[data-col=cloud_parents]')).toHaveText(orchard.account);
  await expect(group.locator('td[data-col=permission_sets]')).toHaveText(
    `${orchard.administrator}, ${orchard.reader}`,
  );
});

test('groups are found by a person, an account and a permission set, and Back from one keeps what was asked', async ({
  page,
}) => {
  await page.goto(`${AWS}?by_person=Juno`);
  // Through a group within a group.
  await expect(row(page, orchard.admins)).toHaveCount(1);
  await expect(row(page, orchard.rescue)).toHaveCount(0);
  await visit(page, `${AWS}?by_account=${orchard.account}`);
  await expect(row(page, orchard.rescue)).toHaveCount(1);
  await visit(page, `${AWS}?by_permission_sets=${orchard.reader}`);
  await expect(row(page, orchard.admins)).toHaveCount(1);
  await expect(row(page, orchard.rescue)).toHaveCount(0);

  await visit(page, AWS);
  await page.getByRole('searchbox', { name: 'Person' }).fill('Piper');
  await expect(page).toHaveURL(/by_person=Piper/);
  await page.getByRole('grid').getByRole('link', { name: orchard.rescue }).click();
  await expect(heading(page, orchard.rescue)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Person' })).toHaveValue('Piper');
  await page.getByRole('grid').getByRole('link', { name: orchard.rescue }).click();
  await expect(heading(page, orchard.rescue)).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'AWS AD Groups' })
    .click();
  await expect(page).toHaveURL(/by_person=Piper/);
});

test('of a long list of owners the first stands there and all are a press away, with the keyboard alone', async ({
  page,
}) => {
  await page.goto(`${AWS}?by_name=${orchard.admins}`);
  const owners = row(page, orchard.admins).locator('td[data-col=owners]');
  await expect(owners).toContainText('Basil Reed');
  await expect(owners).not.toContainText('Dale Frost');
  const more = owners.getByRole('button', { name: `3 more: Owners of ${orchard.admins}` });
  await more.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Owners of ${orchard.admins}` });
  await expect(dialog).toContainText('Dale Frost');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/groups-aws/);
});

test('where the groups cannot be loaded it is said with Retry, and never that there are none', async ({
  page,
}) => {
  await page.route('**/api/ad/groups?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong. Please try again.' } }),
  );
  await page.goto(AWS);
  const alert = page.getByRole('alert').filter({ hasText: 'The directory groups could not be loaded' });
  await expect(alert).toBeVisible();
  await expect(page.getByText('No directory groups')).toHaveCount(0);
  await page.unroute('**/api/ad/groups?*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, orchard.admins)).toHaveCount(1);
});

test('everybody can use the groups of a cloud', async ({ page }) => {
  await page.goto(`${AWS}?q=orchard`);
  await expect(row(page, orchard.admins)).toHaveCount(1);
  await untilLoaded(page);
  await expectUsableByEverybody(page);
});

test('where every group of a cloud is dormant that is said, and never that there are none', async ({
  page,
}) => {
  const isEmpty = (url: URL) => url.pathname === '/api/ad/groups' && !url.search.includes('by_dormant=true');
  const none = { data: [], meta: { total: 0 } };
  await page.route('**/api/ad/groups?*', (route) =>
    isEmpty(new URL(route.request().url())) && route.request().url().includes('by_dormant=false')
      ? route.fulfill({ json: none })
      : route.continue(),
  );
  await page.goto('/auth/active-directory/groups-gcp');
  await expect(page.getByRole('heading', { name: 'No non-dormant groups' })).toBeVisible();
  await expect(page.getByText('No directory groups yet')).toHaveCount(0);
  await page.getByRole('button', { name: 'Dormant', exact: true }).click();
  await expect(page).toHaveURL(/by_dormant=true/);
  await page.goBack();
  // Where there are none at all, no switch shows any.
  await page.route('**/api/ad/groups?*', (route) => route.fulfill({ json: none }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No directory groups yet' })).toBeVisible();
});

test('the pages of groups read the lists of the specification, whole with filters, order and pages', async ({
  page,
}) => {
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^\/api\/ad_?\/?groups$/.test(url.pathname)) asked.push(url);
  });
  for (const cloud of ['aws', 'azure', 'gcp']) {
    asked.length = 0;
    await page.goto(`/auth/active-directory/groups-${cloud}?q=orchard&sort=-member_count`);
    await untilLoaded(page);
    await expect(page.locator('tr[data-row]').first()).toBeVisible();
    expect(asked.length).toBeGreaterThan(0);
    for (const { pathname, searchParams } of asked) {
      expect(pathname).toBe('/api/ad/groups');
      expect(Object.fromEntries(searchParams)).toMatchObject({
        [cloud]: '1',
        q: 'orchard',
        sort: '-member_count',
      });
    }
  }
});
