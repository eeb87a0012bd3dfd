import type { Database } from '#server/platform/database/database.ts';
import { expect, expectUsableByEverybody, narrow, untilLoaded, wide } from '#tests/support/journey.ts';
import { test } from '#tests/support/mapped-journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';

const ACCOUNT = '051314178087';
const FOUND = ['retailer-terminals-test', 'retailer-terminals-development'];

/** A cost center that may be charged today, with an owner who is in use. */
async function chargedOne(db: Database): Promise<{ center: string; owner: string }> {
  const { rows } = await db.query<{ center: string; owner: string }>(
    `SELECT c.identifier AS center, k.email AS owner FROM cost_centers c JOIN cloud_contacts k ON k.id = c.cloud_contact_id
     WHERE NOT k.terminated AND c.active_at <= today() AND (c.expired_at IS NULL OR c.expired_at >= today())
       AND NOT EXISTS (SELECT FROM departed_people d WHERE d.key = lower(btrim(k.email))) ORDER BY c.id LIMIT 1`,
  );
  return rows[0] ?? { center: '', owner: '' };
}

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
  const { center, owner } = await chargedOne(db);
  await db.close();
  const desk = await elsewhere('Maya Okafor');
  await desk.goto(`/auth/view/cloud_parents/${rows[0]?.id}`);
  const life = desk.getByRole('region', { name: 'Life of the account' });
  await life.getByRole('button', { name: 'Adopt', exact: true }).click();
  const dialog = desk.getByRole('dialog', { name: /^Adopt / });
  await dialog.getByLabel(/^Cost Center/).fill(center);
  // What follows from the cost center is there before anything is sent, and says so.
  await expect(dialog.getByLabel(/^Owner/)).toHaveValue(owner);
  await expect(dialog.getByText(`from cost center ${center}`).first()).toBeVisible();
  await dialog.getByLabel(/^Reason/).fill('Its team was found.');
  await expectUsableByEverybody(desk);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog).toContainText(`none → ${owner}`);
  await expect(dialog).toContainText('Write the tags in AWS');
  // The cross alone closes it: the way on is the one answer that stands out.
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toHaveCount(1);
  await untilLoaded(desk);
  await expectUsableByEverybody(desk);
  await desk.setViewportSize(narrow);
  await expectUsableByEverybody(desk);
  await desk.setViewportSize(wide);
  await dialog.getByRole('button', { name: 'Adopt Account' }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByRole('link', { name: 'See its steps' })).toBeVisible();
  await expect(life.getByRole('link', { name: 'Adopted', exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(life).toContainText('Its team was found.');
  await expect(life.getByRole('button', { name: 'Adopt', exact: true })).toBeHidden();
});

test('accounts that nobody requested are selected, looked at one by one, and adopted at once', async ({
  elsewhere,
  mapped,
}) => {
  const db = databaseAt(mapped.dataDir);
  const { center } = await chargedOne(db);
  await db.query(
    `UPDATE cloud_parents SET managed = false, cloud_contact_email = NULL, cost_center = $2 WHERE name = ANY ($1)`,
    [FOUND, center],
  );
  await db.close();
  const desk = await elsewhere('Maya Okafor');
  await desk.goto('/auth/view/cloud_parents?by_managed=false');
  await untilLoaded(desk);
  await desk.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
  const bar = desk.getByRole('region', { name: 'Selected' });
  await bar.getByRole('button', { name: 'Adopt selected' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Adopt 2 Accounts' });
  await dialog.getByLabel(/^Environment/).fill('sandbox');
  await dialog.getByLabel(/^Reason/).fill('Their teams were found.');
  await expectUsableByEverybody(desk);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('2 accounts can be adopted.')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Accounts' })).toContainText('Environment: ');
  await untilLoaded(desk);
  await expectUsableByEverybody(desk);
  await desk.setViewportSize(narrow);
  await expectUsableByEverybody(desk);
  await desk.setViewportSize(wide);
  await dialog.getByRole('button', { name: 'Adopt All 2' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Adoption of 2 Accounts' })).toBeVisible();
  await expect(desk.getByRole('heading', { name: '2 Done' })).toBeVisible({ timeout: 60_000 });
  await expect(desk.getByText('Why: Their teams were found.')).toBeVisible();
  await untilLoaded(desk);
  await expectUsableByEverybody(desk);
});
