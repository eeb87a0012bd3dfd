import pg from 'pg';
import { commit } from './commit.ts';
import { databaseRefusal } from './errors.ts';
import { Lender, type LenderOptions } from './lender.ts';
import { type Listening, listenTo } from './listener.ts';
import { asTransaction } from './open-transaction.ts';

/** SQL text with its values; `name` makes it a prepared statement that each connection plans once. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

/** Whatever runs a statement: the pool, or one connection in a transaction. */
export interface Runner {
  query: <Row extends pg.QueryResultRow>(statement: Statement) => Promise<pg.QueryResult<Row>>;
}

/** Each statement has the time limits of the work that it is part of: of a `LongWork`, else of a request. */
export interface Database {
  /**
   * One statement on any connection.
   * @throws {Refusal} 503 with Retry-After when no connection can be had, or the database falls silent: within five
   *   seconds in a request, later in long work that has begun.
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
  /**
   * Called with every statement with a name of its own that is composed while the portal runs: a connection keeps
   * what it has prepared, so it is replaced when there may be too much of it.
   * @param plans as many as the plans of a list that its plan weighs
   */
  countStatement(plans?: number): void;
  /**
   * Listens to a channel of NOTIFY on a connection of its own; answers how to stop.
   * @throws {Refusal} 503 with Retry-After when the database cannot be reached
   */
  listen(channel: string, listening: Listening): Promise<() => void>;
  /** How long a caller waits for a connection before it is refused. */
  waitSeconds: number;
  /** How many connections there are, how many of them are idle, and how many callers wait for one. */
  connections(): { total: number; idle: number; waiting: number };
  /** Ends the connections; those in use get two seconds. */
  close(): Promise<void>;
}

export type DatabaseOptions = LenderOptions;

/**
 * A pool of connections to PostgreSQL. Columns arrive as: int8 → number where that is exact, numeric → decimal
 * string, date → 'YYYY-MM-DD', timestamptz → ISO 8601 in UTC with milliseconds.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const lender = new Lender(options);
  const { pool } = lender;
  return {
    query<Row extends pg.QueryResultRow>(statement: string | Statement, values?: unknown[]) {
      const config = typeof statement === 'string' ? { text: statement, values } : statement;
      return lender.lend(async (client, spoil) => {
        try {
          return await client.query<Row>(config);
        } catch (error) {
          if (!isAnswer(error)) spoil();
          // A text without values may be several statements, of which the first has begun a transaction.
          else if (config.values === undefined) await client.query('ROLLBACK').catch(spoil);
          throw error;
        }
      });
    },
    transaction: (fn) =>
      lender.lend(async (tx, spoil) => {
        try {
          await tx.query('BEGIN');
          const result = await asTransaction(() => fn(tx));
          await commit(tx);
          return result;
        } catch (error) {
          await tx.query('ROLLBACK').catch(spoil);
          throw error;
        }
      }),
    listen: (channel, listening) =>
      listenTo(options.connectionString, channel, listening).catch((error: unknown) => {
        throw databaseRefusal(error);
      }),
    waitSeconds: lender.waitSeconds,
    countStatement: (plans) => lender.countStatement(plans),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => lender.close(),
  };
}

/** PostgreSQL's own answers leave the connection usable; anything else may have left half an answer on it. */
const isAnswer = (error: unknown): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR';
