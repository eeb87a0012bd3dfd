import { createFolderTree } from './modules/factory/clouds/gcp-folders.ts';
import { examineGcp } from './modules/factory/clouds/gcp-examine.ts';
import { gcpRecipe } from './modules/factory/clouds/gcp.ts';
import { providerTypes } from './modules/factory/provider-types.ts';
import { gcpAccess } from './modules/directory/access/gcp-access.ts';
import { gcpSource } from './modules/inventory/sync/source.ts';
import type { OpenCloud } from './open-cloud.ts';
import type { GcpConfig } from './platform/config/gcp.ts';
import type { Database } from './platform/database/database.ts';
import type { Examine } from './platform/process/finding.ts';
import { openGcp } from './providers/gcp/gcp.ts';
import type { GcpAccess } from './providers/gcp/interface.ts';
import { simulatorFile } from '#simulators/simulator-file.ts';
import { simulatedDirectory } from '#simulators/first-data/directory.ts';
import { simulatedPolicies } from '#simulators/first-data/roles.ts';
import {
  SIMULATED_BILLING_ACCOUNT,
  SIMULATED_ORGANIZATION,
  startGcp,
  type GcpSimulator,
} from '#simulators/gcp/gcp.ts';

const MISSING = 'Set GCP_ORGANIZATION_ID and GCP_BILLING_ACCOUNT, and start the portal again.';
/** The doctor does not wait for long. */
const PATIENCE_SECONDS = 10;

/** Opens Google Cloud, or a simulator in its place, which begins with what the inventory has at the first call. */
export const openGcpCloud: OpenCloud = async ({ config: { gcp: config, dataDir }, db, onClose }) => {
  if (!config) return { cloud: 'gcp', recipe: null, missing: MISSING };
  let simulator: Promise<GcpSimulator> | null = null;
  onClose(async () => (await simulator)?.close());
  const startOwn = async () => {
    return startGcp({ stateFile: await simulatorFile(dataDir, 'gcp.jsonl'), initial: await inventoryOf(db) });
  };
  const isOwn = config.real === null && config.api === null;
  const gcp = openGcp(
    accessTo(config, isOwn ? async () => (await (simulator ??= startOwn())).url : config.api),
  );
  const folders = createFolderTree(gcp);
  return {
    cloud: 'gcp',
    recipe: gcpRecipe(gcp, folders),
    reached: gcp.reached,
    folders,
    inventory: gcpSource(gcp),
    access: gcpAccess(gcp),
  };
};

const accessTo = ({ real }: GcpConfig, api: GcpAccess['api']): GcpAccess => ({
  organization: real?.organization ?? SIMULATED_ORGANIZATION,
  billingAccount: real?.billingAccount ?? SIMULATED_BILLING_ACCOUNT,
  api,
  simulated: real === null,
});

/** The part of Google Cloud that the portal knows, for a simulator that begins: a sync then finds what is there. */
async function inventoryOf(db: Database) {
  const { rows: projects } = await db.query<{ projectId: string; displayName: string }>(
    `SELECT identifier AS "projectId", coalesce(name, identifier) AS "displayName" FROM cloud_parents
     WHERE provider_type = $1 AND NOT terminated ORDER BY id`,
    [providerTypes.gcp],
  );
  const { rows: machines } = await db.query<
    Record<'id' | 'fullName' | 'name' | 'projectId' | 'zone' | 'machineType' | 'status', string>
  >(
    `SELECT resource_id AS id, resource_id AS "fullName", coalesce(name, '') AS name, coalesce(identifier, '') AS "projectId",
       coalesce(location, '') AS zone, coalesce(resource_type, '') AS "machineType", coalesce(upper(state), '') AS status
     FROM virtual_machines WHERE provider_type = $1 AND lower(state) IS DISTINCT FROM 'terminated' ORDER BY id`,
    [providerTypes.gcp],
  );
  return { projects, machines, policies: simulatedPolicies(await simulatedDirectory(db)) };
}

/** For the command `doctor`: tries Google Cloud without making anything, or names the simulator in its place. */
export const examineGcpCloud: Examine = async ({ gcp }) => {
  const what = 'Google Cloud';
  if (!gcp)
    return {
      findings: [{ state: 'skipped', what, message: `Nobody can ask for projects of Google. ${MISSING}` }],
    };
  if (gcp.real) return examineGcp(openGcp(accessTo(gcp, gcp.api), PATIENCE_SECONDS));
  const simulator = gcp.api === null ? 'A simulator in the portal' : `A simulator at ${gcp.api}`;
  const message = `${simulator} stands for it, so that projects are made nowhere. GCP_ORGANIZATION_ID and GCP_BILLING_ACCOUNT name real ones.`;
  return { findings: [{ state: 'skipped', what, message }] };
};
