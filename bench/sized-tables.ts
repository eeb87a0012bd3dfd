import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';

/** How large the tables are that lists are measured on. */
export const SIZES = [10_000, 100_000, 1_000_000] as const;

/** A database beside the world's own, with so many cost centers. */
export interface SizedTable {
  rows: number;
  connectionString: string;
  db: Database;
  close: () => Promise<void>;
}

/** PostgreSQL looks once a minute after what autovacuum has to do. */
const PATIENCE_MS = 300_000;
const ASK_AGAIN_MS = 500;

/** Ids are given, so that references can be reckoned; `$1` is how many cost centers there shall be. */
const FILL = [
  `INSERT INTO companies (id, code, country, gl_type, aws_gl, gcp_gl, azure_gl) OVERRIDING SYSTEM VALUE
   SELECT n, 1000 + n, 'US', 'Corporate', '6410' || n, '6420' || n, '6430' || n FROM generate_series(1, 40) n`,
  `INSERT INTO business_units (id, name) OVERRIDING SYSTEM VALUE SELECT n, 'Unit ' || n FROM generate_series(1, 8) n`,
  `INSERT INTO departments (id, name) OVERRIDING SYSTEM VALUE
   SELECT n, 'Department ' || n FROM generate_series(1, 20) n`,
  `INSERT INTO cloud_contacts (id, terminated, name, email) OVERRIDING SYSTEM VALUE
   SELECT n, n % 25 = 7, 'Person ' || n, 'person.' || n || '@example.com' FROM generate_series(1, $1 / 50) n`,
  // Days of creation follow no order of the ids, as after imports of worksheets.
  `INSERT INTO cost_centers (id, identifier, company_code, companies_id, cloud_contact_id, business_units_id,
     departments_id, active_at, expired_at, new_cost_center_id, approved, created_at, updated_at) OVERRIDING SYSTEM VALUE
   SELECT n, (1001 + n / 10 % 40) || '9' || lpad(n::text, 8, '0'), 1001 + n / 10 % 40, 1 + n / 10 % 40,
     1 + (n::bigint * 31) % ($1 / 50), 1 + n % 8, 1 + n * 5 % 20, day::date,
     CASE WHEN n % 5 = 0 THEN day::date + 400 END, CASE WHEN n % 10 = 2 THEN n - 1 END, n % 3 > 0, day, day
   FROM (SELECT n, timestamptz '2026-10-01 09:00Z' - (n::bigint * 7919) % 1000 * interval '1 day' AS day
     FROM generate_series(1, $1) n) numbered`,
  ...['companies', 'business_units', 'departments', 'cloud_contacts', 'cost_centers'].map(
    (table) => `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
  ),
];

/**
 * A database of so many cost centers, made in SQL once and found again where the world's folder is kept. It is
 * measured as the database leaves it: autovacuum has been there by itself, and nobody has cleaned up by hand.
 */
export async function openSizedTable(
  connectionString: string,
  rows: number,
  say: (line: string) => void,
): Promise<SizedTable> {
  const address = new URL(connectionString);
  address.pathname = `/rows_${rows}`;
  await createOnce(connectionString, `rows_${rows}`);
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 2 });
  try {
    const { rows: found } = await db.query<{ there: boolean }>(
      'SELECT EXISTS (SELECT FROM cost_centers) AS there',
    );
    if (!found[0]?.there) {
      say(`adding ${rows} cost centers …`);
      await fill(address.href, rows);
    }
    await untilTidied(db, say);
    return { rows, connectionString: address.href, db, close: () => db.close() };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Makes a database of this name, where there is none yet. */
export async function createOnce(connectionString: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  try {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await admin.end();
  }
}

/** All of it or nothing, so that a run that was broken off leaves no half table. */
async function fill(connectionString: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const text of FILL) await client.query(text.replaceAll('$1', String(rows)));
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** Waits until autovacuum has seen the tables that it was filled with. */
export async function untilTidied(
  db: Database,
  say: (line: string) => void,
  tables: readonly string[] = ['cost_centers'],
): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let told = false; ; told = true) {
    const { rows } = await db.query<{ tidied: boolean }>(
      `SELECT bool_and(last_autovacuum IS NOT NULL AND last_autoanalyze IS NOT NULL) AS tidied
       FROM pg_stat_user_tables WHERE relname = ANY($1)`,
      [tables],
    );
    if (rows[0]?.tidied) return;
    if (performance.now() > until) throw new Error('Autovacuum has not been there in five minutes.');
    if (!told) say('waiting for autovacuum …');
    await pause(ASK_AGAIN_MS);
  }
}
