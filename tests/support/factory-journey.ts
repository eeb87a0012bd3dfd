import { registry } from '#resources/registry.ts';
import { SESSION_KEY } from '#kernel/session-key.ts';
import { startAws, type AwsSimulator } from '#server/simulators/aws/aws.ts';
import { apiClient, type Api } from './api.ts';
import { Factory } from './factories.ts';
import { signIn, test as base } from './journey.ts';
import { spawnPortal } from './spawned-portal.ts';

interface FactoryFixtures {
  /** The AWS of the portal: the journey sees what is made there, and lets it refuse. */
  aws: AwsSimulator;
  /** Calls the portal's API as somebody, by their name. */
  apiAs: (person: string) => Promise<Api>;
  /** Makes reference data there; by then the portal has talked to Google and Azure once. */
  factory: Factory;
}

/** The test of a journey at a portal of its own, where somebody else has to approve each project of Google Cloud. */
export const test = base.extend<object, FactoryFixtures>({
  aws: [
    async ({}, use) => {
      const aws = await startAws({ delaySeconds: 0.2, mostAccounts: 100 });
      await use(aws);
      await aws.close();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ aws }, use) => {
      const portal = await spawnPortal({ AWS_API: aws.url, APPROVALS: 'gcp_project' });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  apiAs: [
    async ({ browser, portal }, use) =>
      use(async (person) => {
        // Of nobody yet: a new context would else begin as whom the test is.
        const signedOut = { cookies: [], origins: [] };
        const context = await browser.newContext({ baseURL: portal.url, storageState: signedOut });
        await signIn(await context.newPage(), person);
        const { origins } = await context.storageState();
        await context.close();
        const kept = origins
          .flatMap(({ localStorage }) => localStorage)
          .find(({ name }) => name === SESSION_KEY);
        if (!kept) throw new Error('The browser keeps no session.');
        return apiClient(portal.url, JSON.parse(kept.value) as Record<string, string>);
      }),
    { scope: 'worker' },
  ],
  factory: [
    async ({ apiAs }, use) => {
      const api = await apiAs('Maya Okafor');
      // What talks to a cloud is loaded by the first call, which a busy machine takes long for.
      await api.get('/gcp-folders');
      await api.get('/azure-groups');
      await use(new Factory(api, registry));
    },
    { scope: 'worker', auto: true, timeout: 90_000 },
  ],
});
