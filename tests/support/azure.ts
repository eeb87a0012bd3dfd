import { onTestFinished } from 'vitest';
import { openAzure } from '#server/providers/azure/azure.ts';
import type { Azure, AzureAccess } from '#server/providers/azure/interface.ts';
import { type AzureOptions, type AzureSimulator, startAzure } from '#simulators/azure/azure.ts';

/** How a simulator is reached. */
export const accessTo = (
  simulator: Pick<AzureSimulator, 'url' | 'application' | 'billingScope'>,
): AzureAccess => ({
  kind: 'simulator',
  url: simulator.url,
  ...simulator.application,
  billingScope: simulator.billingScope,
});

/** A tenant of one test, as the portal talks to it; subscriptions are there at once if nothing else is said. */
export async function azureOfTest(
  options: AzureOptions = {},
  callSeconds?: number,
): Promise<{ simulator: AzureSimulator; azure: Azure }> {
  const simulator = await startAzure({ delaySeconds: 0, tagDelaySeconds: 0, ...options });
  onTestFinished(() => simulator.close());
  return { simulator, azure: openAzure(accessTo(simulator), callSeconds) };
}

/** What a call throws. */
export const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => {
      throw new Error('The call did not fail.');
    },
    (error: unknown) => error,
  );
