import { createPublicKey } from 'node:crypto';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import type { EngineServices } from './engine/services.ts';
import { examineApps } from './modules/github/examine.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import type { CommandContext } from './platform/process/command.ts';
import type { Examination } from './platform/process/finding.ts';
import { openGitHub } from './providers/github/github.ts';
import type { GitHub } from './providers/github/interface.ts';
import { simulators, type Simulators } from './simulators.ts';

/** The doctor does not wait for long. */
const PATIENCE_SECONDS = 10;

interface GitHubOpening {
  config: Pick<Config, 'github' | 'dataDir' | 'nodeEnv'>;
  services: EngineServices;
  /** Has something ended with the portal, such as a simulator. */
  onClose: (end: () => Promise<void>) => void;
}

/**
 * GitHub, or a simulator in its place, which begins with the seats that the portal knows at the first call. Null where
 * neither is there.
 */
export function openOwnGitHub({ config, services, onClose }: GitHubOpening): GitHub | null {
  const { github, dataDir } = config;
  const { db } = services;
  if (!github) return null;
  if (github.api !== null) return openGitHub({ api: github.api, simulated: false });
  let simulator: ReturnType<Simulators['githubOf']> | null = null;
  onClose(async () => (await simulator)?.close());
  const app = (id: string) => knownApp(services, id);
  const start = async () => (await simulators(config)).githubOf({ db, dataDir, app });
  const api = async () => {
    simulator ??= start();
    // A failure is tried again with the next call.
    simulator.catch(() => (simulator = null));
    return (await simulator).url;
  };
  return openGitHub({ api, simulated: true });
}

/** For the command `doctor`: tries each App at GitHub without changing anything, or names the simulator in its place. */
export const examineGitHub =
  (servicesFor: (config: Config, db: Database) => EngineServices) =>
  async ({ config, openStore }: CommandContext): Promise<Examination> => {
    const skipped = (message: string): Examination => ({
      findings: [{ state: 'skipped', what: 'GitHub', message }],
    });
    const { github } = config;
    if (!github) return skipped('The seats of Copilot are not read. GITHUB_API names GitHub.');
    if (github.api === null)
      return skipped(
        'A simulator in the portal stands for it, so that no seat of Copilot is added or removed. GITHUB_API names the real one.',
      );
    const { db } = await openStore({ migrated: false });
    const { rows } = await db.query<{ there: boolean }>(
      `SELECT to_regclass('copilot_readings') IS NOT NULL AS there`,
    );
    if (!rows[0]?.there) return skipped('Its Apps are in a database that the next start makes.');
    const { api } = github;
    return examineApps(
      servicesFor(config, db),
      openGitHub({ api, simulated: false, patienceSeconds: PATIENCE_SECONDS }),
    );
  };

type KnownApp = Awaited<ReturnType<Parameters<Simulators['githubOf']>[0]['app']>>;

/** An App as GitHub would know it: by the public half of its key, installed in the organization of its name. */
async function knownApp(services: EngineServices, appId: string): Promise<KnownApp> {
  const { rows } = await services.db.query<{ id: number; name: string }>({
    text: `SELECT id, btrim(name) AS name FROM ${githubOrganizationApps.name}
      WHERE btrim(app_id) = $1 AND private_key IS NOT NULL ORDER BY id`,
    values: [appId],
  });
  const [first] = rows;
  const pem = first && (await services.secret(githubOrganizationApps.name, first.id, 'private_key'));
  if (!pem) return null;
  return {
    publicKey: publicHalf(pem),
    installations: rows.map(({ name }) => ({ organization: name, copilot: 'write' })),
  };
}

/** Of what is no key, something that proves nothing. */
function publicHalf(pem: string): string {
  try {
    const key = createPublicKey(pem.replaceAll('\\n', '\n').trim());
    return key.export({ type: 'spki', format: 'pem' }).toString();
  } catch {
    return '';
  }
}
