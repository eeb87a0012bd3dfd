import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Job, PgBoss } from 'pg-boss';
import { Refusal } from '#kernel/errors.ts';
import { longWork } from '../database/limits.ts';
import { inZone, UTC } from '../database/today.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { holdLock } from '../database/hold-lock.ts';
import { bossTransaction, makeBoss } from './boss.ts';
import { LONGEST_SECONDS, withinTime } from './delivery-time.ts';
import { DueWork } from './due-work.ts';

/** One delivery of queued work. It may be delivered again when this process dies before the handler ends. */
export interface Delivery {
  /** The id that `send` answered. */
  ticket: string;
  data: Record<string, unknown>;
  /**
   * Aborted when the portal ends, when the delivery takes too long, of which a Refusal is the reason, and when others were
   * given it meanwhile.
   */
  signal: AbortSignal;
  /** Aborted only when the portal ends. */
  ending: AbortSignal;
}

export type Handler = (delivery: Delivery) => Promise<void>;

/** Deliveries at a time: in one process, or in all of them together. */
export type Concurrency = { each: number } | { together: number };

/** When the queue sends by itself. */
interface Due {
  /** Five fields. */
  cron: string;
  timeZone: string;
}

interface Waiting {
  name: string;
  handler: Handler;
  concurrency: Concurrency;
  due?: Due;
}

const POLL_SECONDS = 1;
/** A process that dies says nothing any more: its deliveries are given to others after this time. */
const HEARTBEAT_SECONDS = 15;
/** So long after the longest time pg-boss delivers it anew: what takes too long is given back in order before. */
const GIVE_BACK_SECONDS = 60;
const REDELIVER_SECONDS = 1;
/** Handlers count their attempts themselves and end what is hopeless; the queue only delivers. */
const REDELIVERIES = 1000;
const KEPT_SECONDS = 7 * 24 * 3600;
/** How everything that is sent is delivered, whatever its longest time. */
const DELIVERY = {
  retryLimit: REDELIVERIES,
  retryDelay: REDELIVER_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: KEPT_SECONDS,
  retentionSeconds: 4 * KEPT_SECONDS,
};
const START_PATIENCE_MS = 4000;
const START_AGAIN_MS = 2000;
const STOP_PATIENCE_MS = 3000;
const COMPLAIN_EVERY_MS = 30_000;

/**
 * The queue of the portal: pg-boss in the same database, so that work is queued in the transaction that asks for
 * it. It starts in the background, and again by itself when the database is away.
 */
export class Queue {
  readonly #db: Database;
  readonly #log: Log;
  readonly #due: DueWork;
  readonly #waiting: Waiting[] = [];
  readonly #workers = new Map<string, string>();
  readonly #ending = new AbortController();
  readonly #longestSeconds: number;
  #made: PgBoss | null = null;
  #started: Promise<void> | null = null;
  #isReady = false;
  #stopped: Promise<void> | null = null;
  #complainedAt = 0;

  constructor(db: Database, log: Log, { longestSeconds = LONGEST_SECONDS } = {}) {
    this.#longestSeconds = longestSeconds;
    this.#db = db;
    this.#log = log;
    this.#due = new DueWork(db);
  }

  /** Says who does the work of this name. To be called before `start`. */
  handle(name: string, handler: Handler, concurrency: Concurrency = { each: 1 }): void {
    this.#wait({ name, handler, concurrency });
  }

