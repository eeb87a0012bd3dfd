import { pino } from 'pino';
import { Refusal } from '#kernel/errors.ts';
import { registry } from '#resources/registry.ts';
import { migrationCommand } from './engine/schema/schema-command.ts';
import { examineBillSources } from './bill-sources.ts';
import { examineClouds } from './clouds.ts';
import { examineDirectory } from './directory.ts';
import { engineParts } from './engine-parts.ts';
import { EngineServices } from './engine/services.ts';
import { accessCommands } from './modules/access/commands.ts';
import { examineGitHub } from './github.ts';
import { examineIdentityProvider } from './modules/access/examine.ts';
import { inventoryCommands } from './modules/inventory/commands.ts';
import { operationsCommands } from './modules/operations/commands.ts';
import { seedCommands } from './modules/seed/commands.ts';
import { callOf, readCommand, UsageError, type Command } from './platform/process/command.ts';
import { loadConfig, readEnvironment, type Config } from './platform/config/config.ts';
import { onEndRequest } from './platform/process/lifecycle.ts';
import { createLog } from './platform/log/log.ts';
import { joinStore, type Store } from './platform/store/open-store.ts';
import type { Database } from './platform/database/database.ts';
import { settingDocs } from './platform/config/settings.ts';
import { StartError } from './platform/base/start-error.ts';

const USAGE_EXIT_CODE = 2;

const settings: Command = {
  name: 'settings',
  meaning: 'Lists every setting with its default and meaning.',
  options: {},
  run: async ({ print }) => {
    for (const { name, default: value, meaning } of settingDocs) {
      print(`${name.padEnd(24)} ${meaning}${value === null ? '' : ` (${value})`}`);
    }
  },
};

const servicesFor = (config: Config, db: Database) => new EngineServices(engineParts(config, db));

/** Every command of the command line. */
const commands: Command[] = [
  settings,
  ...operationsCommands({
    identityProvider: examineIdentityProvider,
    clouds: [...examineClouds, examineDirectory, examineBillSources],
    kept: [examineGitHub(servicesFor)],
  }),
  migrationCommand(registry),
  ...accessCommands,
  ...seedCommands(servicesFor),
  ...inventoryCommands(registry, servicesFor),
];

let store: Store | undefined;

try {
  const { command, options } = readCommand(commands, process.argv.slice(2), callOf(process.env));
  const log = await createLog({
    level: 'warn',
    pretty: false,
    destination: pino.destination({ fd: 2, sync: true }),
  });
  onEndRequest(() => void end(1));
  let config: Config | undefined;
  const readConfig = () => (config ??= loadConfig(readEnvironment()));
  await command.run({
    get config() {
      return readConfig();
    },
    openStore: async (join) =>
      (store ??= await joinStore(readConfig(), log, `the command "skyledger ${command.name}"`, join)),
    options,
    print: (line) => console.log(line),
  });
  await end(0);
} catch (error) {
  const foreseen = error instanceof StartError || error instanceof Refusal;
  console.error(foreseen ? error.message : error);
  await end(error instanceof UsageError ? USAGE_EXIT_CODE : 1);
}

/** A database that this command started must not outlive it, whatever happened. */
async function end(code: number): Promise<never> {
  await store?.close();
  // The output may still be on its way into a pipe, and would be lost.
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
  process.exit(code);
}
