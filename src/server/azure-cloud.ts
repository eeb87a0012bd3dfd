import { azureDetails } from './account-details.ts';
import { createGroupTree } from './modules/factory/clouds/azure-groups.ts';
import { examineAzure } from './modules/factory/clouds/azure-examine.ts';
import { azureLife } from './modules/factory/clouds/azure-life.ts';
import { azureRecipe } from './modules/factory/clouds/azure.ts';
import { azureAccess } from './modules/directory/access/azure-access.ts';
import { azureSource } from './modules/inventory/sync/source.ts';
import type { CloudParts, OpenCloud } from './open-cloud.ts';
import type { AzureConfig } from './platform/config/azure.ts';
import type { Examine } from './platform/process/finding.ts';
import { openAzure as openProvider } from './providers/azure/azure.ts';
import type { Azure, AzureAccess } from './providers/azure/interface.ts';
import { simulatorAccess } from './providers/common/simulator-access.ts';
import { simulators } from './simulators.ts';

const MISSING = 'Set AZURE_TENANT_ID and AZURE_BILLING_SCOPE, and start the portal again.';
/** The doctor does not wait for long. */
const PATIENCE_SECONDS = 10;

/** Where simulators are, for whoever calls one. */
const simulated = { ...simulatorAccess.application, billingScope: simulatorAccess.billingScope };

/** Azure as the settings name it, or a simulator that knows the subscriptions and machines that the inventory has. */
export const openAzureCloud: OpenCloud = async (parts) => {
  const { azure } = parts.config;
  const cloud = 'azure' as const;
  if (azure === null) return { cloud, recipe: null, missing: MISSING };
  const access = accessOf(azure);
  const provider = access ? openProvider(access) : await openSimulator(parts);
  const groups = createGroupTree(provider);
  return {
    cloud,
    recipe: azureRecipe(provider, azure, groups),
    reached: provider.reached,
    groups,
    life: azureLife(provider, groups),
    inventory: { ...azureSource(provider), details: azureDetails(provider) },
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

async function openSimulator({ config, db, onClose }: CloudParts): Promise<Azure> {
  const simulator = await (await simulators(config)).azureOf({ db, dataDir: config.dataDir });
  onClose(() => simulator.close());
  return openProvider({ kind: 'simulator', url: simulator.url, ...simulated });
}
