import type { FastifyInstance } from 'fastify';
import { registry } from '#resources/registry.ts';
import { openBillSources } from './bill-sources.ts';
import { openBackground, registerBackground } from './background.ts';
import { openClouds } from './clouds.ts';
import { directoryOfRights, openDirectory } from './directory.ts';
import { engineParts } from './engine-parts.ts';
import { registerOpenApi } from './engine/openapi/openapi.ts';
import { registerEngine } from './engine/plugin.ts';
import { followZones } from './engine/time-zone.ts';
import { openOwnGitHub } from './github.ts';
import { stillCounts } from './modules/access/authenticate.ts';
import { outlook } from './modules/access/outlook.ts';
import { registerAccess } from './modules/access/plugin.ts';
import { registerDirectoryAccess } from './modules/directory/access/access-routes.ts';
import { usualPace, type Pace } from './platform/jobs/pace.ts';
import { EventHub } from './modules/events/hub.ts';
import { registerEvents } from './modules/events/routes.ts';
import { servedReports } from './modules/reports/all.ts';
import { registerViews } from './modules/views/routes.ts';
import type { ServedReport } from './modules/reports/served.ts';
import { bringsProvider, type Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import { addNamedShapes } from './platform/http/describe-call.ts';
import { registerHealth } from './platform/http/health.ts';
import { createServer } from './platform/http/server.ts';
import type { Log } from './platform/log/log.ts';
import { registerMetrics } from './platform/metrics/metrics.ts';
import { serveWeb } from './platform/http/web-files.ts';
import { simulators } from './simulators.ts';

export interface AppParts {
  config: Config;
  db: Database;
  log: Log;
  /** The portal's own by default. */
  reports?: readonly ServedReport[];
  /** How patient the cloud factory is; tests have less of it. */
  pace?: Pace;
  /** Whether a simulated directory is read by itself once the portal listens, where nothing was ever read. */
  readsFirst?: boolean;
  /** Whether the example gets its bills by itself once the portal listens, where nobody has done anything yet. */
  billsFirst?: boolean;
}

/** The whole portal, wired and ready to listen or to be injected into. The caller closes it and the database. */
export async function buildApp({
  config: given,
  db,
  log,
  reports = servedReports,
  pace = usualPace,
  readsFirst = false,
  billsFirst = false,
}: AppParts): Promise<FastifyInstance> {
  const app = await createServer(given, log);
  followZones(app);
  const config = await withSimulator(app, given);
  const events = new EventHub(db, log);
  // Streams would keep the server from ending.
  app.addHook('preClose', async () => events.close());
  registerMetrics(app, { db, streams: () => events.counts() });
  await registerOpenApi(app, registry);
  addNamedShapes(app);
  registerHealth(app, db);
  const builtIn = bringsProvider(config) ? await builtInProvider(config) : null;
  const onClose = (end: () => Promise<void>) => void app.addHook('onClose', end);
  const directory = await openDirectory({ config, db, onClose });
  await registerAccess(app, {
    config,
    db,
    log,
    builtIn: builtIn?.describe ?? null,
    directory: directoryOfRights(config, directory),
  });
  if (builtIn) await app.register(builtIn.routes);
  const background = openBackground({ config, db, log });
  const services = await registerEngine(app, engineParts(config, db, background));
  await registerDirectoryAccess(app, services, config);
  await registerViews(app, { db, services });
  await registerEvents(app, { services, events, stillCounts: (request) => stillCounts(request, db) });
  const clouds = await openClouds(app, { config, db, log, services });
  const github = openOwnGitHub({ config, services, onClose });
  const billSources = openBillSources({ config, db, onClose });
  const opened = { clouds, github, directory, billSources, readsFirst, billsFirst };
  await registerBackground(app, { config, db, log, services, reports, pace, ...opened, ...background });
  await serveWeb(app, config);
  await app.ready();
  return app;
}

/** Where no BigQuery is named, a simulator on this machine takes its place as long as the portal runs. */
async function withSimulator(app: FastifyInstance, config: Config): Promise<Config> {
  const { bigQuery, billingExport } = config;
  const named = bigQuery ?? billingExport;
  if (!named?.simulated || named.api !== null) return config;
  const simulator = await (await simulators(config)).startBigQuery();
  // Nothing was counted yet.
  if (billingExport) simulator.put(billingExport.table.split('.').slice(-2).join('.').replace('*', '0'), []);
  app.addHook('onClose', () => simulator.close());
  const api = simulator.url;
  return {
    ...config,
    bigQuery: bigQuery && { ...bigQuery, api },
    billingExport: billingExport && { ...billingExport, api },
  };
}

async function builtInProvider(config: Config) {
  const { saml, publicUrl } = config;
  const { createIdentityProvider } = await simulators(config);
  return createIdentityProvider({
    baseUrl: `${publicUrl}/idp`,
    serviceProvider: { entityId: saml.spEntityId, acsUrl: `${publicUrl}/api/auth/saml/callback` },
    outlook: ({ email }, attributes) => outlook({ email, attributes }, config),
  });
}
