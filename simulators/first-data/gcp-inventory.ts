import type { Runner } from '#server/platform/database/database.ts';
import { simulatedDirectory } from './directory.ts';
import { simulatedPolicies } from './roles.ts';

/** The part of Google Cloud that the portal knows, for a simulator that begins: a sync then finds what is there. */
export async function gcpInventory(db: Runner) {
  const { rows: found } = await db.query<{
    projectId: string;
    displayName: string;
    life: 'frozen' | 'closed' | null;
    since: string;
  }>({
    // What was closed can come back, and nobody pays for what is frozen.
    text: `SELECT p.identifier AS "projectId", coalesce(p.name, p.identifier) AS "displayName", l.state AS life, l.since
     FROM cloud_parents p LEFT JOIN account_lives l ON l.cloud_parent_id = p.id
     WHERE p.provider_type = 'GcpCloudParent' AND (NOT p.terminated OR (l.state = 'closed' AND l.last_day >= today())) ORDER BY p.id`,
  });
  const projects = found.map(({ life, since, ...project }) => ({
    ...project,
    ...(life === 'frozen' && { billingAccountName: '' }),
    ...(life === 'closed' && {
      state: 'DELETE_REQUESTED' as const,
      deletedAt: Date.parse(since),
      billingAccountName: '',
    }),
  }));
  const { rows: machines } = await db.query<
    Record<'id' | 'fullName' | 'name' | 'projectId' | 'zone' | 'machineType' | 'status', string>
  >({
    text: `SELECT resource_id AS id, resource_id AS "fullName", coalesce(name, '') AS name, coalesce(identifier, '') AS "projectId",
       coalesce(location, '') AS zone, coalesce(resource_type, '') AS "machineType", coalesce(upper(state), '') AS status
     FROM virtual_machines WHERE provider_type = 'GcpCloudParent' AND lower(state) IS DISTINCT FROM 'terminated' ORDER BY id`,
  });
  return { projects, machines, policies: simulatedPolicies(await simulatedDirectory(db)) };
}
