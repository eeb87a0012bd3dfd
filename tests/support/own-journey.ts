import { test as base } from './journey.ts';
import { spawnPortal } from './spawned-portal.ts';
import { HOOKS_ON_LOOPBACK } from './webhooks.ts';

/**
 * The test of a journey at a portal that no usual journey shares: with the example data alone, its example directory read as
 * at a first start, and webhooks that may call this machine. What others enter would be in the way: GitHub knows no key of
 * their organizations.
 */
export const test = base.extend({
  portal: [
    async ({}, use) => {
      const portal = await spawnPortal({ DIRECTORY_SYNC: '0 * * * *', ...HOOKS_ON_LOOPBACK });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
});
