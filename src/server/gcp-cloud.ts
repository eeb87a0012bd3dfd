import { gcpDetails } from './account-details.ts';
import { createFolderTree } from './modules/factory/clouds/gcp-folders.ts';
import { examineGcp } from './modules/factory/clouds/gcp-examine.ts';
import { gcpLife } from './modules/factory/clouds/gcp-life.ts';
import { gcpRecipe } from './modules/factory/clouds/gcp.ts';
import { gcpAccess } from './modules/directory/access/gcp-access.ts';
import { gcpSource } from './modules/inventory/sync/source.ts';
import type { OpenCloud } from './open-cloud.ts';
import type { GcpConfig } from './platform/config/gcp.ts';
import type { Examine } from './platform/process/finding.ts';
import { simulatorAccess } from './providers/common/simulator-access.ts';
import { openGcp } from './providers/gcp/gcp.ts';
import type { GcpAccess } from './providers/gcp/interface.ts';
import { simulators, type Simulators } from './simulators.ts';

const MISSING = 'Set GCP_ORGANIZATION_ID and GCP_BILLING_ACCOUNT, and start the portal again.';
/** The doctor does not wait for long. */
const PATIENCE_SECONDS = 10;

/** Opens Google Cloud, or a simulator in its place, which begins with what the inventory has at the first call. */
export const openGcpCloud: OpenCloud = async ({ config: { gcp: config, dataDir, nodeEnv }, db, onClose }) => {
  if (!config) return { cloud: 'gcp', recipe: null, missing: MISSING };
  let simulator: ReturnType<Simulators['gcpOf']> | null = null;
  onClose(async () => (await simulator)?.close());
  const startOwn = async () => (await simulators({ nodeEnv })).gcpOf({ db, dataDir });
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
    life: gcpLife(gcp, folders),
    inventory: { ...gcpSource(gcp), details: gcpDetails(gcp, folders) },
    access: gcpAccess(gcp),
  };
};

const accessTo = ({ real }: GcpConfig, api: GcpAccess['api']): GcpAccess => ({
  organization: real?.organization ?? simulatorAccess.gcp.organization,
  billingAccount: real?.billingAccount ?? simulatorAccess.gcp.billingAccount,
  api,
  simulated: real === null,
});

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
