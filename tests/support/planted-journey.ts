import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { SESSION_KEY } from '#kernel/session-key.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/postgres.ts';
import type { EnginePortal } from './engine-portal.ts';
import { startEnginePortal } from './engine-portal.ts';
import { test as base } from './journey.ts';
import { migratePlanted } from './plant.ts';
import { buildPlantedWeb, type PlantedFiles } from './planted-web.ts';
import { madeOnce } from './run-folder.ts';

export interface PlantedJourney {
  /** The portal's models and the planted ones. */
  registry: Registry;
  planted: readonly Resource[];
  /** SQL that fills their tables, where there are more rows than requests should make. */
  rows?: string;
  behaviours?: Behaviour[];
  files: PlantedFiles;
}

async function openPlantedPortal({ registry, planted, rows, behaviours, files }: PlantedJourney) {
  const dataDir = mkdtempSync(join(tmpdir(), 'skyledger-planted-'));
  // Run by root, PostgreSQL belongs to another user, who must be able to pass this folder.
  chmodSync(dataDir, 0o755);
  // Building takes as long as many journeys.
  const web = await madeOnce(files.registry.replaceAll(/\W/g, '-'), (folder) =>
    buildPlantedWeb(files, folder),
  );
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  const { connectionString } = postgres;
  await migratePlanted(connectionString, registry, planted);
  const db = openDatabase({ connectionString, poolSize: 5 });
  if (rows !== undefined) await db.query(rows);
  const portal = await startEnginePortal(db, registry, behaviours, web);
  const stop = async () => {
    await portal.close();
    await db.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { portal, stop };
}

/** The test of a journey at a portal, server and web, that has planted models; `page` is signed in there. */
export const plantedTest = (journey: PlantedJourney) =>
  base.extend<object, { planted: EnginePortal }>({
    planted: [
      async ({}, use) => {
        const { portal, stop } = await openPlantedPortal(journey);
        await use(portal);
        await stop();
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    baseURL: async ({ planted }, use) => use(planted.url),
    storageState: async ({ planted }, use) => {
      const localStorage = [{ name: SESSION_KEY, value: JSON.stringify(planted.headers) }];
      await use({ cookies: [], origins: [{ origin: new URL(planted.url).origin, localStorage }] });
    },
  });
