import type { Page } from '@playwright/test';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';
import { orchard } from '#tests/support/small-directory.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Goes to the page of somebody as one who looks for them. */
async function openPerson(page: Page, name: string): Promise<void> {
  await page.goto(`/auth/view/ad_people?by_name=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

test('the page of a person tells every account they reach, what they may do there, and through which groups', async ({
  page,
}) => {
  await openPerson(page, 'Juno Marsh');
  const reach = part(page, 'What they reach');
  const line = reach.getByRole('listitem').filter({ hasText: orchard.account });
  await expect(line).toContainText(orchard.administrator);
  await expect(line).toContainText(`through ${orchard.trainees} › ${orchard.engineers} › ${orchard.admins}`);
  const groups = part(page, 'Groups');
  await expect(groups.getByRole('listitem').filter({ hasText: orchard.gcp })).not.toContainText('through');
  await expect(groups.getByRole('listitem').filter({ hasText: orchard.admins })).toContainText(
    `through ${orchard.trainees} › ${orchard.engineers}`,
  );
  await groups.getByRole('searchbox').fill('gcp');
  await expect(groups.getByRole('listitem')).toHaveCount(1);
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await reach.getByRole('link', { name: orchard.account }).click();
  await expect(page).toHaveURL(/\/auth\/view\/cloud_parents\/\d+$/);
  await page.goBack();
  await expect(groups.getByRole('searchbox')).toHaveValue('gcp');
});

test('what somebody reaches is searched, and nothing found is said so', async ({ page }) => {
  await openPerson(page, 'Wren Abbott');
  const reach = part(page, 'What they reach');
  await expect(reach.getByRole('listitem')).toHaveCount(1);
  await reach.getByRole('searchbox').fill('no-such-account');
  await expect(reach).toContainText('No accounts match.');
});

test('the page of a person tells which groups they joined, and leads to all such changes', async ({
  page,
}) => {
  await openPerson(page, 'Wren Abbott');
  const change = part(page, 'Recent changes').getByRole('listitem');
  await expect(change).toContainText('Joined');
  await change.getByRole('link', { name: orchard.admins }).click();
  await expect(heading(page, orchard.admins)).toBeVisible();
  await expect(part(page, 'Recent changes')).toContainText('Robin Sedge');
});

test('the page of an account tells who reaches it, and by what', async ({ page }) => {
  await page.goto(`/auth/view/cloud_parents?by_name=${orchard.account}`);
  await page.locator('tr[data-row]').getByRole('link').first().click();
  const who = part(page, 'Who reaches it');
  const line = who.getByRole('listitem').filter({ hasText: 'Otis Vance' });
  await expect(line).toContainText(`through ${orchard.engineers} › ${orchard.admins}`);
  const granted = part(page, 'What is granted in it');
  await expect(granted.getByRole('listitem').filter({ hasText: orchard.rescue })).toContainText('1 person');
  await who.getByRole('searchbox').fill('Piper');
  await expect(who.getByRole('listitem').filter({ hasText: 'Otis Vance' })).toHaveCount(0);
  await who.getByRole('link', { name: 'Piper Quill' }).click();
  await expect(heading(page, 'Piper Quill')).toBeVisible();
});

test('the page of a group tells its members, those of nested groups too, its owners, and where it leads', async ({
  page,
}) => {
  await page.goto(`/auth/active-directory/groups-aws?by_name=${orchard.admins}`);
  await page.getByRole('link', { name: orchard.admins, exact: true }).click();
  const members = part(page, 'Members');
  await expect(members.getByRole('listitem').filter({ hasText: 'Juno Marsh' })).toContainText(
    `through ${orchard.trainees} › ${orchard.engineers}`,
  );
  await expect(members.getByRole('listitem').filter({ hasText: 'Wren Abbott' })).not.toContainText('through');
  await members.getByRole('button', { name: /^Owners/ }).click();
  await expect(members.getByRole('listitem')).toHaveCount(4);
  await members.getByRole('button', { name: /^Nested Groups/ }).click();
  await expect(members.getByRole('link', { name: orchard.engineers }).first()).toBeVisible();
  await members.getByRole('button', { name: 'All' }).click();
  await members.getByRole('searchbox').fill('Otis');
  await expect(members.getByRole('listitem').filter({ hasText: 'Wren Abbott' })).toHaveCount(0);
  await expect(members.getByRole('listitem').filter({ hasText: 'Otis Vance' })).toBeVisible();
  await expect(part(page, 'Where it leads')).toContainText(orchard.account);
  await untilLoaded(page);
  await expectUsableByEverybody(page);
});

test('a dormant group and one of PIM say so', async ({ page }) => {
  await page.goto(`/auth/active-directory/groups-aws?by_dormant=true&by_name=${orchard.dormant}`);
  await page.getByRole('link', { name: orchard.dormant }).click();
  await expect(heading(page, orchard.dormant)).toBeVisible();
  await expect(
    page.getByRole('banner').or(page.locator('header')).getByText('Dormant').first(),
  ).toBeVisible();
  await expect(part(page, 'Where it leads')).toContainText('It leads into no account');
});

test('where the members cannot be loaded it is said with Retry, and never that nobody is there', async ({
  page,
}) => {
  await page.route('**/api/ad_groups/*/members*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong. Please try again.' } }),
  );
  await page.goto(`/auth/active-directory/groups-aws?by_name=${orchard.admins}`);
  await page.getByRole('link', { name: orchard.admins, exact: true }).click();
  const members = part(page, 'Members');
  await expect(members.getByRole('alert')).toContainText('The members could not be loaded');
  await expect(members).not.toContainText('Nobody is in this group.');
  await page.unroute('**/api/ad_groups/*/members*');
  await members.getByRole('button', { name: 'Retry' }).click();
  await expect(members.getByRole('listitem').filter({ hasText: 'Wren Abbott' })).toBeVisible();
});

test('the search of the portal finds groups, people and permission sets', async ({ page }) => {
  await page.goto('/auth/home');
  for (const [text, name] of [
    ['orchard_rescue', orchard.rescue],
    ['piper quill', 'Piper Quill'],
    ['orchardreader', orchard.reader],
  ] as const) {
    await untilLoaded(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search screens and records' }).fill(text);
    await page.getByRole('option', { name }).first().click();
    await expect(heading(page, name)).toBeVisible();
  }
});
