import { examineDirectory as examine } from './modules/directory/sync/examine.ts';
import type { CloudParts } from './open-cloud.ts';
import type { Config } from './platform/config/config.ts';
import type { DirectoryConfig } from './platform/config/directory.ts';
import type { Examine } from './platform/process/finding.ts';
import { simulatorAccess } from './providers/common/simulator-access.ts';
import { openDirectory as openProvider } from './providers/graph/graph.ts';
import type { Directory, DirectoryAccess } from './providers/graph/interface.ts';
import { simulators } from './simulators.ts';

type DirectoryParts = Pick<CloudParts, 'config' | 'db' | 'onClose'>;

/** The directory of people and groups, or why there is none. */
export type OpenedDirectory = { directory: Directory } | { directory: null; missing: string };

const MISSING = 'Set GRAPH_TENANT_ID, and start the portal again.';
/** The doctor does not wait for long. */
const PATIENCE_SECONDS = 10;

/** The directory that the settings name, or a simulator of the people and accounts that the database has. */
export async function openDirectory({ config: all, db, onClose }: DirectoryParts): Promise<OpenedDirectory> {
  const config = all.directory;
  const access = accessOf(config);
  if (access) return { directory: openProvider(access) };
  if (!config.simulated) return { directory: null, missing: MISSING };
  return { directory: await openSimulator({ config: all, db, onClose }) };
}

/**
 * The directory whose groups may give people rights here: the one that the settings name. Nobody vouches for the people of the
 * portal's own simulator.
 */
export const directoryOfRights = (config: Pick<Config, 'directory'>, { directory }: OpenedDirectory) =>
  accessOf(config.directory) ? directory : null;

/** For the command `doctor`: reads a page of the directory without changing anything, or names the simulator in its place. */
export const examineDirectory: Examine = async ({ directory: config }) => {
  const what = 'directory';
  const access = accessOf(config);
  if (access?.kind === 'tenant')
    return examine(openProvider(access, { callSeconds: PATIENCE_SECONDS, patienceSeconds: 0 }));
  if (!access && !config.simulated)
    return {
      findings: [{ state: 'skipped', what, message: `No groups and people are read. ${MISSING}` }],
    };
  const simulator = config.api === null ? 'A simulator in the portal' : `A simulator at ${config.api}`;
  const message = `${simulator} stands for it, so that nobody's membership is real. GRAPH_TENANT_ID names a real one.`;
  return { findings: [{ state: 'skipped', what, message }] };
};

/** Where the settings say that the directory is; null where nothing but a simulator of the portal's own can be called. */
function accessOf({ tenant, api }: DirectoryConfig): DirectoryAccess | null {
  if (tenant !== null) return { kind: 'tenant', tenantId: tenant, ...(api !== null && { api }) };
  return api === null ? null : { kind: 'simulator', url: api, ...simulatorAccess.application };
}

async function openSimulator({ config, db, onClose }: DirectoryParts): Promise<Directory> {
  const simulator = await (await simulators(config)).graphOf({ db, dataDir: config.dataDir });
  onClose(() => simulator.close());
  return openProvider({ kind: 'simulator', url: simulator.url, ...simulatorAccess.application });
}
