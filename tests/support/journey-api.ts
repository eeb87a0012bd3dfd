import { apiClient, type Api } from './api.ts';
import { test as base } from './journey.ts';

/** Where the web keeps the headers of a session. */
const KEPT = 'skyledger.session';

interface CallerOptions {
  /** The name of whom the API is called as. */
  caller: string;
}

/** A journey's test that also calls the API, as Maya Okafor by default, to prepare records and to act as somebody else. */
export const test = base.extend<{ api: Api } & CallerOptions>({
  caller: ['Maya Okafor', { option: true }],
  api: async ({ portal, sessionOf, caller }, use) => {
    const { origins } = await sessionOf(caller);
    const kept = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === KEPT);
    if (!kept) throw new Error('The web keeps no session.');
    await use(apiClient(portal.url, JSON.parse(kept.value) as Record<string, string>));
  },
});
