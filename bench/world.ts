import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { createSession, type SessionHeaders } from '#server/modules/access/sessions.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { SIZES, untilTidied } from './sized-tables.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/embedded-postgres/postgres.ts';

/** How many cost centers everything is measured with. */
export const ROWS = 100_000;

const PERSON = { email: 'bench@skyledger.example', name: 'Bench' };

/** What every part measures on: one database with all the rows, and a way in. */
export interface World {
  /** For logs and other files of the run. */
  folder: string;
  /** The portal's data folder; its database runs already, unless `withoutDatabase` has stopped it. */
  dataDir: string;
  connectionString: string;
  db: Database;
  /** The header of an API token. */
  authorization: string;
  /** The headers of a person's session, as the web keeps them. */
  session: SessionHeaders;
  /** How many rows the tables have that lists are measured on. */
  sizes: readonly number[];
  /** How long the mixed load lasts. */
  minutes: number;
  /** Runs `work` while nothing runs on the data folder. */
  withoutDatabase: (work: () => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
}

export interface WorldOptions {
  /** A folder whose data is used again and kept; otherwise a new one, removed afterwards. */
  data?: string;
  /** The one size of tables that lists are measured on; otherwise all of them. */
  rows?: string;
  /** How long the mixed load lasts; an hour without it. */
  minutes?: string;
  /** Without the cost centers, for parts that measure on data of their own. */
  empty?: boolean;
}

export async function createWorld(say: (line: string) => void, options: WorldOptions): Promise<World> {
  const kept = options.data;
  const sizes = SIZES.filter((size) => options.rows === undefined || String(size) === options.rows);
  if (sizes.length === 0) throw new Error(`Tables have ${SIZES.join(', ')} rows.`);
  const minutes = Number(options.minutes ?? 60);
  if (!(minutes > 0)) throw new Error('--minutes takes a number above 0, such as 60 or 0.5.');
  const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'skyledger-bench-'));
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  // Run by root, PostgreSQL belongs to another user, who must be able to pass these folders.
  for (const passed of [folder, dataDir]) chmodSync(passed, 0o755);

  let postgres: EmbeddedPostgres | null = null;
  let db: Database | null = null;
  const open = async () => {
    postgres = await startEmbeddedPostgres({ dataDir });
    db = openDatabase({ connectionString: postgres.connectionString, poolSize: 4 });
  };
  const shut = async () => {
    await db?.close();
    await postgres?.stop();
    db = postgres = null;
  };
  const current = <T>(value: T | null): T => {
    if (value === null) throw new Error('The database is stopped.');
    return value;
  };
  let closing: Promise<void> | null = null;
  // Asked for twice where a person ends a run that is ending already.
  const close = () =>
    (closing ??= shut().finally(() => {
      if (!kept) rmSync(folder, { recursive: true, force: true });
    }));

  try {
    await open();
    const { connectionString } = current<EmbeddedPostgres>(postgres);
    if (options.empty) await migrate(connectionString);
    else await fill(current<Database>(db), connectionString, say);
    const token = await createApiToken(current<Database>(db), {
      email: PERSON.email,
      name: `bench ${Date.now()}`,
      roles: [],
    });
    const session = await createSession(current<Database>(db), { ...PERSON, roles: [] });
    return {
      folder,
      dataDir,
      get connectionString() {
        return current<EmbeddedPostgres>(postgres).connectionString;
      },
      get db() {
        return current<Database>(db);
      },
      authorization: `Bearer ${token?.token}`,
      session,
      sizes,
      minutes,
      withoutDatabase: async (work) => {
        await shut();
        await work();
        await open();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The rows come by the portal's own command, which checks them as it checks what people enter. */
async function fill(db: Database, connectionString: string, say: (line: string) => void): Promise<void> {
  // Rows that were kept may be of a version before.
  if ((await countIn(db)) >= ROWS) return void (await migrate(connectionString));
  say(`Adding ${ROWS} cost centers …`);
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(projectRoot, 'src/server/cli.ts'), 'seed', '--rows', String(ROWS)],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: connectionString,
        LOG_LEVEL: 'warn',
        BILL_FETCH: 'off',
      },
    },
  );
  if (status !== 0) throw new Error(`The cost centers could not be added: ${stderr}`);
  await untilTidied(db, say);
}

async function countIn(db: Database): Promise<number> {
  const { rows } = await db.query<{ there: boolean }>(
    `SELECT to_regclass('cost_centers') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return 0;
  return (
    (await db.query<{ count: number }>('SELECT count(*) AS count FROM cost_centers')).rows[0]?.count ?? 0
  );
}
