import { expect, expectUsableByEverybody, narrow, untilLoaded, wide } from '#tests/support/journey.ts';
import { test } from '#tests/support/mapped-journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';

const ACCOUNT = '058304314208';

test('an account is moved from its page, and what differs from the cloud is repaired on either side', async ({
  elsewhere,
  mapped,
}) => {
  const db = databaseAt(mapped.dataDir);
  const { rows } = await db.query<{ id: number }>('SELECT id FROM cloud_parents WHERE identifier = $1', [
    ACCOUNT,
  ]);
  const id = rows[0]?.id ?? 0;
  const desk = await elsewhere('Maya Okafor');
  await desk.goto(`/auth/view/cloud_parents/${id}`);
  const life = desk.getByRole('region', { name: 'Life of the account' });
  await life.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = desk.getByRole('dialog', { name: /^Move / });
  await dialog.getByLabel(/^Move To/).click();
  await desk.getByRole('option', { name: 'test', exact: true }).click();
  await dialog.getByLabel(/^Reason/).fill('It is a test account.');
  await expectUsableByEverybody(desk);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog).toContainText('Where it is moved');
  await expect(dialog).toContainText('Move it in AWS');
  await untilLoaded(desk);
  await expectUsableByEverybody(desk);
  await desk.setViewportSize(narrow);
  await expectUsableByEverybody(desk);
  await desk.setViewportSize(wide);
  await dialog.getByRole('button', { name: 'Move Account' }).click();
  await expect(dialog).toContainText('See its steps');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(life.getByRole('link', { name: 'Moved', exact: true })).toBeVisible({ timeout: 60_000 });

  // As if somebody had moved another one and renamed the tag of this one in the console.
  await db.query(`UPDATE account_details SET place = 'sandbox' WHERE key = $1`, [ACCOUNT]);
  const { rows: others } = await db.query<{ id: number; identifier: string }>(
    `UPDATE cloud_parents SET place = 'production' WHERE id = (SELECT id FROM cloud_parents
       WHERE provider_type = 'AwsCloudParent' AND NOT terminated AND managed AND id <> $1 ORDER BY id LIMIT 1)
     RETURNING id, identifier`,
    [id],
  );
  const other = others[0]?.identifier ?? '';
  await db.query(
    `INSERT INTO account_details (provider_type, key, place) VALUES ('AwsCloudParent', lower($1), 'test')`,
    [other],
  );
  await db.close();
  await desk.goto('/auth/view/inventory_differences?by_kind=place');
  const row = (account: string) => desk.locator('tr[data-row]').filter({ hasText: account });
  await expect(row(ACCOUNT).getByRole('button', { name: /^Move it to test in the cloud/ })).toBeVisible();
  await row(other)
    .getByRole('button', { name: /^Take test over from the provider/ })
    .click();
  const repair = desk.getByRole('dialog', { name: 'Take Over from the Cloud' });
  await expect(repair).toContainText('Place: production → test');
  await repair.getByLabel(/^Reason/).fill('Its team has told us.');
  await expectUsableByEverybody(desk);
  await desk.setViewportSize(narrow);
  await expectUsableByEverybody(desk);
  await desk.setViewportSize(wide);
  await repair.getByRole('button', { name: 'Take Over from the Cloud' }).click();
  await expect(row(other)).toHaveCount(0);

  await desk.getByRole('checkbox', { name: `Select ${ACCOUNT}` }).check();
  await desk
    .getByRole('region', { name: 'Selected' })
    .getByRole('button', { name: 'Write to the cloud' })
    .click();
  const write = desk.getByRole('dialog', { name: 'Write to the Cloud' });
  await expect(write).toContainText('lies in test already');
  await expect(write.getByRole('button', { name: 'Write to the Cloud' })).toBeDisabled();
});
