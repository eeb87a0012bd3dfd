import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { Refusal } from '#kernel/errors.ts';
import { longWork } from '../database/limits.ts';
import { inZone, UTC } from '../database/today.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { bossTransaction, makeBoss } from './boss.ts';
import { LONGEST_SECONDS, withinTime } from './delivery-time.ts';
import { queueFor, type Concurrency } from './queue-for.ts';
import { Workers, type QueuedWork } from './workers.ts';

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

/** When the queue sends by itself. */
interface Due {
  /** Five fields. */
  cron: string;
  timeZone: string;
}

interface Handled {
  name: string;
  handler: Handler;
  concurrency: Concurrency;
  due?: Due;
}

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
const FORMER_POLL_SECONDS = 10;
const START_AGAIN_MS = 2000;
const STOP_PATIENCE_MS = 3000;
/** So long after the requested time the database sees it as past. */
const SETTLE_MS = 50;
const COMPLAIN_EVERY_MS = 30_000;

/**
 * The queue of the portal: pg-boss in the same database, so that work is queued in the transaction that requests
 * it. It starts in the background, and again by itself when the database is away.
 */
export class Queue {
  readonly #db: Database;
  readonly #log: Log;
  readonly #handled = new Map<string, Handled>();
  /** By the names of pg-boss's queues. */
  readonly #workers = new Map<string, Workers>();
  readonly #ending = new AbortController();
  readonly #longestSeconds: number;
  #made: PgBoss | null = null;
  #started: Promise<void> | null = null;
  #isReady = false;
  #stopped: Promise<void> | null = null;
  #complainedAt = 0;
  #sent = 0;

  constructor(db: Database, log: Log, { longestSeconds = LONGEST_SECONDS } = {}) {
    this.#longestSeconds = longestSeconds;
    this.#db = db;
    this.#log = log;
  }

  /** Says who does the work of this name. To be called before `start`. */
  handle(name: string, handler: Handler, concurrency: Concurrency = { each: 1 }): void {
    this.#handle({ name, handler, concurrency });
  }

  /**
   * Has work of this name delivered whenever it is due, once for all processes. What came due while none ran is
   * delivered at the next start, once however often. To be called before `start`.
   */
  schedule(name: string, due: Due, handler: Handler): void {
    this.#handle({ name, handler, concurrency: { together: 1 }, due });
  }

  /** Starts in the background. */
  start(): void {
    this.#started ??= this.#open();
  }

