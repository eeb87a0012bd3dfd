import pg from 'pg';
import { commit } from './database-commit.ts';
import { databaseRefusal, unreachableNow } from './database-errors.ts';
import { Pulse } from './database-pulse.ts';
import { parseColumn } from './database-types.ts';

/** A connection is given or refused in this time, so that a person hears within five seconds. */
const CONNECT_TIMEOUT_MS = 4000;
const IDLE_TIMEOUT_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
const CLOSE_PATIENCE_MS = 2000;

/** SQL text with its values; `name` makes it a prepared statement that each connection plans once. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

export interface Database {
  pool: pg.Pool;
  /**
   * One statement on any connection.
   * @throws {Refusal} 503 with Retry-After when no connection can be had, or the database falls silent, within
   *   five seconds.
   */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /**
   * Runs `fn` in one transaction: all of it is committed, or none when it throws or a statement failed in it.
   * @throws {Refusal} as `query`; otherwise what `fn` throws.
   */
  transaction<T>(fn: (tx: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Ends the connections; those in use get two seconds. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  connectionString: string;
  /** Connections at most. */
  poolSize: number;
  /** Told of a connection that broke while idle; the pool replaces it. */
  onConnectionError?: (error: Error) => void;
  /** Told when the database stops to answer without closing its connections, and when it answers again. */
  onSilence?: (silent: boolean) => void;
}

/**
 * A pool of connections to PostgreSQL. Columns arrive as: int8 → number where that is exact, numeric → decimal
 * string, date → 'YYYY-MM-DD', timestamptz → ISO 8601 in UTC with microseconds kept.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, poolSize, onConnectionError, onSilence } = options;
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    application_name: 'skyledger',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    // Covers what the server's own limit cannot: a server that no longer answers at all.
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    options: '-c timezone=UTC -c datestyle=ISO',
    types: { getTypeParser: parseColumn },
  });
  const report = (error: Error) => onConnectionError?.(error);
  pool.on('error', report);
  // The pool listens to idle connections only; one that breaks in use would end the process.
  const pulse = new Pulse(connectionString, (silent) => onSilence?.(silent));
  pool.on('connect', (client) => {
    client.on('error', report);
    pulse.born(client);
  });

  const connect = async () => {
    for (;;) {
      if (pulse.silent) throw unreachableNow(new Error('The database does not answer.'));
      try {
        const client = await pool.connect();
        pulse.lend(client);
        if (!pulse.isStale(client)) return client;
        giveBack(client, true);
      } catch (error) {
        throw databaseRefusal(error);
      }
    }
  };
  const giveBack = (client: pg.PoolClient, broken: boolean) => {
    pulse.takeBack(client);
    client.release(broken);
  };

  return {
    pool,
    async query<Row extends pg.QueryResultRow>(statement: string | Statement, values?: unknown[]) {
      const config = typeof statement === 'string' ? { text: statement, values } : statement;
      const client = await connect();
      let failure: unknown;
      try {
        return await client.query<Row>(config);
      } catch (error) {
        failure = error;
        throw databaseRefusal(error);
      } finally {
        giveBack(client, isBroken(failure));
      }
    },
    async transaction(fn) {
      const client = await connect();
      let failure: unknown;
      try {
        await client.query('BEGIN');
        const result = await fn(client);
        await commit(client);
        return result;
      } catch (error) {
        failure = error;
        await client.query('ROLLBACK').catch((rollback: unknown) => {
          failure = rollback;
        });
        throw databaseRefusal(error);
      } finally {
        giveBack(client, isBroken(failure));
      }
    },
    async close() {
      pulse.stop();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_PATIENCE_MS);
      });
      await Promise.race([pool.end(), late]);
      clearTimeout(timer);
    },
  };
}

/** PostgreSQL's own answers leave the connection usable; anything else may have left half an answer on it. */
function isBroken(failure: unknown): boolean {
  return failure !== undefined && !(failure instanceof pg.DatabaseError && failure.severity === 'ERROR');
}
