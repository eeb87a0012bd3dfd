import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Refusal } from '#kernel/errors.ts';
import { Client } from './client.ts';
import { databaseRefusal, isReadOnly, isUnconfirmed, unconfirmed, unreachableNow } from './errors.ts';
import { HeavyWork, Lane } from './heavy-work.ts';
import { limitsSql, LONG, LongWork, REQUEST, type Limits } from './limits.ts';
import { Pulse } from './pulse.ts';
import { today } from './today.ts';
import { parseColumn } from './types.ts';

/** A person hears within five seconds. */
const WAIT_SECONDS = 4;
const IDLE_TIMEOUT_MS = 30_000;
/** After so much silence on a connection the other machine is probed; without an answer it counts as gone ten seconds later. */
const KEEP_ALIVE_MS = 60_000;
const ASK_AGAIN_MS = 250;
const CLOSE_PATIENCE_MS = 2000;
/** A connection keeps the plan of every statement that was prepared on it; it is replaced after so many new ones. */
const MOST_NEW_STATEMENTS = 256;
/**
 * What every connection begins with. Not among the options of its start, which older PgBouncers refuse, and which a DATABASE_URL
 * with options of its own would replace.
 */
const FIRST = [
  'SELECT pg_is_in_recovery() AS is_standby, pg_backend_pid() AS backend',
  `SET timezone = 'UTC'; SET datestyle = 'ISO'`,
].join('; ');

interface Server {
  is_standby: boolean;
  backend: number;
}

export interface LenderOptions {
  connectionString: string;
  /** Connections at most. */
  poolSize: number;
  /** How long a caller waits for a connection before it is refused; 4 unless given. */
  waitSeconds?: number;
  /** Time limits other than the usual ones. */
  limits?: { request?: Limits; long?: Limits };
  /** Called for a connection that broke while idle; the pool replaces it. */
  onConnectionError?: (error: Error) => void;
  /** Called when the database stops to answer without closing its connections, and when it answers again. */
  onSilence?: (silent: boolean) => void;
}

/**
 * Lends the connections of a pool, each with the time limits of the work that borrows it and with its today. The pool itself
 * has none, and a connection keeps the last ones; requests, which are the most, seldom set them.
 */
export class Lender {
  readonly pool: pg.Pool;
  readonly waitSeconds: number;
  readonly #pulse: Pulse;
  readonly #lane: Lane;
  readonly #request: Limits;
  readonly #long: Limits;
  /** The current limits of each connection. */
  readonly #limited = new WeakMap<pg.PoolClient, Limits>();
  /** The day of the last borrower of each connection. */
  readonly #days = new WeakMap<pg.PoolClient, string>();
  /** The process of each connection at the database; what the driver knows as such may be a pooler's invention. */
  readonly #backends = new WeakMap<pg.PoolClient, number>();
  /** Connections on which something was committed that no synchronous standby has confirmed. */
  readonly #unconfirmed = new WeakSet<pg.PoolClient>();
  /** How many plans there were when a connection was made. */
  readonly #bornAt = new WeakMap<pg.PoolClient, number>();
  #statements = 0;
  #closed = false;

