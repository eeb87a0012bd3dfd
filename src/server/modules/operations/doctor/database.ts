import { Refusal } from '#kernel/errors.ts';
import { registry } from '#resources/registry.ts';
import { compareSchema } from '#server/engine/schema/schema-compare.ts';
import type { CommandContext } from '#server/platform/process/command.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Examination, Finding } from '#server/platform/process/finding.ts';
import { appliedMigrations, readMigrations } from '#server/platform/database/migrations.ts';
import { StartError } from '#server/platform/base/start-error.ts';
import { examinePooler } from './pooler.ts';

const OLDEST_MAJOR = 15;
const ROUNDS = 5;
/** Milliseconds: a page makes several queries. */
const SLOW_ANSWER = 10;

interface ServerFacts {
  version: string;
  major: number;
  encoding: string;
  name: string;
  size: string;
  read_only: boolean;
  fsync: string;
  connections: number;
  max_connections: number;
  may_create: boolean;
  trigrams: string | null;
}

const FACTS = `SELECT current_setting('server_version') AS version,
  current_setting('server_version_num')::int / 10000 AS major, current_setting('server_encoding') AS encoding,
  current_database() AS name, pg_size_pretty(pg_database_size(current_database())) AS size,
  current_setting('default_transaction_read_only')::bool AS read_only,
  current_setting('fsync') AS fsync, (SELECT count(*)::int FROM pg_stat_activity) AS connections,
  current_setting('max_connections')::int AS max_connections,
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
    AND has_database_privilege(current_database(), 'CREATE') AS may_create,
  (SELECT coalesce(installed_version, 'available') FROM pg_available_extensions WHERE name = 'pg_trgm') AS trigrams`;

/** The database: reachable, new enough, of the form that this version needs, writable, quick, and of the same time. */
export async function examineDatabase({ config, openStore }: CommandContext): Promise<Examination> {
  let db: Database;
  try {
    ({ db } = await openStore({ migrated: false }));
    await db.query('SELECT 1');
  } catch (error) {
    if (!(error instanceof StartError || error instanceof Refusal)) throw error;
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return { findings: [{ state: 'failed', what: 'database', message: `${error.message}${cause}` }] };
  }
  const facts = (await db.query<ServerFacts>(FACTS)).rows[0];
  if (!facts) throw new Error('The database reported nothing about itself.');
  const latency = await medianAnswer(db);
  const findings = [
    ...server(facts, config.dbPoolSize),
    speed(latency),
    trigrams(facts),
    ...(await schema(db, facts)),
    ...(config.databaseUrl ? await examinePooler(config.databaseUrl) : []),
  ];
  return { findings, ahead: await clockAhead(db) };
}

function server(facts: ServerFacts, poolSize: number): Finding[] {
  const { version, major, encoding, name, size, connections, max_connections: most } = facts;
  const found: Finding[] = [];
  const fail = (message: string) => found.push({ state: 'failed', what: 'database', message });
  if (major < OLDEST_MAJOR) fail(`PostgreSQL ${version} is too old; ${OLDEST_MAJOR} or newer is needed.`);
  if (encoding !== 'UTF8') fail(`Its encoding is ${encoding}. Make a database with the encoding UTF8.`);
  if (facts.read_only) fail('It takes no changes, since it is set to read only.');
  if (!facts.may_create)
    fail(`The role may not create in it. Run: ALTER DATABASE ${name} OWNER TO the role of DATABASE_URL`);
  if (facts.fsync !== 'on') fail('fsync is off, so a power cut may destroy it.');
  if (found.length === 0)
    found.push({ state: 'ok', what: 'database', message: `PostgreSQL ${version}, ${name}, ${size}.` });
  const free = most - connections;
  found.push({
    state: free < poolSize ? 'warning' : 'ok',
    what: 'connections',
    message: `${connections} of ${most} are in use; a process takes up to ${poolSize} (DB_POOL_SIZE).`,
  });
  return found;
}

function speed(ms: number): Finding {
  const message = `An answer takes ${ms.toFixed(1)} ms.`;
  return ms > SLOW_ANSWER
    ? {
        state: 'warning',
        what: 'database speed',
        message: `${message} Move the portal nearer to its database.`,
      }
    : { state: 'ok', what: 'database speed', message };
}

function trigrams({ trigrams: found }: ServerFacts): Finding {
  const what = 'pg_trgm';
  if (found === null)
    return {
      state: 'failed',
      what,
      message: 'The extension is not there. Install postgresql-contrib on the server.',
    };
  if (found === 'available')
    return { state: 'ok', what, message: 'The extension can be installed; the first start does it.' };
  return { state: 'ok', what, message: `The extension is installed (${found}).` };
}

async function schema(db: Database, { name }: ServerFacts): Promise<Finding[]> {
  const what = 'migrations';
  const applied = await appliedMigrations(db);
  const known = readMigrations();
  const names = new Set(known.map((migration) => migration.name));
  const later = [...applied.keys()].filter((one) => !names.has(one));
  if (later.length > 0)
    return [
      { state: 'failed', what, message: `${name} is of a newer version of Skyledger: ${later.join(', ')}.` },
    ];
  const changed = known.filter((one) => applied.has(one.name) && applied.get(one.name) !== one.checksum);
  if (changed.length > 0)
    return changed.map((one) => ({
      state: 'failed',
      what,
      message: `${one.name} was changed after it was applied.`,
    }));
  const missing = known.filter((one) => !applied.has(one.name));
  if (missing.length > 0) {
    const message = `${missing.length} of ${known.length} are to come; the next start applies them.`;
    return [{ state: applied.size === 0 ? 'ok' : 'warning', what, message }];
  }
  const found: Finding[] = [{ state: 'ok', what, message: `All ${known.length} are applied.` }];
  for (const message of await compareSchema(registry, db))
    found.push({ state: 'failed', what: 'schema', message });
  return found;
}

async function medianAnswer(db: Database): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await db.query('SELECT 1');
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

/** Seconds; the database's answer is taken for the middle of the time that it took. */
async function clockAhead(db: Database): Promise<number> {
  const began = Date.now();
  const { rows } = await db.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
  );
  return (began + Date.now()) / 2000 - (rows[0]?.now ?? 0);
}
