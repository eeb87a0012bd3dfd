import { afterAll, beforeEach, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { behaviours } from '#server/behaviours/all.ts';
import { EngineServices } from '#server/engine/services.ts';
import { examineApps } from '#server/modules/github/examine.ts';
import { createVault } from '#server/platform/config/vault.ts';
import { openGitHub } from '#server/providers/github/github.ts';
import { appKey } from '#tests/support/github.ts';
import { startGitHub } from '#simulators/github/github.ts';
import { withDatabase } from '#tests/support/database.ts';

const database = withDatabase();
const { privateKey, publicKey } = appKey();
const rights = ['write', 'read', 'none'] as const;
const simulator = await startGitHub({
  app: async (id) => ({
    publicKey,
    installations: [{ organization: `org-${id}`, copilot: rights[Number(id)] ?? 'none' }],
  }),
});
afterAll(() => simulator.close());
beforeEach(() => database.db.query('TRUNCATE github_organization_apps CASCADE'));

/** What the doctor says: state and sentence of each line. */
async function linesOf(
  apps: readonly { name: string; app_id: string; private_key: string }[],
): Promise<string[]> {
  const services = new EngineServices({
    registry,
    behaviours,
    db: database.db,
    allows: () => true,
    ownRowsOf: () => null,
    importLimit: 1,
    vault: createVault(Buffer.alloc(32, 7)),
    demand: () => undefined,
    checksAnswers: true,
  });
  const who = { actor: { email: 'ada@example.com', name: 'Ada' }, requestId: 'r-1' };
  for (const app of apps)
    await services.create('github_organization_apps', { ...app, copilot_enabled: true }, who);
  const { findings } = await examineApps(services, openGitHub({ api: simulator.url, simulated: false }));
  return findings.map(({ state, message }) => `${state} ${message}`);
}

it('says of each App with Copilot whether GitHub takes it and what it may do, and changes nothing', async () => {
  const app = (id: number) => ({ name: `org-${id}`, app_id: String(id), private_key: privateKey });
  expect(
    await linesOf([app(0), app(1), app(2), { ...app(3), name: 'org-9' }, { ...app(4), private_key: 'x' }]),
  ).toEqual([
    'ok The App of org-0 may read and change seats of Copilot.',
    "warning The App of org-1 may read seats of Copilot only. To change them, give it the organization permission 'GitHub Copilot Business' with write.",
    "failed The App of org-2 may not read seats of Copilot. Give it the organization permission 'GitHub Copilot Business' (read and write).",
    expect.stringMatching(/^failed The private key of the GitHub App of org-4 is no private key in PEM/),
    expect.stringMatching(/^failed The GitHub App 3 is not installed in the organization org-9\./),
  ]);
  expect(simulator.faults.operations().toSorted()).toEqual(['CreateToken', 'GetInstallation']);
});

it('says that there is nothing to look at', async () => {
  expect(await linesOf([])).toEqual(['skipped No organization has Copilot Enabled.']);
});
