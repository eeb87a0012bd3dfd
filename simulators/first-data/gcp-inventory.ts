import type { Runner } from '#server/platform/database/database.ts';
import { simulatedDirectory } from './directory.ts';
import { simulatedPolicies } from './roles.ts';

/** The part of Google Cloud that the portal knows, for a simulator that begins: a sync then finds what is there. */
export async function gcpInventory(db: Runner) {
  const { rows: projects } = await db.query<{ projectId: string; displayName: string }>({
    text: `SELECT identifier AS "projectId", coalesce(name, identifier) AS "displayName" FROM cloud_parents
     WHERE provider_type = 'GcpCloudParent' AND NOT terminated ORDER BY id`,
  });
  const { rows: machines } = await db.query<
    Record<'id' | 'fullName' | 'name' | 'projectId' | 'zone' | 'machineType' | 'status', string>
  >({
    text: `SELECT resource_id AS id, resource_id AS "fullName", coalesce(name, '') AS name, coalesce(identifier, '') AS "projectId",
       coalesce(location, '') AS zone, coalesce(resource_type, '') AS "machineType", coalesce(upper(state), '') AS status
     FROM virtual_machines WHERE provider_type = 'GcpCloudParent' AND lower(state) IS DISTINCT FROM 'terminated' ORDER BY id`,
  });
  return { projects, machines, policies: simulatedPolicies(await simulatedDirectory(db)) };
}
