/**
 * The least that reads what the clouds have: a loop over all pages of the same providers, which keeps nothing. Its own
 * process, so that it has a core to itself as the portal has. It loops once for each message, and answers with `Looped`.
 */
import { awsSource, azureSource, gcpSource } from '#server/modules/inventory/sync/source.ts';
import { openAws } from '#server/providers/aws/provider.ts';
import { openAzure } from '#server/providers/azure/azure.ts';
import { openGcp } from '#server/providers/gcp/gcp.ts';
import { AGGREGATOR } from '#simulators/aws/config.ts';
import { SIMULATOR_KEY } from '#simulators/aws/aws.ts';
import { simulated } from '#simulators/azure/azure.ts';
import { SIMULATED_BILLING_ACCOUNT, SIMULATED_ORGANIZATION } from '#simulators/gcp/gcp.ts';

/** Where the three clouds are, each without a slash at the end. */
export interface PagingPlan {
  aws: string;
  azure: string;
  gcp: string;
}

/** What one loop came to. */
export interface Looped {
  accounts: number;
  machines: number;
  seconds: number;
}

const plan = JSON.parse(process.env['PAGING_PLAN'] ?? '') as PagingPlan;
const sources = [
  awsSource(
    openAws({
      api: plan.aws,
      credentials: SIMULATOR_KEY,
      region: 'us-east-1',
      organization: null,
      catalogRole: 'catalog',
      aggregator: AGGREGATOR,
    }),
    true,
  ),
  azureSource(openAzure({ kind: 'simulator', url: plan.azure, ...simulated })),
  gcpSource(
    openGcp({
      organization: SIMULATED_ORGANIZATION,
      billingAccount: SIMULATED_BILLING_ACCOUNT,
      api: plan.gcp,
      simulated: true,
    }),
  ),
];

async function countOf(pages: AsyncIterable<readonly unknown[]> | undefined): Promise<number> {
  let count = 0;
  for await (const page of pages ?? []) count += page.length;
  return count;
}

async function loop(): Promise<Looped> {
  const began = performance.now();
  let accounts = 0;
  let machines = 0;
  for (const source of sources) {
    accounts += await countOf(source.accounts());
    machines += await countOf(source.machines?.());
  }
  return { accounts, machines, seconds: (performance.now() - began) / 1000 };
}

process.on('message', () => void loop().then((looped) => process.send?.(looped)));
process.once('disconnect', () => process.exit());
