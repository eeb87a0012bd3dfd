import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { loadConfig, projectRoot } from '#server/platform/config/config.ts';
import { simulators } from '#server/simulators.ts';
import { newDataDir, startServer } from '#tests/faults/portal-process.ts';
import { withDatabase } from '#tests/support/database.ts';
import { newTestKey } from '#tests/support/certificate.ts';

const database = withDatabase();
const teller = pathToFileURL(path.join(projectRoot, 'tests/support/tell-loaded-modules.mjs')).href;

/** Starts the portal, has it answer, ends it, and tells which of our files it has loaded by then. */
async function loadedBy(settings: Record<string, string>): Promise<string[]> {
  const dataDir = newDataDir();
  const told = path.join(dataDir, 'modules');
  const portal = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    NODE_OPTIONS: `--import ${teller}`,
    LOADED_MODULES: told,
    ...settings,
  });
  expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
  expect(await portal.stop()).toBe(0);
  const root = pathToFileURL(`${projectRoot}/`).href;
  const lines = new Set(readFileSync(told, 'utf8').split('\n'));
  return [...lines].flatMap((line) =>
    line.startsWith(root) && !line.includes('/node_modules/') ? [line.slice(root.length)] : [],
  );
}

const ofSimulators = (files: readonly string[]) => files.filter((file) => file.startsWith('simulators/'));

it('a portal in production loads no file of the simulators', { timeout: 240_000 }, async () => {
  const loaded = await loadedBy({
    NODE_ENV: 'production',
    SECRET_KEY: 'a secret for tests that nobody else has',
    SAML_IDP_SSO_URL: 'https://login.example.com/saml',
    SAML_IDP_ENTITY_ID: 'https://login.example.com',
    SAML_IDP_CERT: newTestKey().certificate,
  });
  expect(loaded).toContain('src/server/app.ts');
  expect(ofSimulators(loaded)).toEqual([]);
});

it('a portal that no setting names a cloud for loads them', { timeout: 240_000 }, async () => {
  const loaded = await loadedBy({ NODE_ENV: 'development' });
  expect(ofSimulators(loaded)).toEqual(
    expect.arrayContaining([
      'simulators/main.ts',
      'simulators/aws/aws.ts',
      'simulators/first-data/directory.ts',
      'simulators/identity-provider/identity-provider.ts',
    ]),
  );
});

it('production refuses them, whoever asks', async () => {
  const production = loadConfig({ NODE_ENV: 'production', SECRET_KEY: 'a secret for tests that nobody has' });
  await expect(simulators(production)).rejects.toThrow('No simulator runs under NODE_ENV=production.');
});
