import type { Page } from '@playwright/test';
import { signIn, test as base } from './journey.ts';
import { spawnPortal, type SpawnedPortal } from './spawned-portal.ts';

/** The portal's own people, each by the group that they are in. */
const ROLE_MAP =
  'ccoe-admins=admin, ccoe-operators=operator, ccoe-editors=editor, ccoe-viewers=viewer, cloud-owners=owner';

/** A journey's test at a portal that maps roles; `page` is signed out there, in a browser of its own. */
export const test = base.extend<{ elsewhere: (person: string) => Promise<Page> }, { mapped: SpawnedPortal }>({
  mapped: [
    async ({}, use) => {
      const portal = await spawnPortal({
        SAML_ROLES_ATTRIBUTE: 'groups',
        SAML_ROLE_MAP: ROLE_MAP,
        DIRECTORY_SYNC: '0 * * * *',
      });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  person: null,
  newBrowser: true,
  baseURL: async ({ mapped }, use) => use(mapped.url),
  /** Signs somebody in in another browser. */
  elsewhere: async ({ browser, mapped }, use) => {
    const opened: Page[] = [];
    await use(async (person) => {
      const context = await browser.newContext({ baseURL: mapped.url });
      const page = await context.newPage();
      opened.push(page);
      await signIn(page, person);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});
