import { registry } from '#resources/registry.ts';
import { apiClient, type Api } from './api.ts';
import { Factory } from './factories.ts';
import { test as base } from './journey.ts';

interface ReferenceFixtures {
  /** Calls the API of this worker's portal as Maya Okafor. */
  api: Api;
  /** Makes records there; no two of them alike. */
  factory: Factory;
}

/** The test of a journey that needs records of its own beside what the page does. */
export const test = base.extend<object, ReferenceFixtures>({
  api: [
    async ({ portal, sessionOf }, use) => {
      const { origins } = await sessionOf('Maya Okafor');
      const kept = origins
        .flatMap(({ localStorage }) => localStorage)
        .find(({ value }) => value.includes('access-token'));
      if (!kept) throw new Error('The browser keeps no session.');
      await use(apiClient(portal.url, JSON.parse(kept.value) as Record<string, string>));
    },
    { scope: 'worker' },
  ],
  factory: [async ({ api }, use) => use(new Factory(api, registry)), { scope: 'worker' }],
});
