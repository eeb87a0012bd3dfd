import type { Config } from '../config/config.ts';
import { takeDataFolder, takeOrJoin, type DataFolder } from './data-folder.ts';
import { databaseRefusal } from '../database/errors.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/postgres.ts';
import type { Log } from '../log/log.ts';
import { migrate } from '../database/migrations.ts';
import { errorCode, StartError } from '../base/start-error.ts';

/** The database, up to date, and what has to be undone when it is no longer needed. */
export interface Store {
  db: Database;
  connectionString: string;
  /** Announces to others that look at the data folder where this process answers. */
  announce: (address: string) => void;
  close: () => Promise<void>;
}

/**
 * The portal's own way in: the configured PostgreSQL, or the embedded one under the data folder's lock.
 * @throws {StartError} when the folder is taken or unusable, or the database cannot be reached or migrated.
 */
export async function openStore(config: Config, log: Log): Promise<Store> {
  if (config.databaseUrl) return connect(config, log, config.databaseUrl, true);
  return embed(config, log, takeDataFolder(config.dataDir, 'the portal'), true);
}

export interface JoinOptions {
  /** `false` leaves the schema as it is, which may be none. */
  migrated?: boolean;
  /** Refuses to share the data folder with a portal that runs on it. */
  alone?: boolean;
}

/**
 * The command line's way in: as `openStore`, but where a portal runs on the data folder, its database is shared.
 * @param what names the command to others who find the folder taken by it
 */
export async function joinStore(
  config: Config,
  log: Log,
  what: string,
  { migrated = true, alone = false }: JoinOptions = {},
): Promise<Store> {
  if (config.databaseUrl) return connect(config, log, config.databaseUrl, migrated);
  const way = alone
    ? { folder: takeDataFolder(config.dataDir, what) }
    : await takeOrJoin(config.dataDir, what);
  return 'folder' in way
    ? embed(config, log, way.folder, migrated)
    : connect(config, log, way.connectionString, migrated);
}

async function embed(config: Config, log: Log, folder: DataFolder, migrated: boolean): Promise<Store> {
  let postgres: EmbeddedPostgres | undefined;
  try {
    postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      onRestart: (reason) => log.error({ reason }, 'the embedded PostgreSQL ended and is started again'),
    });
    const store = await connect(config, log, postgres.connectionString, migrated);
    const { stop, connectionString } = postgres;
    folder.announce({ connectionString });
    return {
      ...store,
      announce: (address) => folder.announce({ address }),
      close: async () => {
        await store.close();
        await stop();
        folder.release();
      },
    };
  } catch (error) {
    await postgres?.stop();
    folder.release();
    throw error;
  }
}

async function connect(
  config: Config,
  log: Log,
  connectionString: string,
  migrated: boolean,
): Promise<Store> {
  try {
    const reportWait = (name: string) =>
      log.warn({ migration: name }, `${name} waits for a table that somebody uses, for ten minutes at most`);
    if (migrated)
      for (const name of await migrate(connectionString, undefined, reportWait))
        log.info({ migration: name }, `applied ${name}`);
  } catch (error) {
    throw unreachable(connectionString, error);
  }
  const db = openDatabase({
    connectionString,
    poolSize: config.dbPoolSize,
    waitSeconds: config.dbWaitSeconds,
    onConnectionError: (err) => log.warn({ err }, 'a database connection broke'),
    onSilence: (silent) => {
      if (silent) log.error('the database does not answer; requests are refused until it does');
      else log.info('the database answers again');
    },
  });
  return { db, connectionString, announce: () => {}, close: () => db.close() };
}

/** The address without its password, which the reader of the message may not be meant to see. */
function unreachable(connectionString: string, error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error) || databaseRefusal(error) === error)
    return error;
  const { hostname, port, pathname, username } = new URL(connectionString);
  const where = `${username}@${hostname}:${port || '5432'}${pathname}`;
  // A host with several addresses fails with one error per address and no message of its own.
  const reason = error.message || (errorCode(error) ?? 'no answer');
  return new StartError(`The database ${where} cannot be used: ${reason}. Check DATABASE_URL.`, {
    cause: error,
  });
}