  /**
   * Has work of this name delivered whenever it is due, once for all processes. What came due while none ran is
   * delivered at the next start, once however often. To be called before `start`.
   */
  schedule(name: string, due: Due, handler: Handler): void {
    this.#wait({ name, handler, concurrency: { together: 1 }, due });
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
      db: bossTransaction(tx),
      group: { id: name },
      ...(delaySeconds > 0 && { startAfter: Math.ceil(delaySeconds) }),
      ...this.#delivery,
    });
    if (ticket === null) throw new Error(`Work for ${name} was not queued.`);
    return ticket;
  }

  /** Queues work of this name unless some waits or runs already, in whichever process; nothing while it has not started. */
  async sendAlone(name: string): Promise<void> {
    if (!this.#isReady) return;
    const isSent = await this.#db.transaction(async (tx) => {
      await holdLock(tx, 'queue', name);
      const { rowCount } = await tx.query(
        `SELECT FROM pgboss.job WHERE name = $1 AND state < 'completed' LIMIT 1`,
        [name],
      );
      if (rowCount) return false;
      await this.send(tx, name, {});
      return true;
    });
    if (isSent) this.wake(name);
  }

  /** Lets this process look for new work at once instead of at its next turn. For after the commit. */
  wake(name: string): void {
    this.#due.forget();
    const worker = this.#workers.get(name);
    if (worker) this.#boss.notifyWorker(worker);
  }

  /**
   * Undoes what a clock that was ahead, and was set back, left in the future. Work of this name begins now that would
   * begin later than `mostSeconds` from now. Whatever its name, what is delivered is looked after again: a process that
   * died is known by its last sign of life, and by one in the future nobody would know for hours. Answers how much waited.
   */
  async hasten(name: string, mostSeconds: number): Promise<number> {
    if (!this.#isReady) return 0;
    const { rowCount } = await this.#db.query({
      text: `WITH watched AS (
          UPDATE pgboss.queue SET monitor_claim_on = pgboss.job_now()
          WHERE monitor_claim_on > pgboss.job_now() + make_interval(secs => $3)
        ), delivered AS (
          UPDATE pgboss.job SET heartbeat_on = pgboss.job_now()
          WHERE name = ANY($4) AND state = 'active' AND heartbeat_on > pgboss.job_now() + make_interval(secs => $3)
        )
        UPDATE pgboss.job SET start_after = pgboss.job_now()
        WHERE name = $1 AND state < 'active' AND start_after > pgboss.job_now() + make_interval(secs => $2)`,
      values: [name, mostSeconds, HEARTBEAT_SECONDS, this.#waiting.map((waiting) => waiting.name)],
    });
    if (rowCount) this.wake(name);
    return rowCount ?? 0;
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
        for (const waiting of this.#waiting) await this.#take(waiting);
        await this.#forgetSchedules();
        this.#isReady = true;
        return;
      } catch (error) {
        this.#complain(error);
        await pause(START_AGAIN_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined);
      }
    }
  }

  /** Made when it is first needed: by then it is known whether anything is due by itself. */
  get #boss(): PgBoss {
    if (!this.#made) {
      this.#made = makeBoss(
        this.#db,
        this.#due,
        this.#waiting.some(({ due }) => due),
      );
      this.#made.on('error', (error) => this.#complain(error));
    }
    return this.#made;
  }

  /** How everything that is sent is delivered. */
  get #delivery() {
    return { ...DELIVERY, expireInSeconds: this.#longestSeconds + GIVE_BACK_SECONDS };
  }

  #wait(waiting: Waiting): void {
    if (this.#started) throw new Error(`The queue has started, so nobody can take ${waiting.name} any more.`);
    this.#waiting.push(waiting);
  }

  async #take({ name, handler, concurrency, due }: Waiting): Promise<void> {
    if (this.#workers.has(name)) return;
    await this.#boss.createQueue(name);
    if (due)
      await this.#boss.schedule(name, due.cron, null, {
        ...this.#delivery,
        tz: due.timeZone,
        missed: 'once',
        group: { id: name },
      });
    const options = {
      pollingIntervalSeconds: POLL_SECONDS,
      burstWhenBatchFull: true,
      ...('each' in concurrency
        ? { localConcurrency: concurrency.each }
        : { localConcurrency: concurrency.together, groupConcurrency: concurrency.together }),
    };
    const work = (jobs: Job<Record<string, unknown> | null>[]) => this.#deliver(name, handler, jobs);
    this.#workers.set(name, await this.#boss.work(name, options, work));
  }

  /** What no kind declares any more is due no more. */
  async #forgetSchedules(): Promise<void> {
    const declared = new Set(this.#waiting.flatMap(({ name, due }) => (due ? [name] : [])));
    for (const { name } of await this.#boss.getSchedules())
      if (!declared.has(name)) await this.#boss.unschedule(name);
  }

  async #close(): Promise<void> {
    this.#isReady = false;
    this.#ending.abort();
    await this.#started;
    await this.#made
      ?.stop({ graceful: true, timeout: STOP_PATIENCE_MS })
      .catch((error: unknown) => this.#complain(error));
  }

  async #deliver(name: string, handler: Handler, jobs: Job<Record<string, unknown> | null>[]): Promise<void> {
    const ending = this.#ending.signal;
    for (const { id, data, signal: taken } of jobs) {
      try {
        await withinTime(this.#longestSeconds, [taken, ending], (signal) =>
          // Whoever woke the queue is not who asked for this work.
          inZone(UTC, () => longWork(() => handler({ ticket: id, data: data ?? {}, signal, ending }))),
        );
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
