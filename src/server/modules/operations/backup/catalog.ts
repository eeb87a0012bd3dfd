import type pg from 'pg';
import { appliedMigrations } from '#server/platform/database/migrations.ts';
import type { Contents } from './format.ts';

/** The schema of the queue, which pg-boss makes and keeps up to date itself. */
export const QUEUE_SCHEMA = 'pgboss';

/** The queue's tables about itself and its past; they are made anew, and partly in tables of one day each. */
const QUEUE_BOOKKEEPING = ['version', 'queue_stats', 'warning'];

/** The tables that triggers fill from the rows of other tables, when these are written. */
const RECKONED = ['record_counts', 'cloud_bill_sums', 'change_sets', 'change_authors'];

/** Values leave and enter in one form, whatever the settings of the servers are. */
export const PLAIN_VALUES = `SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres';
  SET bytea_output = 'hex'; SET extra_float_digits = 3; SET client_encoding = 'UTF8'`;

/** Excludes objects of an extension, which come and go with it. */
const OWN = (catalog: string, oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;

/** Tables and their columns; what the database computes itself is left out. Partitions go with their table. */
export async function readTables(client: pg.ClientBase): Promise<Contents['tables']> {
  const { rows } = await client.query<Contents['tables'][number]>(
    `SELECT n.nspname AS schema, c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${OWN('pg_class', 'c.oid')}
        AND (n.nspname = current_schema() AND c.relname <> ALL($3) OR n.nspname = $1 AND c.relname <> ALL($2))
      GROUP BY 1, 2 ORDER BY 1, 2`,
    [QUEUE_SCHEMA, QUEUE_BOOKKEEPING, RECKONED],
  );
  return rows;
}

/** The parts of tables that no migration makes; their rows go with their table. */
async function readPartitions(client: pg.ClientBase): Promise<Contents['partitions']> {
  const { rows } = await client.query<Contents['partitions'][number]>(
    `SELECT n.nspname AS schema, c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relispartition AND c.relkind = 'r' AND n.nspname = current_schema() ORDER BY c.oid`,
  );
  return rows;
}

/** Makes the parts of tables that rows of a backup lie in. */
export async function makePartitions(
  client: pg.ClientBase,
  partitions: Contents['partitions'],
): Promise<void> {
  for (const { schema, name, parent, bound } of partitions)
    await client.query(
      `CREATE TABLE ${quotedName(client, { schema, name })} PARTITION OF ${quotedName(client, { schema, name: parent })} ${bound}`,
    );
}

/** The contents of a database, as a backup lists them. */
export async function readContents(client: pg.ClientBase): Promise<Contents> {
  const tables = await readTables(client);
  const partitions = await readPartitions(client);
  const { rows: sequences } = await client.query<Contents['sequences'][number]>(
    // Numbers are given out ahead of the rows that carry them, so this is never below what a row has.
    `SELECT schemaname AS schema, sequencename AS name,
            coalesce(last_value + increment_by, start_value)::text AS next
       FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1, 2`,
  );
  const migrations = await appliedMigrations(client);
  const server = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  );
  return {
    postgres: server.rows[0]?.version ?? '',
    queue_version: await readQueueVersion(client),
    migrations: [...migrations].map(([name, checksum]) => ({ name, checksum })),
    tables,
    partitions,
    sequences,
  };
}

async function readQueueVersion(client: pg.ClientBase): Promise<number | null> {
  const there = await client.query(`SELECT 1 WHERE to_regclass('${QUEUE_SCHEMA}.version') IS NOT NULL`);
  if (there.rowCount === 0) return null;
  const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${QUEUE_SCHEMA}.version`);
  return rows[0]?.version ?? null;
}

/** Whether a table of the portal, other than the list of its migrations, has a row. */
export async function hasRecords(client: pg.ClientBase): Promise<boolean> {
  for (const { schema, name } of await readTables(client)) {
    if (schema === QUEUE_SCHEMA || name === 'schema_migrations') continue;
    const found = await client.query(`SELECT 1 FROM ${quotedName(client, { schema, name })} LIMIT 1`);
    if (found.rowCount !== 0) return true;
  }
  return false;
}

/** The name of a table as SQL writes it, with its schema. */
export function quotedName(
  client: pg.ClientBase,
  { schema, name }: { schema: string; name: string },
): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
}

/** Removes everything that the portal and its queue have made; what extensions brought stays. */
export async function removeEverything(client: pg.ClientBase): Promise<void> {
  await client.query(`DROP SCHEMA IF EXISTS ${QUEUE_SCHEMA} CASCADE`);
  const relations = (kinds: string) => `
    SELECT format('DROP %s IF EXISTS %I.%I CASCADE',
             CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
             nspname, relname) AS statement
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE nspname = current_schema() AND relkind IN (${kinds}) AND ${OWN('pg_class', 'c.oid')}`;
  for (const list of [
    relations(`'v', 'm'`),
    relations(`'r', 'p'`),
    // Most have gone with the tables that they number.
    relations(`'S'`),
    `SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) AS statement
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE nspname = current_schema() AND ${OWN('pg_proc', 'p.oid')}`,
    `SELECT format('DROP TYPE IF EXISTS %I.%I CASCADE', nspname, typname) AS statement
       FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
      WHERE nspname = current_schema() AND typtype IN ('d', 'e') AND ${OWN('pg_type', 't.oid')}`,
  ]) {
    const { rows } = await client.query<{ statement: string }>(list);
    for (const { statement } of rows) await client.query(statement);
  }
}

/**
 * Takes the references between tables away; their rows may then come in any order. Answers what puts them back,
 * which looks at every row once.
 */
export async function withoutReferences(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS owner, quote_ident(k.conname) AS name,
            pg_get_constraintdef(k.oid) AS definition
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname IN (current_schema(), '${QUEUE_SCHEMA}')`,
  );
  for (const { owner, name } of rows) await client.query(`ALTER TABLE ${owner} DROP CONSTRAINT ${name}`);
  return async () => {
    for (const { owner, name, definition } of rows)
      await client.query(`ALTER TABLE ${owner} ADD CONSTRAINT ${name} ${definition}`);
  };
}
