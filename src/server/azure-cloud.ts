import { createGroupTree } from './modules/factory/clouds/azure-groups.ts';
import { examineAzure } from './modules/factory/clouds/azure-examine.ts';
import { azureRecipe } from './modules/factory/clouds/azure.ts';
import { azureAccess } from './modules/directory/access/azure-access.ts';
import { azureSource } from './modules/inventory/sync/source.ts';
import type { OpenCloud } from './open-cloud.ts';
import type { AzureConfig } from './platform/config/azure.ts';
import type { Examine } from './platform/process/finding.ts';
import type { Runner } from './platform/database/database.ts';
import { openAzure as openProvider } from './providers/azure/azure.ts';
import type { Azure, AzureAccess } from './providers/azure/interface.ts';
import { simulatorFile } from '#simulators/simulator-file.ts';
import { simulatedDirectory } from '#simulators/first-data/directory.ts';
import { simulatedRoles } from '#simulators/first-data/roles.ts';
import { simulated, startAzure } from '#simulators/azure/azure.ts';
import type { InitialTenant } from '#simulators/azure/tenant.ts';

const MISSING = 'Set AZURE_TENANT_ID and AZURE_BILLING_SCOPE, and start the portal again.';
/** The doctor does not wait for long. */
const PATIENCE_SECONDS = 10;

/** Azure as the settings name it, or a simulator that knows the subscriptions and machines that the inventory has. */
export const openAzureCloud: OpenCloud = async ({ config: { azure, dataDir }, db, onClose }) => {
  const cloud = 'azure' as const;
  if (azure === null) return { cloud, recipe: null, missing: MISSING };
  const access = accessOf(azure);
  const provider = access ? openProvider(access) : await openSimulator(dataDir, db, onClose);
  const groups = createGroupTree(provider);
  return {
    cloud,
    recipe: azureRecipe(provider, azure, groups),
    reached: provider.reached,
    groups,
    inventory: azureSource(provider),
    access: azureAccess(provider),
  };
};

/** For the command `doctor`: tries Azure without making anything, or names the simulator in its place. */
export const examineAzureCloud: Examine = async ({ azure }) => {
  const what = 'Azure';
  if (!azure)
    return {
      findings: [
        { state: 'skipped', what, message: `Nobody can ask for subscriptions of Azure. ${MISSING}` },
      ],
    };
  const access = accessOf(azure);
  if (access?.kind === 'tenant')
    return examineAzure({
      azure: openProvider(access, PATIENCE_SECONDS),
      productionGroups: azure.productionGroups,
    });
  const simulator = azure.api === null ? 'A simulator in the portal' : `A simulator at ${azure.api}`;
  const message = `${simulator} stands for it, so that subscriptions are made nowhere. AZURE_TENANT_ID and AZURE_BILLING_SCOPE name a real one.`;
  return { findings: [{ state: 'skipped', what, message }] };
};

/** Where the settings say that Azure is; null where nothing but a simulator of the portal's own can be called. */
function accessOf({ tenant, api }: AzureConfig): AzureAccess | null {
  if (tenant)
    return {
      kind: 'tenant',
      tenantId: tenant.id,
      billingScope: tenant.billingScope,
      ...(api !== null && { api }),
    };
  return api === null ? null : { kind: 'simulator', url: api, ...simulated };
}

async function openSimulator(
  dataDir: string,
  db: Runner,
  onClose: (end: () => Promise<void>) => void,
): Promise<Azure> {
  const simulator = await startAzure({
    stateFile: await simulatorFile(dataDir, 'azure.json'),
    initial: () => tenantOf(db),
  });
  onClose(() => simulator.close());
  return openProvider({ kind: 'simulator', url: simulator.url, ...simulated });
}

/** The part of the inventory in Azure, as a tenant has it. */
async function tenantOf(db: Runner): Promise<InitialTenant> {
  const parents = await db.query<{
    id: string;
    name: string | null;
    environment: string | null;
  }>({
    text: `SELECT lower(identifier) AS id, name, environment FROM cloud_parents
     WHERE provider_type = 'AzureCloudParent' AND NOT terminated ORDER BY id`,
  });
  const machines = await db.query<{
    id: string;
    name: string | null;
    subscription: string;
    location: string | null;
    size: string | null;
    state: string | null;
  }>({
    text: `SELECT resource_id AS id, name, lower(identifier) AS subscription, location, resource_type AS size, state
     FROM virtual_machines
     WHERE provider_type = 'AzureCloudParent' AND identifier IS NOT NULL
       AND lower(state) IS DISTINCT FROM 'terminated' ORDER BY id`,
  });
  return {
    assignments: simulatedRoles(await simulatedDirectory(db)),
    subscriptions: parents.rows.map(({ id, name, environment }) => ({
      id,
      displayName: name ?? id,
      ...(environment !== null && { group: environment }),
    })),
    machines: machines.rows.map(({ id, name, subscription, location, size, state }) => ({
      id,
      name: name ?? id.split('/').at(-1) ?? id,
      subscriptionId: subscription,
      location: location ?? '',
      size: size ?? '',
      powerState: `PowerState/${(state ?? '').replace(/^PowerState\//, '')}`,
      tags: {},
    })),
  };
}
