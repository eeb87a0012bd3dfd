import type { Locator, Page } from '@playwright/test';
import { expect, expectUsableByEverybody, narrow, untilLoaded, wide } from '#tests/support/journey.ts';
import { test } from '#tests/support/mapped-journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';

const ACCOUNT = '059627244697';
const OWNER = 'anders.lindqvist@example.com';

const lifeOf = (page: Page) => page.getByRole('region', { name: 'Life of the account' });

/** Does something with the account of a page, in its dialog, with a reason. */
async function does(page: Page, label: string, reason: string, look: (dialog: Locator) => Promise<void>) {
  await lifeOf(page).getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `${label} game-studio-development` });
  await expect(dialog.getByText('A mail goes to')).toBeVisible();
  await look(dialog);
  await dialog.getByLabel(/^Reason/).fill(reason);
  await dialog.getByRole('button', { name: `${label} Account` }).click();
  await expect(dialog).toBeHidden();
}

test('an account is frozen, released and closed, and its page tells by whom and why', async ({
  elsewhere,
  mapped,
}) => {
  const db = databaseAt(mapped.dataDir);
  const { rows } = await db.query<{ id: number }>(
    'UPDATE cloud_parents SET cloud_contact_email = $1 WHERE identifier = $2 RETURNING id',
    [OWNER, ACCOUNT],
  );
  await db.close();
  const desk = await elsewhere('Maya Okafor');
  await desk.goto(`/auth/view/cloud_parents/${rows[0]?.id}`);
  const life = lifeOf(desk);
  await expect(life).toContainText('In use.');
  await untilLoaded(desk);
  await expectUsableByEverybody(desk);
  await does(desk, 'Freeze', 'Its key was published.', async (dialog) => {
    await expect(dialog).toContainText('is moved to the organizational unit Quarantine');
    await expectUsableByEverybody(desk);
    await desk.setViewportSize(narrow);
    await expectUsableByEverybody(desk);
    await desk.setViewportSize(wide);
  });
  await expect(life).toContainText('Frozen since', { timeout: 60_000 });
  await expect(life.getByRole('listitem').first()).toContainText('Its key was published.');
  await does(desk, 'Release', 'The key is another one now.', async (dialog) => {
    await expect(dialog).toContainText('moved back to the unit it came from');
  });
  await expect(life).toContainText('In use.', { timeout: 60_000 });

  await does(desk, 'Close', 'The engine was rebuilt elsewhere.', async (dialog) => {
    await expect(dialog).toContainText(`${OWNER}, who owns it, under My Cloud.`);
    await expect(dialog).toContainText('Begun today, the last day that is sure is');
  });
  await expect(life).toContainText('Account Closure is under way');
  const owner = await elsewhere('Anders Lindqvist');
  await owner.goto('/auth/my-cloud');
  const asked = owner.getByRole('region', { name: 'An account is to be closed' });
  await expect(asked).toContainText('The engine was rebuilt elsewhere.');
  await untilLoaded(owner);
  await expectUsableByEverybody(owner);
  await asked.getByRole('button', { name: 'Agree', exact: true }).click();
  const agreeing = owner.getByRole('dialog', { name: 'Agree to Close It' });
  await expectUsableByEverybody(owner);
  await agreeing.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(asked).toContainText('You agreed');

  const other = await elsewhere('Jonas Lindqvist');
  await other.goto('/auth/view/cloud_deployments?by_kind=account_closure');
  await other.getByRole('link', { name: 'game-studio-development' }).click();
  await other.getByRole('button', { name: 'Approve', exact: true }).click();
  const approving = other.getByRole('dialog', { name: 'Approve Request' });
  await approving.getByLabel('Reason').fill('Nothing runs in it any more.');
  await approving.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(other.getByRole('main').getByText('Done', { exact: true }).first()).toBeVisible({
    timeout: 60_000,
  });

  await desk.reload();
  await expect(life).toContainText('Closed since');
  await expect(life).toContainText('its support reopens the account within 90 days');
  for (const what of ['Frozen', 'Released', 'Closed'])
    await expect(life.getByRole('link', { name: what, exact: true })).toBeVisible();
  await expect(life).toContainText('The engine was rebuilt elsewhere.');
  await untilLoaded(desk);
  await expectUsableByEverybody(desk);
});
