import type { Page } from '@playwright/test';
import { dayAfter, formatDay } from '#kernel/dates.ts';
import { expect, expectUsableByEverybody, narrow, untilLoaded, wide } from '#tests/support/journey.ts';
import { test } from '#tests/support/mapped-journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';

const ACCOUNT = '049223577841';
const NAME = 'odds-feed-production';
const OWNER = 'anders.lindqvist@example.com';
const TODAY = new Date().toISOString().slice(0, 10);
const inDays = (days: number) => formatDay(dayAfter(TODAY, days));

const leaseOf = (page: Page) => page.getByRole('region', { name: 'Lease', exact: true });

async function lookWideAndNarrow(page: Page) {
  await expectUsableByEverybody(page);
  await page.setViewportSize(narrow);
  await expectUsableByEverybody(page);
  await page.setViewportSize(wide);
}

test('an account is lent, its owner extends that, and at the end it is frozen and released with an extension', async ({
  elsewhere,
  mapped,
}) => {
  const db = databaseAt(mapped.dataDir);
  const { rows } = await db.query<{ id: number }>(
    'UPDATE cloud_parents SET cloud_contact_email = $1 WHERE identifier = $2 RETURNING id',
    [OWNER, ACCOUNT],
  );
  const desk = await elsewhere('Maya Okafor');
  await desk.goto(`/auth/view/cloud_parents/${rows[0]?.id}`);
  const lease = leaseOf(desk);
  await expect(lease).toContainText('No lease: nothing ends the account by itself.');
  await lease.getByRole('button', { name: 'Set Lease' }).click();
  const setting = desk.getByRole('dialog', { name: `Set a Lease for ${NAME}` });
  await setting.getByLabel(/^Last Day/).fill(dayAfter(TODAY, 5));
  await setting.getByLabel(/^Spend Limit/).fill('500');
  await setting.getByLabel(/^Currency/).fill('EUR');
  await setting.getByLabel(/^Reason/).fill('A sandbox for the new engine.');
  await lookWideAndNarrow(desk);
  await setting.getByRole('button', { name: 'Set Lease' }).click();
  await expect(setting).toBeHidden();
  await expect(lease).toContainText(`Lease ends on ${inDays(5)} (in 5 days).`);
  await expect(lease).toContainText('0.00 EUR of 500.00 EUR spent');
  const coming = lease.getByRole('list', { name: 'What comes' });
  await expect(coming).toContainText(`${inDays(6)} (in 6 days)The account is frozen`);
  await expect(coming).toContainText(`${inDays(36)} (in 36 days)Owner and desk are asked to close it`);
  const line = desk.getByRole('list', { name: 'Life of the account' });
  await expect(line.getByRole('listitem').first()).toContainText('A sandbox for the new engine.');
  await untilLoaded(desk);
  await lookWideAndNarrow(desk);

  const owner = await elsewhere('Anders Lindqvist');
  await owner.goto('/auth/my-cloud');
  const mine = owner.getByRole('region', { name: 'Leases of accounts' });
  await expect(mine).toContainText(`Lease ends on ${inDays(5)} (in 5 days).`);
  await untilLoaded(owner);
  await lookWideAndNarrow(owner);
  await mine.getByRole('button', { name: 'Extend' }).click();
  const extending = owner.getByRole('dialog', { name: `Extend the Lease of ${NAME}` });
  await expect(extending).toContainText(`It can be extended to ${inDays(35)} at most.`);
  await extending.getByLabel(/^Last Day/).fill(dayAfter(TODAY, 40));
  await extending.getByLabel(/^Reason/).fill('The engine is not ready.');
  await extending.getByRole('button', { name: 'Extend Lease' }).click();
  await expect(extending).toContainText(`Last Day must be ${inDays(35)} or earlier`);
  await extending.getByLabel(/^Last Day/).fill(dayAfter(TODAY, 20));
  await extending.getByRole('button', { name: 'Extend Lease' }).click();
  await expect(extending).toBeHidden();
  await expect(mine).toContainText(`Lease ends on ${inDays(20)} (in 20 days).`);

  // Its last day passes; the clock of the portal does the rest.
  await db.query(`UPDATE account_leases SET ends_on = $1`, [dayAfter(TODAY, -1)]);
  await db.close();
  await desk.goto('/auth/leases');
  const leases = desk.getByRole('list', { name: 'Leases' });
  await expect(leases).toContainText(NAME);
  await expect
    .poll(
      async () => {
        await desk.reload();
        return leases.textContent();
      },
      { timeout: 90_000, intervals: [2000] },
    )
    .toContain('Frozen');
  await untilLoaded(desk);
  await lookWideAndNarrow(desk);
  await leases.getByRole('button', { name: NAME }).click();
  await expect(lease).toContainText(`Lease ended on ${inDays(-1)} (1 day ago).`);
  await expect(line).toContainText('Lease ended');
  await untilLoaded(desk);
  await lookWideAndNarrow(desk);

  await owner.reload();
  await expect(mine).toContainText('The account is frozen.');
  await mine.getByRole('button', { name: 'Extend' }).click();
  await extending.getByLabel(/^Reason/).fill('It is needed for one more week.');
  await expect(extending.getByText('Release the account')).toBeVisible();
  await lookWideAndNarrow(owner);
  await extending.getByRole('button', { name: 'Extend Lease' }).click();
  await expect(extending).toBeHidden();
  await desk.reload();
  await expect(desk.getByRole('region', { name: 'Life of the account' })).toContainText('In use.', {
    timeout: 60_000,
  });
  await expect(lease).toContainText(`Lease ends on ${inDays(30)} (in 30 days).`);
});
