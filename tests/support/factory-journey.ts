import { startAws, type AwsSimulator } from '#simulators/aws/aws.ts';
import { test as base } from './journey.ts';
import { spawnPortal } from './spawned-portal.ts';

interface FactoryFixtures {
  /** The AWS of the portal: the journey sees what is made there, and lets it refuse. */
  aws: AwsSimulator;
  /** By then the portal has talked to Google and Azure once. */
  warmed: void;
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
      const settings = { AWS_API: aws.url, APPROVALS: 'gcp_project', WEBHOOK_NETWORKS: '127.0.0.1' };
      const portal = await spawnPortal(settings);
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  // What talks to a cloud is loaded by the first call, which a busy machine takes long for.
  warmed: [
    async ({ apiAs }, use) => {
      const api = await apiAs('Maya Okafor');
      await api.get('/gcp-folders');
      await api.get('/azure-groups');
      await use();
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
});
