import type { Page } from '@playwright/test';
import {
  expect,
  expectNoSidewaysScroll,
  expectUsableByEverybody,
  narrow,
  test,
  untilLoaded,
} from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';
import { buckets, unitOptions } from '../contract/specified/posture.ts';
import { visit } from '#tests/support/visit.ts';

const PAGE = '/auth/account-details';
const ALL = unitOptions.map(({ code }) => code);
type Counts = Record<string, Record<string, number>>;

const unit = (page: Page, label: string) => page.getByRole('checkbox', { name: label, exact: true });
const sum = (of: Record<string, number> = {}) => Object.values(of).reduce((all, n) => all + n, 0);

/** Opens the posture, and waits for its numbers. */
async function open(page: Page, query = ''): Promise<void> {
  await page.goto(PAGE + query);
  await expect(page.getByRole('heading', { level: 1, name: 'Cloud Account Posture' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(3);
  await untilLoaded(page);
}

/** Every number of the page, by cloud and by the words of its line. */
const shown = (page: Page) =>
  page
    .getByRole('table')
    .evaluateAll((tables) =>
      tables.map((one) =>
        [...one.querySelectorAll('tbody tr, tfoot tr')].map((row) => [
          row.querySelector('th')?.textContent.trim(),
          Number.parseInt(row.querySelector('td')?.textContent ?? '', 10),
        ]),
      ),
    );

/** A list has so many records, however many of them its first page shows. */
const expectListed = (page: Page, count: number) =>
  expect(page.getByText(new RegExp(`^Showing 1–\\d+ of ${count}$`)).first()).toBeVisible();

test('the posture counts the accounts of each cloud by environment, and its totals add up', async ({
  page,
  api,
}) => {
  const counted = async (units: readonly string[]) => {
    const { meta } = (await api.get(`/cloud_parents?page=1&per_page=1&by_units=${units.join()}`)).body;
    return (meta as unknown as { environment_count: Counts }).environment_count;
  };
  const told = (counts: Counts) =>
    Object.entries(buckets).map(([cloud, specified]) => [
      ...[...specified, ['Other']].map((words) => [
        words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : words[0],
        counts[cloud]?.[words[0] ?? ''],
      ]),
      ['Total', sum(counts[cloud])],
    ]);
  await open(page);
  for (const { label } of unitOptions) await expect(unit(page, label)).toBeChecked();
  const all = await counted(ALL);
  expect(await shown(page)).toEqual(told(all));
  const accounts = Object.values(all).reduce((total, of) => total + sum(of), 0);
  await expect(page.getByRole('status').filter({ hasText: 'in all clouds' })).toContainText(
    `${accounts} accounts in all clouds, those without a business unit included`,
  );

  await unit(page, 'CCOE').press('Space');
  await expect(page).toHaveURL(/\?units=CORP%2CGAM%2CLOT%2CBET%2CCIO$/);
  await unit(page, 'CIO').press('Space');
  await expect(page).toHaveURL(/\?units=CORP%2CGAM%2CLOT%2CBET$/);
  const some = told(await counted(['CORP', 'GAM', 'LOT', 'BET']));
  await expect.poll(() => shown(page)).toEqual(some);
  await expect(page.getByText('those without a business unit left out')).toBeVisible();
  // What no choice of units shows is counted, and can be looked at.
  const unplaced = Object.values(await counted(['Other'])).reduce((total, of) => total + sum(of), 0);
  expect(unplaced).toBeGreaterThan(0);
  const left = page.getByRole('link', { name: /of none of these business units$/ });
  await expect(left).toContainText(`${unplaced} `);
  await left.click();
  await expect(page).toHaveURL(/by_terminated=false&by_units=Other$/);
  await expectListed(page, unplaced);
  await page.goBack();
  await page.goBack();
  await expect(unit(page, 'CIO')).toBeChecked();
  await expect(unit(page, 'CCOE')).not.toBeChecked();
});

test('each number leads to exactly the accounts that it counts, and Back to the units as they were', async ({
  page,
}) => {
  await open(page, '?units=CORP%2CGAM');
  const lead = async (name: RegExp, address: RegExp) => {
    const link = page.getByRole('link', { name });
    const count = Number.parseInt((await link.textContent()) ?? '', 10);
    expect(count).toBeGreaterThan(0);
    await link.click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
    await expectListed(page, count);
    await page.goBack();
    await expect(page).toHaveURL(/\/account-details\?units=CORP%2CGAM$/);
    await expect(page.getByRole('table')).toHaveCount(3);
  };
  await lead(
    /AWS accounts: production or root$/,
    /by_terminated=false&by_provider_type=AwsCloudParent&by_environment_bucket=production&by_units=CORP%2CGAM$/,
  );
  await lead(/Azure accounts$/, /by_terminated=false&by_provider_type=AzureCloudParent&by_units=CORP%2CGAM$/);
  await lead(/accounts in all clouds$/, /by_terminated=false&by_units=CORP%2CGAM$/);

  await page.getByRole('link', { name: /AWS accounts: production or root$/ }).click();
  const filters = page.getByRole('list', { name: 'Filters' });
  await expect(filters).toContainText('Business Units: CORP, GAM');
  await expect(filters).toContainText('Counted As: production');
  await filters.getByRole('button', { name: 'Remove the filter Business Units' }).click();
  await expect(page).toHaveURL(/by_environment_bucket=production$/);
});

test('one business unit alone is looked at by one press', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'only this: GAM (Gaming)' }).click();
  await expect(page).toHaveURL(/\?units=GAM$/);
  await expect(unit(page, 'GAM (Gaming)')).toBeChecked();
  await expect(unit(page, 'CCOE')).not.toBeChecked();
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await page.getByRole('button', { name: 'only this: CIO' }).click();
  await expect(page).toHaveURL(/\?units=CIO$/);
  await page.goBack();
  await expect(unit(page, 'GAM (Gaming)')).toBeChecked();
});

test('without any business unit the posture says so, and takes all of them at once', async ({ page }) => {
  await open(page, '?units=LOT');
  await page.getByText('LOT (Lottery)', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No business unit is chosen' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose all business units' }).click();
  await expect(page.getByRole('table')).toHaveCount(3);
  await expect(page).toHaveURL(/\/account-details$/);
});

test('accounts that could not be counted are counted again', async ({ page }) => {
  await page.route('**/api/cloud_parents?*', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
  await page.goto(PAGE);
  await expect(page.getByText('The accounts could not be counted')).toBeVisible();
  await page.unroute('**/api/cloud_parents?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table')).toHaveCount(3);
});

test('the posture stands in the navigation, and everybody can use it', async ({ page }) => {
  await page.goto('/auth/dash-stats');
  await (await unfoldedMenu(page)).getByRole('link', { name: 'Cloud Account Posture', exact: true }).click();
  await expect(page.getByRole('table')).toHaveCount(3);
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await visit(page, `${PAGE}?units=None`);
  await expect(page.getByRole('heading', { name: 'No business unit is chosen' })).toBeVisible();
  await page.setViewportSize(narrow);
  await expectNoSidewaysScroll(page);
});
