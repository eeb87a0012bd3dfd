import type { Runner } from '#server/platform/database/database.ts';
import type { InitialTenant } from '../azure/tenant.ts';
import { simulatedDirectory } from './directory.ts';
import { simulatedRoles } from './roles.ts';

/** The part of the inventory in Azure, as a tenant has it. */
export async function azureInventory(db: Runner): Promise<InitialTenant> {
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
