import { costCenterNetworks } from '#resources/cost-center-networks.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { projectIds } from '#resources/project-ids.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

test('a cost center tells what happens when it expires, leads to all of it, and is replaced everywhere', async ({
  page,
  factory,
}) => {
  const old = await factory.create(costCenters, {
    identifier: 'RIPPLE-OLD',
    active_at: '2020-01-01',
    expired_at: '2099-12-31',
  });
  const network = await factory.create(costCenterNetworks, {
    identifier: 'RIPPLE-NETWORK',
    cost_center_id: old.id,
    active_at: '2020-01-01',
    expired_at: null,
  });
  for (const identifier of ['RIPPLE-ONE', 'RIPPLE-TWO'])
    await factory.create(projectIds, { identifier, cost_center_network_id: network.id });
  await page.goto(`/auth/view/cost_centers/${old.id}`);
  const card = page.getByRole('region', { name: 'When it expires' });
  await expect(card).toContainText('nobody is charged');
  await expect(card.getByRole('listitem').filter({ hasText: /^Networks/ })).toContainText('1 valid then.');
  await untilLoaded(page);
  await expectUsableByEverybody(page);
  await card.getByRole('link', { name: 'Project IDs' }).click();
  await expect(page.getByRole('grid').getByRole('link', { name: 'RIPPLE-ONE' })).toBeVisible();
  await expect(page.locator('tr[data-row]').filter({ hasText: 'RIPPLE-' })).toHaveCount(2);
  await page.goBack();

  await card.getByRole('button', { name: 'Replace it everywhere' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Cost Center' });
  await dialog.getByRole('textbox', { name: 'Identifier' }).fill('RIPPLE-NEW');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('RIPPLE-NEW replaces RIPPLE-OLD now!')).toBeVisible();
  await expect(card).toContainText('RIPPLE-NEW is charged, which replaces it.');
  await expect(card.getByRole('button', { name: 'Replace it everywhere' })).toHaveCount(0);
});
