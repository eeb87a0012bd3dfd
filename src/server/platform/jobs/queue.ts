import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss, type Db, type Job } from 'pg-boss';
import { Refusal } from '#kernel/errors.ts';
import { longWork } from '../database/limits.ts';
import type { Database, Statement } from '../database/database.ts';
import type { Log } from '../log/log.ts';

/** One delivery of queued work. It may be delivered again when this process dies before the handler ends. */
export interface Delivery {
  /** The id that `send` answered. */
  ticket: string;
  data: Record<string, unknown>;
  /** Aborted when the portal ends, or when the delivery was taken away because it took too long. */
  signal: AbortSignal;
}

export type Handler = (delivery: Delivery) => Promise<void>;

interface Waiting {
  name: string;
  handler: Handler;
  /** Deliveries at a time in one process. */
  concurrency: number;
}

const POLL_SECONDS = 1;
/** A process that dies says nothing any more: its deliveries are given to others after this time. */
const HEARTBEAT_SECONDS = 15;
const SUPERVISE_SECONDS = 5;
/** The longest that one delivery may take. */
const EXPIRE_SECONDS = 3600;
const REDELIVER_SECONDS = 1;
/** Handlers count their attempts themselves and end what is hopeless; the queue only delivers. */
const REDELIVERIES = 1000;
const KEPT_SECONDS = 7 * 24 * 3600;
const START_PATIENCE_MS = 4000;
const START_AGAIN_MS = 2000;
const STOP_PATIENCE_MS = 3000;
const COMPLAIN_EVERY_MS = 30_000;

/** Its statements with a BEGIN of their own. */
const OWN_TRANSACTION = /\bBEGIN;/;

type BossStatement = Statement & { types: typeof pg.types };

/** A connection of ours as pg-boss takes it: it reads dates and numbers as the driver gives them by default. */
function bossDatabase(query: (statement: BossStatement) => Promise<{ rows: unknown[] }>): Db {
  return {
    executeSql: (text, values) =>
      query(values ? { text, values, types: pg.types } : { text, types: pg.types }),
  };
}

/**
 * The queue of the portal: pg-boss in the same database, so that work is queued in the transaction that asks for
 * it. It starts in the background, and again by itself when the database is away.
 */
export class Queue {
  readonly #log: Log;
  readonly #waiting: Waiting[] = [];
  readonly #workers = new Map<string, string>();
  readonly #ending = new AbortController();
  readonly #boss: PgBoss;
  #started: Promise<void> | null = null;
  #isReady = false;
  #stopped: Promise<void> | null = null;
  #complainedAt = 0;

  constructor(db: Database, log: Log) {
    this.#log = log;
    this.#boss = new PgBoss({
      db: bossDatabase((statement) =>
        // One that fails in the middle must not leave its transaction open on a connection of the pool.
        OWN_TRANSACTION.test(statement.text)
          ? db.transaction((tx) => tx.query(statement))
          : db.query(statement),
      ),
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    });
    this.#boss.on('error', (error) => this.#complain(error));
  }

  /** Says who does the work of this name. To be called before `start`. */
  handle(name: string, handler: Handler, concurrency = 1): void {
    if (this.#started) throw new Error(`The queue has started, so nobody can take ${name} any more.`);
    this.#waiting.push({ name, handler, concurrency });
  }

  /** Starts in the background. */
  start(): void {
    this.#started ??= this.#open();
  }

  /**
   * Waits until work can be queued. Call it before the transaction, which would hold its connection meanwhile.
   * @throws {Refusal} 503 with Retry-After when that is not so within four seconds.
   */
  async ready(): Promise<void> {
    if (this.#isReady) return;
    this.start();
    const late = new AbortController();
    await Promise.race([
      this.#started,
      pause(START_PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    if (!this.#isReady)
      throw new Refusal(503, 'Background work cannot be taken at the moment. Please try again shortly.', {
        headers: { 'Retry-After': '2' },
      });
  }

  /** Queues work in the transaction of `tx`, after `delaySeconds` at the earliest; answers its ticket. */
  async send(tx: pg.PoolClient, name: string, data: object, delaySeconds = 0): Promise<string> {
    const ticket = await this.#boss.send(name, data, {
      db: bossDatabase((statement) => tx.query(statement)),
      ...(delaySeconds > 0 && { startAfter: Math.ceil(delaySeconds) }),
      retryLimit: REDELIVERIES,
      retryDelay: REDELIVER_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
      deleteAfterSeconds: KEPT_SECONDS,
      retentionSeconds: 4 * KEPT_SECONDS,
    });
    if (ticket === null) throw new Error(`Work for ${name} was not queued.`);
    return ticket;
  }

  /** Lets this process look for new work at once instead of at its next turn. For after the commit. */
  wake(name: string): void {
    const worker = this.#workers.get(name);
    if (worker) this.#boss.notifyWorker(worker);
  }

  /** Takes no more work, asks what runs to end, and waits a moment for it. */
  stop(): Promise<void> {
    this.#stopped ??= this.#close();
    return this.#stopped;
  }

  async #open(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      try {
        await this.#boss.start();
        for (const { name, handler, concurrency } of this.#waiting) {
          await this.#boss.createQueue(name);
          const options = {
            pollingIntervalSeconds: POLL_SECONDS,
            burstWhenBatchFull: true,
            localConcurrency: concurrency,
          };
          const work = (jobs: Job<Record<string, unknown>>[]) => this.#deliver(name, handler, jobs);
          if (!this.#workers.has(name)) this.#workers.set(name, await this.#boss.work(name, options, work));
        }
        this.#isReady = true;
        return;
      } catch (error) {
        this.#complain(error);
        await pause(START_AGAIN_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined);
      }
    }
  }

  async #close(): Promise<void> {
    this.#isReady = false;
    this.#ending.abort();
    await this.#started;
    await this.#boss
      .stop({ graceful: true, timeout: STOP_PATIENCE_MS })
      .catch((error: unknown) => this.#complain(error));
  }

  async #deliver(name: string, handler: Handler, jobs: Job<Record<string, unknown>>[]): Promise<void> {
    for (const { id, data, signal } of jobs) {
      try {
        const ended = AbortSignal.any([signal, this.#ending.signal]);
        await longWork(() => handler({ ticket: id, data, signal: ended }));
      } catch (error) {
        // Handlers record what they can foresee; this is their database being away, or a fault.
        this.#log.warn({ err: error, queue: name, ticket: id }, `work for ${name} will be delivered again`);
        throw error;
      }
    }
  }

  #complain(error: unknown): void {
    if (this.#ending.signal.aborted || Date.now() - this.#complainedAt < COMPLAIN_EVERY_MS) return;
    this.#complainedAt = Date.now();
    this.#log.warn({ err: error }, 'the queue has trouble with its database and goes on trying');
  }
}
