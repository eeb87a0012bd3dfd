import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';

/** The pool of a portal in which no change may need a second connection while it holds one. */
export const ONE_CONNECTION = 1;

export interface TestDatabase {
  connectionString: string;
  db: Database;
  /** Closes the connections and removes the database. */
  drop: () => Promise<void>;
}

/** Longer than any load of the machine keeps a caller waiting; only what never comes is refused. */
const PATIENT_SECONDS = 60;

export interface TestDatabaseOptions {
  /** Connections at most. */
  poolSize?: number;
  /** How long a caller waits for a connection; a minute unless given. */
  waitSeconds?: number;
  /** `false`: an empty database, without the schema. */
  migrated?: boolean;
}

/** A database of one's own, with the schema and without data. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { poolSize = 5, waitSeconds = PATIENT_SECONDS, migrated = true } = options;
  const template = new URL(inject('templateDatabase'));
  const templateName = migrated ? template.pathname.slice(1) : 'template1';
  const name = `test_${randomBytes(8).toString('hex')}`;
  const address = new URL(template);
  address.pathname = `/${name}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${templateName} STRATEGY FILE_COPY`);

  const connectionString = address.toString();
  const db = openDatabase({ connectionString, poolSize, waitSeconds });
  const drop = async () => {
    await db.close();
    const statement = `DROP DATABASE IF EXISTS ${name}`;
    await administer(`${statement} WITH (FORCE)`).catch((error: unknown) => {
      // Autovacuum was at it, which only a superuser may end by force; without it PostgreSQL ends that itself.
      if (error instanceof pg.DatabaseError && error.code === '42501') return administer(statement);
      throw error;
    });
  };
  return { connectionString, db, drop };
}

/** A database for all tests of a `describe` or a file; it is there once the tests run. */
export function withDatabase(options?: TestDatabaseOptions): TestDatabase {
  let current: TestDatabase | undefined;
  const get = () => {
    if (!current) throw new Error('The database is there once the tests run, not while they are collected.');
    return current;
  };
  beforeAll(async () => {
    current = await createTestDatabase(options);
  });
  afterAll(() => current?.drop());
  return {
    get connectionString() {
      return get().connectionString;
    },
    get db() {
      return get().db;
    },
    drop: () => get().drop(),
  };
}

/** PostgreSQL makes one database at a time from a template, and only while nobody is connected to it. */
async function administer(statement: string): Promise<void> {
  const address = new URL(inject('templateDatabase'));
  address.pathname = '/postgres';
  const client = new pg.Client({ connectionString: address.toString() });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
