import type { Page } from '@playwright/test';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';
import { orchard } from '#tests/support/small-directory.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openSet(page: Page, name: string): Promise<void> {
  await page.goto(`/auth/view/ad_permission_sets?by_name=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

test('a permission set is read with its policies, the inline one as formatted JSON, and who has it where', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSet(page, orchard.administrator);
  await expect(part(page, 'Details')).toContainText('8 hours');
  await expect(part(page, 'Managed Policies')).toContainText('arn:aws:iam::aws:policy/AdministratorAccess');
  const policy = part(page, 'Inline Policy');
  await expect(policy.locator('pre')).toContainText('"Effect": "Allow"');
  await policy.getByRole('button', { name: 'Do not wrap lines' }).click();
  await expect(policy.getByRole('button', { name: 'Wrap lines' })).toBeVisible();
  await policy.getByRole('button', { name: 'Copy' }).click();
  await expect(policy.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('{\n  "Version": "2012-10-17"');
  const who = part(page, 'Who has it where');
  await expect(who.getByRole('listitem').filter({ hasText: orchard.rescue })).toContainText(orchard.account);
  await untilLoaded(page);
  await expectUsableByEverybody(page);
});

test('two permission sets are held against each other from the list: what differs is marked, the rest is not', async ({
  page,
}) => {
  await page.goto(`/auth/view/ad_permission_sets?by_name=${orchard.administrator}`);
  await page.getByRole('button', { name: `Actions for ${orchard.administrator}` }).click();
  await page.getByRole('menuitem', { name: 'Compare with another' }).click();
  await expect(heading(page, 'Compare Permission Sets')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Choose two permission sets' })).toBeVisible();
  await page.getByRole('combobox', { name: 'The other' }).fill(orchard.reader);
  await page.getByRole('option', { name: orchard.reader }).click();
  await expect(page).toHaveURL(/\?a=\d+&b=\d+$/);
  await expect(part(page, 'Session Duration').getByRole('heading')).toContainText('the same');
  const policies = part(page, 'Managed Policies');
  await expect(policies.getByRole('heading')).toContainText('differs');
  await expect(policies.getByRole('listitem').filter({ hasText: 'only here' })).toHaveText(
    /^AdministratorAccess/,
  );
  const lines = part(page, `Inline Policy of ${orchard.administrator}`);
  await expect(lines.locator('[data-differs]').filter({ hasText: 's3:PutObject' })).toBeVisible();
  await expect(lines.locator('[data-differs]').filter({ hasText: 'Effect' })).toHaveCount(0);
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(page.getByRole('combobox', { name: 'One', exact: true })).toHaveValue(
    new RegExp(`^${orchard.reader}`),
  );
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'One', exact: true })).toHaveValue(
    new RegExp(`^${orchard.administrator}`),
  );
});

test('a permission set that is no more is told, and not compared as an empty one', async ({ page }) => {
  await page.goto('/auth/active-directory/permission-sets/compare?a=999999&b=1');
  await expect(page.getByRole('alert')).toContainText('The first permission set could not be loaded');
});
