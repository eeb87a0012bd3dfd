import { expect, expectUsableByEverybody, narrow, untilLoaded, wide } from '#tests/support/journey.ts';
import { test } from '#tests/support/mapped-journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';

const ACCOUNT = '010309468660';

test('an account that nobody requested is adopted: what changes is shown first, and its page tells of it', async ({
  elsewhere,
  mapped,
}) => {
  const db = databaseAt(mapped.dataDir);
  const { rows } = await db.query<{ id: number }>(
    `UPDATE cloud_parents SET cloud_contact_email = NULL, cost_center = NULL, managed = false
     WHERE identifier = $1 RETURNING id`,
    [ACCOUNT],
  );
  const { rows: centers } = await db.query<{ identifier: string; email: string }>(
    `SELECT c.identifier, k.email FROM cost_centers c JOIN cloud_contacts k ON k.id = c.cloud_contact_id
     WHERE NOT k.terminated AND c.active_at <= today() AND (c.expired_at IS NULL OR c.expired_at >= today())
       AND NOT EXISTS (SELECT FROM departed_people d WHERE d.key = lower(btrim(k.email))) ORDER BY c.id LIMIT 1`,
  );
  await db.close();
  const { identifier: center = '', email: owner = '' } = centers[0] ?? {};
  const desk = await elsewhere('Maya Okafor');
  await desk.goto(`/auth/view/cloud_parents/${rows[0]?.id}`);
  const life = desk.getByRole('region', { name: 'Life of the account' });
  await life.getByRole('button', { name: 'Adopt', exact: true }).click();
  const dialog = desk.getByRole('dialog', { name: /^Adopt / });
  await dialog.getByLabel(/^Cost Center/).fill(center);
  await dialog.getByLabel(/^Reason/).fill('Its team was found.');
  await expectUsableByEverybody(desk);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog).toContainText(`none → ${owner}`);
  await expect(dialog).toContainText('Write the tags in AWS');
  await untilLoaded(desk);
  await expectUsableByEverybody(desk);
  await desk.setViewportSize(narrow);
  await expectUsableByEverybody(desk);
  await desk.setViewportSize(wide);
  await dialog.getByRole('button', { name: 'Adopt Account' }).click();
  await expect(dialog).toContainText('See its steps');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(life.getByRole('link', { name: 'Adopted', exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(life).toContainText('Its team was found.');
  await expect(life.getByRole('button', { name: 'Adopt', exact: true })).toBeHidden();
});
