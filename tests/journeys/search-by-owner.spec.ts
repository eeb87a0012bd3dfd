import { cloudContacts } from '#resources/cloud-contacts.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { expect, test, untilLoaded } from '#tests/support/journey.ts';

test('cost centers are found by the name of their owner, above their list and by Ctrl K', async ({
  page,
  factory,
}) => {
  const email = 'owns.something@example.com';
  const { id } = await factory.create(cloudContacts, {
    email,
    name: 'Wilhelmina Ownsalot',
    terminated: false,
  });
  await factory.create(costCenters, { identifier: 'OWNED-BY-W', cloud_contact_id: id });
  await page.goto('/auth/view/cost_centers');
  await untilLoaded(page);
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('ownsalot');
  const rows = page.getByRole('grid').locator('tbody tr[data-row]');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('OWNED-BY-W');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search screens and records' }).fill('wilhelmina');
  await page.getByRole('option', { name: `Cost Centers of ${email}` }).click();
  await expect(page).toHaveURL(/\/auth\/view\/cost_centers\?by_cloud_contact_email=owns/);
  await expect(rows).toContainText('OWNED-BY-W');
});
