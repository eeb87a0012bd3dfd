import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { getConstructionPlans } from 'pg-boss';
import { commit } from '#server/platform/database/commit.ts';
import { NO_LIMITS } from '#server/platform/database/limits.ts';
import { applyAll, readMigrations, type Migration } from '#server/platform/database/migrations.ts';
import { StartError } from '#server/platform/base/start-error.ts';
import {
  hasRecords,
  makePartitions,
  PLAIN_VALUES,
  QUEUE_SCHEMA,
  quotedName,
  readContents,
  readTables,
  removeEverything,
  withoutReferences,
} from './catalog.ts';
import { isSealedWith, keyFingerprint, type Header } from './format.ts';
import { holdBack } from './hold-back.ts';
import { readBackup, type TableSink } from './read-backup.ts';

export interface RestoreOptions {
  connectionString: string;
  secretKey: Buffer;
  file: string;
  /** Gives up what the database holds. */
  replace: boolean;
  /** Takes a backup that was made with another secret key, whose kept secrets stay unreadable. */
  otherKey: boolean;
  /** Sends and does nothing by itself: mail, deliveries to webhooks and work wait until somebody starts them again. */
  holdMail: boolean;
}

/** Checks a whole file, and that this portal can take it, without looking at any database. @throws {StartError} */
export async function checkBackup({
  file,
  secretKey,
  otherKey,
}: Pick<RestoreOptions, 'file' | 'secretKey' | 'otherKey'>): Promise<Header> {
  const { header, trailer } = await readBackup(file);
  if (header.key_fingerprint === keyFingerprint(secretKey)) {
    if (!isSealedWith(trailer, secretKey))
      throw new StartError(`${file} was altered after it was made. Nothing was changed.`);
  } else if (!otherKey) {
    throw new StartError(
      `${file} was made with another secret key (fingerprint ${header.key_fingerprint}; this portal's is ` +
        `${keyFingerprint(secretKey)}). Set SECRET_KEY to that one, or put its secret.key into DATA_DIR. ` +
        'With --other-key it is restored all the same, and the secrets kept in it stay unreadable. Nothing was changed.',
    );
  }
  migrationsOf(header);
  return header;
}

/**
 * Makes a database what it was when the backup was made, then brings its schema up to date; all of it, or nothing at
 * all. The database must be empty unless `replace` is given, and nobody else may use it.
 * @throws {StartError} when the file or the database does not allow it; nothing has changed then
 */
export async function restoreBackup(options: RestoreOptions): Promise<Header> {
  const header = await checkBackup(options);
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: 'skyledger restore',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`${NO_LIMITS}; ${PLAIN_VALUES}`);
    await client.query('BEGIN');
    await refuseCompany(client);
    if (!options.replace && (await hasRecords(client)))
      throw new StartError(
        'The database holds records already. Restore into an empty one, or give --replace. Nothing was changed.',
      );
    await removeEverything(client);
    await applyAll(client, migrationsOf(header));
    await makePartitions(client, header.partitions);
    await makeQueue(client, header);
    await expectSameTables(client, header);
    await fill(client, options, header);
    if (options.holdMail) await holdBack(client);
    await commit(client);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
  return header;
}

/** This program's migrations that the backup's database had had. */
function migrationsOf({ migrations, skyledger }: Header): Migration[] {
  const known = new Map(readMigrations().map((migration) => [migration.name, migration]));
  return migrations.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (migration?.checksum !== checksum)
      throw new StartError(
        `The backup was made by another Skyledger (${skyledger}), whose migration ${name} this one has not. ` +
          'Use that version, or one after it. Nothing was changed.',
      );
    return migration;
  });
}

/** A portal that runs on a database would not notice that it became another. */
async function refuseCompany(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ who: string }>(
    `SELECT DISTINCT coalesce(nullif(application_name, ''), 'a client without a name') AS who
       FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  if (rows.length > 0)
    throw new StartError(
      `The database is in use by ${rows.map(({ who }) => who).join(' and ')}. Stop every process of the portal, ` +
        'and whatever else is connected to it. Nothing was changed.',
    );
}

/** pg-boss keeps its schema by its own versions, of which it can only make its latest. */
async function makeQueue(client: pg.Client, header: Header): Promise<void> {
  if (header.queue_version === null) return;
  const plan = getConstructionPlans(QUEUE_SCHEMA);
  const made = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/.exec(plan)?.[1];
  if (!made) throw new Error('The plan of the queue is not one transaction.');
  // It limits its own transaction; this one goes on.
  await client.query(
    `${made}; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0`,
  );
  const now = await readContents(client);
  if (now.queue_version !== header.queue_version)
    throw new StartError(
      `The queue of the backup is of version ${header.queue_version}, this program's of ${now.queue_version}. Restore ` +
        `it with Skyledger ${header.skyledger} and start this version afterwards. Nothing was changed.`,
    );
}

async function expectSameTables(client: pg.Client, header: Header): Promise<void> {
  const there = new Map((await readTables(client)).map((table) => [`${table.schema}.${table.name}`, table]));
  for (const { schema, name, columns } of header.tables) {
    const found = there.get(`${schema}.${name}`)?.columns;
    if (!found || columns.length !== found.length || columns.some((column) => !found.includes(column)))
      throw new StartError(`The table ${name} of the backup has another form here. Nothing was changed.`);
  }
}

async function fill(client: pg.Client, { file }: RestoreOptions, checked: Header): Promise<void> {
  const putBack = await withoutReferences(client);
  const all = checked.tables.map((table) => quotedName(client, table)).join(', ');
  // Migrations may have brought rows of their own; the backup has them as they became.
  await client.query(`TRUNCATE ${all}`);
  const { header } = await readBackup(file, (found, at) => openTable(client, found, at));
  if (JSON.stringify(header) !== JSON.stringify(checked))
    throw new StartError(`${file} was changed while it was read. Nothing was changed in the database.`);
  await putBack();
  for (const sequence of header.sequences)
    await client.query(
      `ALTER SEQUENCE ${quotedName(client, sequence)} RESTART WITH ${BigInt(sequence.next)}`,
    );
  await client.query('ANALYZE');
}

async function openTable(client: pg.Client, header: Header, at: number): Promise<TableSink> {
  const table = header.tables[at];
  if (!table) throw new Error(`The backup has no table ${at}.`);
  const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(', ');
  const rows = client.query(copyFrom(`COPY ${quotedName(client, table)} (${columns}) FROM STDIN`));
  // A failure shows where the stream is waited for; without this it would also end the process.
  const done = finished(rows);
  done.catch(() => {});
  return {
    write: async (piece) => {
      if (!rows.write(piece)) await Promise.race([once(rows, 'drain'), done]);
    },
    end: async () => {
      rows.end();
      await done;
    },
  };
}
