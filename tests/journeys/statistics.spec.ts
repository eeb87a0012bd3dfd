import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

interface Meta {
  account_count: number;
  member_count: number;
  project_count: number;
  valid_cost_center_count: number;
  cloud_provider_count: Record<string, number>;
}

for (const path of ['/auth/home', '/auth/dash-stats'])
  test(`${path} tells how much there is, as charts and as numbers`, async ({ page, api }) => {
    const meta = (await api.get('/cloud_parents?page=1&per_page=1')).body.meta as unknown as Meta;
    await page.goto(path);
    for (const [title, count] of [
      ['Team Members', meta.member_count],
      ['Cloud Accounts', meta.account_count],
      ['Cost Centers', meta.valid_cost_center_count],
      ['Cloud Projects', meta.project_count],
    ] as const) {
      const card = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
      await expect(card.last()).toContainText(count.toLocaleString('en'));
    }
    await expect(page.getByRole('figure')).toHaveCount(3);
    const providers = page.getByRole('figure', { name: 'Cloud Providers' });
    for (const [cloud, name] of [
      ['AwsCloudParent', 'AWS'],
      ['AzureCloudParent', 'Azure'],
      ['GcpCloudParent', 'Google Cloud'],
    ] as const)
      await expect(providers.getByRole('row', { name })).toContainText(
        String(meta.cloud_provider_count[cloud]),
      );
    await expect(providers.getByRole('row', { name: 'Total' })).toContainText(String(meta.account_count));
    for (const name of ['Cloud Providers', 'Cloud Types']) {
      const ring = page.getByRole('img', { name: new RegExp(`^${name}: `) });
      await expect(ring).toBeVisible();
      const lines = await page.getByRole('figure', { name }).locator('tbody tr').count();
      await expect(ring.locator('circle')).toHaveCount(lines);
    }
    if (path !== '/auth/home') await expectUsableByEverybody(page);
  });

test('a card and a line of a chart lead to the records that they count', async ({ page }) => {
  await page.goto('/auth/dash-stats');
  const azure = page.getByRole('figure', { name: 'Cloud Providers' }).getByRole('row', { name: 'Azure' });
  const count = await azure.getByRole('cell').first().textContent();
  await azure.getByRole('link').click();
  await expect(page).toHaveURL(/\/cloud_parents\?by_terminated=false&by_provider_type=AzureCloudParent$/);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText(new RegExp(`^Showing 1–\\d+ of ${count}$`)).first()).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'View Details of Cloud Projects' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/cloud_projects$/);
});

test('the card of cost centers and the list behind it count the same', async ({ page, api }) => {
  await page.goto('/auth/dash-stats');
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Cost Centers', exact: true }) })
    .last();
  await page.getByRole('link', { name: 'View Details of Cost Centers' }).click();
  await expect(page).toHaveURL(/\/auth\/view\/cost_centers\?by_validity=valid$/);
  const { meta } = (await api.get<object[]>('/cost_centers?by_validity=valid&page=1')).body;
  await page.goBack();
  await expect(card).toContainText(meta.total.toLocaleString('en'));
});

test('a line of the table has its slice stand out, and a slice its line', async ({ page }) => {
  await page.goto('/auth/dash-stats');
  const figure = page.getByRole('figure', { name: 'Cloud Providers' });
  const line = figure.getByRole('row', { name: 'Azure' });
  await expect(line).toBeVisible();
  const at = (await figure.locator('tbody tr').allTextContents()).findIndex((text) => text.includes('Azure'));
  await line.hover();
  await expect(figure.locator('circle[data-faint]')).toHaveCount(
    (await figure.locator('circle').count()) - 1,
  );
  await expect(figure.locator('circle').nth(at)).not.toHaveAttribute('data-faint');
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(figure.locator('circle[data-faint]')).toHaveCount(0);
  await figure.locator('circle').nth(at).dispatchEvent('mouseover');
  await expect(line).toHaveAttribute('data-lit', 'true');
});

test('statistics that could not be counted say so, and are counted again', async ({ page }) => {
  await page.route('**/api/cloud_parents?*', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
  await page.goto('/auth/dash-stats');
  await expect(page.getByText('The statistics could not be counted')).toBeVisible();
  await page.unroute('**/api/cloud_parents?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('figure')).toHaveCount(3);
});
