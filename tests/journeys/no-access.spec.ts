import { expect, expectUsableByEverybody, signIn, test as base } from '#tests/support/journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';
import { storedSession } from '#tests/support/page-api.ts';
import { spawnPortal, type SpawnedPortal } from '#tests/support/spawned-portal.ts';

const test = base.extend<{ mapped: SpawnedPortal }>({
  mapped: [
    async ({}, use) => {
      const portal = await spawnPortal({
        SAML_ROLES_ATTRIBUTE: 'groups',
        SAML_ROLE_MAP: 'ccoe-viewers=viewer',
      });
      await use(portal);
      await portal.stop();
    },
    { timeout: 180_000 },
  ],
  person: null,
  baseURL: async ({ mapped }, use) => use(mapped.url),
});

test('whoever has lost every role is told so, and may log out', async ({ page, mapped }) => {
  await signIn(page, 'Tomás Herrera');
  const db = databaseAt(mapped.dataDir);
  await db.query("UPDATE sessions SET roles = '{}'");
  await page.goto('/auth/view/cost_centers');
  await expect(page.getByRole('heading', { name: 'You have no access' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Please ask the CCoE team at');
  await expectUsableByEverybody(page);
  await page.getByRole('link', { name: 'Log Out' }).click();
  await page.waitForURL('**/unauth/home');
  expect(await storedSession(page)).toBeNull();
  expect((await db.query('SELECT 1 FROM sessions')).rowCount).toBe(0);
  await db.close();
});
