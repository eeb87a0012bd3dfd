import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { projectRoot } from '../config/config.ts';
import { commit } from './commit.ts';
import { NO_LIMITS } from './limits.ts';
import type { Runner } from './database.ts';
import { errorCode, StartError } from '../base/start-error.ts';

/** Any number of ours: processes that start at once take turns by it. */
const MIGRATION_LOCK = 7_206_511;

/**
 * Others run on while a migration waits for a table, but what comes after it waits behind it. So it waits for
 * moments only, and tries again until what holds the table (an import, a backup) has ended.
 */
const LOCK_PATIENCE_MS = 1000;
const LOCK_PAUSE_MS = 1000;
const LOCK_TRIES = 300;
const LOCK_NOT_AVAILABLE = '55P03';

const migrationsFolder = path.join(projectRoot, 'migrations');

const TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/** A file of the migrations' folder. */
export interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/**
 * Brings the schema up to date: the files of `folder` in the order of their numbers, each in a transaction of its
 * own that also records it. A start that is killed midway leaves whole migrations only; several processes that
 * start at once take turns.
 * @param onWait called with a migration that waits for a table which somebody else uses
 * @returns the names that were applied now
 * @throws {StartError} when an applied file was changed, the database is newer than this program, or a file fails.
 */
export async function migrate(
  connectionString: string,
  folder = migrationsFolder,
  onWait: (name: string) => void = () => undefined,
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString, application_name: 'skyledger migrations' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(NO_LIMITS);
    const missing = missingOf(migrations, await applied(client));
    const done: string[] = [];
    for (const migration of missing) {
      if (await apply(client, migration, onWait)) done.push(migration.name);
    }
    return done;
  } finally {
    await client.end();
  }
}

/** The migrations of this program, in their order. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number) throw new StartError(`migrations/${name} must be named like 0001_what_it_does.sql.`);
    if (numbers.has(number)) throw new StartError(`Two migrations bear the number ${number}.`);
    numbers.add(number);
    // A checkout may turn line ends; that is no change.
    const text = readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/** Name → checksum. The table is made when it is missing; two processes may try at once. */
async function applied(client: pg.Client): Promise<Map<string, string>> {
  const exists = await client.query<{ found: string | null }>(
    `SELECT to_regclass('schema_migrations')::text AS found`,
  );
  if (!exists.rows[0]?.found) {
    await underLock(client, () => client.query(TABLE));
  }
  return appliedMigrations(client);
}

/** The migrations that a database has had, name → checksum; none where it has no schema at all. */
export async function appliedMigrations(runner: Runner): Promise<Map<string, string>> {
  const exists = await runner.query({ text: `SELECT 1 WHERE to_regclass('schema_migrations') IS NOT NULL` });
  if (exists.rowCount === 0) return new Map();
  const { rows } = await runner.query<{ name: string; checksum: string }>({
    text: 'SELECT name, checksum FROM schema_migrations ORDER BY name',
  });
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** Applies these to a database without a schema, within a transaction of the caller's. */
export async function applyAll(client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(TABLE);
  for (const migration of migrations) await applyOne(client, migration);
}

async function applyOne(client: pg.ClientBase, { name, text, checksum }: Migration): Promise<void> {
  await client.query(text);
  await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
}

function missingOf(migrations: Migration[], done: Map<string, string>): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...done.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was made by a newer Skyledger (${unknown.toSorted().join(', ')}). Start that version, or one after it.`,
    );
  }
  for (const { name, checksum } of migrations) {
    if (done.has(name) && done.get(name) !== checksum) {
      throw new StartError(
        `migrations/${name} was changed after it was applied. Restore it, and put the change into a new migration.`,
      );
    }
  }
  return migrations.filter((migration) => !done.has(migration.name));
}

/** False when another process applied it while this one waited for its turn. */
async function apply(
  client: pg.Client,
  migration: Migration,
  onWait: (name: string) => void,
  triesLeft = LOCK_TRIES,
): Promise<boolean> {
  const { name } = migration;
  try {
    return await underLock(client, async () => {
      const already = await client.query('SELECT 1 FROM schema_migrations WHERE name = $1', [name]);
      if (already.rowCount) return false;
      await client.query(`SET LOCAL lock_timeout = ${LOCK_PATIENCE_MS}`);
      await applyOne(client, migration);
      return true;
    });
  } catch (error) {
    if (errorCode(error) === LOCK_NOT_AVAILABLE && triesLeft > 1) {
      if (triesLeft === LOCK_TRIES) onWait(name);
      await pause(LOCK_PAUSE_MS);
      return apply(client, migration, onWait, triesLeft - 1);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`migrations/${name} could not be applied and was rolled back: ${reason}.`, {
      cause: error,
    });
  }
}

async function underLock<T>(client: pg.Client, fn: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const result = await fn();
    await commit(client);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