  constructor(options: LenderOptions) {
    const { connectionString, poolSize, limits, onConnectionError, onSilence } = options;
    this.waitSeconds = options.waitSeconds ?? WAIT_SECONDS;
    this.#request = limits?.request ?? REQUEST;
    this.#long = limits?.long ?? LONG;
    this.#lane = new Lane(poolSize);
    this.pool = new pg.Pool({
      Client,
      connectionString,
      max: poolSize,
      application_name: 'skyledger',
      connectionTimeoutMillis: this.waitSeconds * 1000,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: { getTypeParser: parseColumn },
    });
    const report = (error: Error) => {
      // At the end it is no news that the database closes a connection before the pool has.
      if (!this.#closed) onConnectionError?.(error);
    };
    this.pool.on('error', report);
    this.#pulse = new Pulse(connectionString, (silent) => onSilence?.(silent));
    this.pool.on('connect', (client) => {
      // The pool listens to idle connections only; one that breaks in use would end the process.
      client.on('error', report);
      client.on('notice', (notice) => {
        if (isUnconfirmed(notice)) this.#unconfirmed.add(client);
      });
      this.#pulse.born(client);
      this.#bornAt.set(client, this.#statements);
    });
  }

  /** Says that there is one more statement that connections are going to prepare, which weighs as much as so many plans. */
  countStatement(plans = 1): void {
    this.#statements += plans;
  }

  /**
   * Runs `fn` with a connection that nobody else has meanwhile.
   * @param fn calls `spoil` where the connection must not be used again
   * @throws {Refusal} 503 where none can be had in time; otherwise what `fn` throws, failures of the database itself
   *   as a Refusal
   */
  async lend<T>(fn: (client: pg.PoolClient, spoil: () => void) => Promise<T>): Promise<T> {
    const heavy = HeavyWork.current;
    if (!heavy) return this.#lend(fn);
    await this.#lane.enter(heavy);
    try {
      return await this.#lendUntil(heavy.gone, fn);
    } finally {
      this.#lane.leave(heavy);
    }
  }

  async #lend<T>(fn: (client: pg.PoolClient, spoil: () => void) => Promise<T>): Promise<T> {
    const client = await this.#wait();
    let spoilt = false;
    try {
      const result = await fn(client, () => (spoilt = true));
      if (this.#unconfirmed.has(client)) throw unconfirmed();
      return result;
    } catch (error) {
      // It may lead to a server that has become a standby; the next connection leads to the one that takes changes.
      spoilt ||= isReadOnly(error) || this.#unconfirmed.has(client);
      throw databaseRefusal(error);
    } finally {
      this.#giveBack(client, spoilt);
    }
  }

  /** Ends what the database does once nobody waits for it any more. */
  #lendUntil<T>(gone: AbortSignal, fn: (client: pg.PoolClient, spoil: () => void) => Promise<T>): Promise<T> {
    return this.#lend(async (client, spoil) => {
      const ending: Promise<void>[] = [];
      const end = () => void ending.push(this.#cancel(client));
      gone.addEventListener('abort', end, { once: true });
      if (gone.aborted) end();
      try {
        return await fn(client, spoil);
      } finally {
        gone.removeEventListener('abort', end);
        // It is lent again only when that is over: otherwise the next borrower's statement would be ended in its place.
        if (ending.length > 0) {
          await Promise.all(ending);
          spoil();
        }
      }
    });
  }

  async #cancel(client: pg.PoolClient): Promise<void> {
    const backend = this.#backends.get(client);
    await this.pool.query('SELECT pg_cancel_backend($1)', [backend]).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#pulse.stop();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_PATIENCE_MS);
    });
    await Promise.race([this.pool.end(), late]);
    clearTimeout(timer);
  }

  async #wait(): Promise<pg.PoolClient> {
    const work = LongWork.current;
    const limits = work ? this.#long : this.#request;
    const until = performance.now() + (work?.begun ? limits.silence : 0);
    for (;;) {
      try {
        const client = await this.#take(limits);
        if (work) work.begun = true;
        return client;
      } catch (error) {
        const refusal = databaseRefusal(error);
        if (!(refusal instanceof Refusal) || this.#closed || performance.now() >= until) throw refusal;
        await pause(ASK_AGAIN_MS);
      }
    }
  }

  async #take(limits: Limits): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#pulse.silent) throw unreachableNow(new Error('The database does not answer.'));
      const client = await this.pool.connect();
      this.#pulse.lend(client, limits);
      try {
        if (!this.#pulse.isStale(client)) {
          await this.#prepare(client, limits);
          return client;
        }
      } catch (error) {
        this.#giveBack(client, true);
        throw error;
      }
      this.#giveBack(client, true);
    }
  }

  async #prepare(client: pg.PoolClient, limits: Limits): Promise<void> {
    const day = today();
    const isNew = !this.#limited.has(client);
    const isLimited = this.#limited.get(client) === limits;
    const isToday = this.#days.get(client) === day;
    if (isLimited && isToday) return;
    const parts = [
      isNew ? FIRST : [],
      isLimited ? [] : limitsSql(limits),
      isToday ? [] : `SET skyledger.today = '${day}'`,
    ];
    const results = await client.query<Server>(parts.flat().join('; '));
    const server = isNew ? firstOf(results) : undefined;
    // What it has may be behind what was acknowledged.
    if (server?.is_standby)
      throw unreachableNow(new Error('The server is a standby, which takes no changes.'));
    if (server) this.#backends.set(client, server.backend);
    this.#limited.set(client, limits);
    this.#days.set(client, day);
  }

  #giveBack(client: pg.PoolClient, broken: boolean): void {
    this.#pulse.takeBack(client);
    const isFull = this.#statements - (this.#bornAt.get(client) ?? 0) >= MOST_NEW_STATEMENTS;
    client.release(broken || isFull);
  }
}

/** The first row of the first of several statements; the driver's types know of one statement only. */
const firstOf = <Row extends pg.QueryResultRow>(
  results: pg.QueryResult<Row> | pg.QueryResult<Row>[],
): Row | undefined => (Array.isArray(results) ? results[0] : results)?.rows[0];
