import { Refusal } from '#kernel/errors.ts';
import { buildApp } from './app.ts';
import { engineParts } from './engine-parts.ts';
import { EngineServices } from './engine/services.ts';
import { fillUntouchedDatabase } from './modules/seed/example-data.ts';
import { holdPort, listen, type HeldPort } from './platform/http/address.ts';
import {
  bringsProvider,
  loadConfig,
  NO_PROVIDER,
  readEnvironment,
  type Config,
} from './platform/config/config.ts';
import { longWork } from './platform/database/limits.ts';
import { closeServer, onEndRequest, onFault } from './platform/process/lifecycle.ts';
import { createLog } from './platform/log/log.ts';
import { openStore } from './platform/store/open-store.ts';
import { StartError } from './platform/base/start-error.ts';

/** Undoes the steps that were taken, in reverse, whenever the portal ends; also in the middle of its start. */
const undo: (() => Promise<void>)[] = [];
let ending: Promise<void> | null = null;
let exitCode = 0;

const END_LIMIT_MS = 9500;

const started = start().catch((error: unknown) => {
  exitCode = 1;
  const foreseen = error instanceof StartError || error instanceof Refusal;
  console.error(foreseen ? error.message : error);
  // Not awaited: the end waits for this start to be over.
  void end();
});

async function start(): Promise<void> {
  const { config, held } = await readConfig();
  const signsIn = config.saml.provider !== null || bringsProvider(config);
  // The command line does without: its commands are also for a portal that is being set up.
  if (!signsIn && config.nodeEnv === 'production')
    throw new StartError(`Nobody could sign in. ${NO_PROVIDER}`);
  const log = await createLog({ level: config.logLevel });
  if (!signsIn) log.warn(`Nobody can sign in; API tokens work. ${NO_PROVIDER}`);
  onEndRequest((reason) => {
    log.info({ reason }, `ending (${reason}); requests in flight finish first`);
    void end();
  });
  onFault(log, () => {
    exitCode = 1;
    void end();
  });

  const store = await openStore(config, log);
  undo.push(() => store.close());
  if (ending) return;
  const { directory, billSources } = config;
  const first = { readsFirst: directory.readsFirst, billsFirst: billSources.fillsExample };
  const app = await buildApp({ config, db: store.db, log, ...first });
  undo.push(() => closeServer(app));
  if (ending) return;
  // Who runs it in earnest begins with an empty portal.
  if (config.nodeEnv !== 'production') {
    const filled = await longWork(() =>
      fillUntouchedDatabase(new EngineServices(engineParts(config, store.db)), {
        runsFollow: billSources.fillsExample,
      }),
    );
    if (filled) log.info('the database was empty and has example data now');
  }
  if (ending) return;
  await held?.release();
  await listen(app, config);
  store.announce(config.publicUrl);
  process.send?.({ ready: config.publicUrl });
}

/** PORT=0 is settled first: sign-in needs to know the portal's own address. Its port is held until the portal listens. */
async function readConfig(): Promise<{ config: Config; held: HeldPort | null }> {
  const env = readEnvironment();
  const config = loadConfig(env);
  if (config.port !== 0) return { config, held: null };
  const held = await holdPort(config.host);
  return { config: loadConfig({ ...env, PORT: String(held.port) }), held };
}

function end(): Promise<void> {
  ending ??= (async () => {
    setTimeout(() => process.exit(1), END_LIMIT_MS).unref();
    await started;
    for (const undoIt of undo.toReversed()) {
      await undoIt().catch((error: unknown) => {
        exitCode = 1;
        console.error(error);
      });
    }
    process.exit(exitCode);
  })();
  return ending;
}