  /**
   * Waits until work can be queued. Call it before the transaction, which would hold its connection meanwhile.
   * @throws {Refusal} 503 with Retry-After when that is not so in the time that a caller waits for the database.
   */
  async ready(): Promise<void> {
    if (this.#isReady) return;
    this.start();
    const late = new AbortController();
    await Promise.race([
      this.#started,
      pause(this.#db.waitSeconds * 1000, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    if (!this.#isReady)
      throw new Refusal(503, 'Background work cannot be taken at the moment. Please try again shortly.', {
        headers: { 'Retry-After': '2' },
      });
  }

  /** Queues work in the transaction of `tx`, after `delaySeconds` at the earliest; answers its ticket. */
  async send(tx: pg.PoolClient, name: string, data: object, delaySeconds = 0): Promise<string> {
    const ticket = await this.#boss.send(this.#queueFor(name).queue, data, {
      db: bossTransaction(tx),
      ...(delaySeconds > 0 && { startAfter: Math.ceil(delaySeconds) }),
      ...this.#optionsOf(name),
    });
    if (ticket === null) throw new Error(`Work for ${name} was not queued.`);
    if (delaySeconds > 0) this.#wakeIn(name, delaySeconds);
    return ticket;
  }

  /** Queues work of this name unless some waits or runs already, in whichever process; nothing while it has not started. */
  async sendAlone(name: string): Promise<void> {
    if (!this.#isReady) return;
    const ticket = await this.#boss.send(this.#queueFor(name).queue, {}, this.#optionsOf(name));
    if (ticket !== null) this.wake(name);
  }

  /** Lets this process look for new work at once instead of at its next turn. For after the commit. */
  wake(name: string): void {
    this.#workers.get(this.#queueFor(name).queue)?.wake();
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
        await this.#openQueues();
        await this.#keepSchedules();
        await this.#startWorkers();
        await this.#startFormer();
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
      const schedules = [...this.#handled.values()].some(({ due }) => due);
      this.#made = makeBoss(this.#db, schedules);
      this.#made.on('error', (error) => this.#complain(error));
    }
    return this.#made;
  }

  #handle(handled: Handled): void {
    const { name } = handled;
    if (this.#started) throw new Error(`The queue has started, so nobody can take ${name} any more.`);
    this.#handled.set(name, handled);
  }

  #queueFor(name: string) {
    return queueFor(name, this.#handled.get(name)?.concurrency ?? { together: 1 });
  }

  /** How work of a name is sent. */
  #optionsOf(name: string) {
    const { keys } = this.#queueFor(name);
    const key = keys[(this.#sent += 1) % keys.length];
    return {
      ...DELIVERY,
      expireInSeconds: this.#longestSeconds + GIVE_BACK_SECONDS,
      group: { id: name },
      ...(key !== undefined && { singletonKey: key }),
    };
  }

  async #openQueues(): Promise<void> {
    for (const name of this.#handled.keys()) {
      const { queue, policy } = this.#queueFor(name);
      await this.#boss.createQueue(queue, { policy });
    }
  }

  /** A schedule that no kind declares any more is due no more. */
  async #keepSchedules(): Promise<void> {
    const declared = new Set<string>();
    for (const { name, due } of this.#handled.values()) {
      if (!due) continue;
      declared.add(name);
      const options = { ...this.#optionsOf(name), key: name, tz: due.timeZone, missed: 'once' as const };
      await this.#boss.schedule(this.#queueFor(name).queue, due.cron, null, options);
    }
    for (const { name, key } of await this.#boss.getSchedules())
      if (!declared.has(key)) await this.#boss.unschedule(name, key);
  }

  async #startWorkers(): Promise<void> {
    for (const name of this.#handled.keys()) {
      const { queue, workers } = this.#queueFor(name);
      if (this.#workers.has(queue)) continue;
      const started = await Workers.start(this.#boss, queue, workers, (work) => this.#deliver(work));
      this.#workers.set(queue, started);
    }
  }

  /**
   * The version before had a queue for each name, and its processes may still run and send: work of these queues is done as
   * well. A later version can delete them.
   */
  async #startFormer(): Promise<void> {
    const names = [...this.#handled.keys()].filter((name) => this.#queueFor(name).queue !== name);
    const former = names.length > 0 ? await this.#boss.getQueues(names) : [];
    for (const { name } of former)
      await Workers.start(this.#boss, name, 1, (work) => this.#deliver(work), FORMER_POLL_SECONDS);
  }

  /** Wakes the queue for work that this process has put off, rather than to wait for the next look. */
  #wakeIn(name: string, seconds: number): void {
    if (seconds <= LONGEST_SECONDS)
      setTimeout(() => this.wake(name), Math.ceil(seconds) * 1000 + SETTLE_MS).unref();
  }

  async #close(): Promise<void> {
    this.#isReady = false;
    this.#ending.abort();
    await this.#started;
    await this.#made
      ?.stop({ graceful: true, timeout: STOP_PATIENCE_MS })
      .catch((error: unknown) => this.#complain(error));
  }

  async #deliver({ id, name: queue, groupId, data, signal: taken }: QueuedWork): Promise<void> {
    const name = groupId ?? queue;
    const ending = this.#ending.signal;
    try {
      const handled = this.#handled.get(name);
      if (!handled) throw new Error(`Nobody does the work of ${name} here.`);
      await withinTime(this.#longestSeconds, [taken, ending], (signal) =>
        // Whoever woke the queue did not request this work.
        inZone(UTC, () => longWork(() => handled.handler({ ticket: id, data: data ?? {}, signal, ending }))),
      );
    } catch (error) {
      // Handlers record what they can foresee; this is their database being away, or a fault.
      this.#log.warn({ err: error, queue: name, ticket: id }, `work for ${name} will be delivered again`);
      this.#wakeIn(name, REDELIVER_SECONDS);
      throw error;
    }
  }

  #complain(error: unknown): void {
    if (this.#ending.signal.aborted || Date.now() - this.#complainedAt < COMPLAIN_EVERY_MS) return;
    this.#complainedAt = Date.now();
    this.#log.warn({ err: error }, 'the queue has trouble with its database and goes on trying');
  }
}
