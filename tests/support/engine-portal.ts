import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Registry } from '#kernel/registry.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { registerOpenApi } from '#server/engine/openapi/openapi.ts';
import { registerEngine } from '#server/engine/plugin.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { registerAccess } from '#server/modules/access/plugin.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createServer } from '#server/platform/http/server.ts';
import { serveWeb } from '#server/platform/http/web-files.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createVault } from '#server/platform/config/vault.ts';
import { closeServer } from '#server/platform/process/lifecycle.ts';
import { apiClient, type Api } from './api.ts';
import { onFreePort } from './free-port.ts';
import { withPromised } from './promised-behaviours.ts';

/** A running server of some models. */
export interface EnginePortal {
  url: string;
  /** As somebody who is signed in. */
  api: Api;
  services: EngineServices;
  /** The headers of that person. */
  headers: Record<string, string>;
  close: () => Promise<void>;
}

/**
 * A server of these models alone, with somebody signed in. The database is the caller's.
 * @param web the folder of a built web to serve as well
 */
export const startEnginePortal = (
  db: Database,
  registry: Registry,
  behaviours: Behaviour[] = [],
  web: string | null = null,
): Promise<EnginePortal> => onFreePort((port) => enginePortalOn(port, db, registry, behaviours, web));

async function enginePortalOn(
  port: number,
  db: Database,
  registry: Registry,
  behaviours: Behaviour[],
  web: string | null,
): Promise<EnginePortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skyledger-engine-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String(port),
    SECRET_KEY: 'a secret for tests that nobody else has',
  });
  const log = await createLog({ level: 'silent', pretty: false });
  const app = await createServer(config, log);
  await registerAccess(app, { config, db, log });
  await registerOpenApi(app, registry);
  const services = await registerEngine(app, {
    registry,
    behaviours: withPromised(registry, behaviours),
    db,
    allows: () => true,
    ownRowsOf: () => null,
    demand: () => undefined,
    checksAnswers: true,
    importLimit: config.importLimit,
    vault: createVault(config.secretKey),
  });
  if (web !== null) await serveWeb(app, config, web);
  try {
    await app.listen({ host: '127.0.0.1', port });
  } catch (error) {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
  const session = await createSession(db, { email: 'ada@example.com', name: null, roles: [] }, 'a test');
  return {
    url: config.publicUrl,
    services,
    headers: { ...session },
    api: apiClient(config.publicUrl, { ...session }),
    async close() {
      // As the process ends it: a connection that is idle only a moment later would hold it up for its whole keep-alive.
      await closeServer(app);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
