import pg from 'pg';
import type { Limits } from './limits.ts';
import { errorCode } from '../base/start-error.ts';

const CHECK_EVERY_MS = 250;
/** A statement that takes this long makes one ask whether the database answers at all. */
const SUSPECT_AFTER_MS = 1500;
const PROBE_TIMEOUT_MS = 1200;
const PROBES_FOR_SILENCE = 2;
/** A probe that ends this much later than it should says that this process was held up, not the database. */
const OWN_DELAY_MS = 300;

interface Lending {
  since: number;
  limits: Limits;
}

/**
 * Notices a database that keeps its connections open and answers nothing: a stopped machine, a network that
 * drops packets. No error ever comes from it, so requests would wait until their statement's own time is up.
 *
 * While somebody has had a connection for a while, another one is tried; a database that answers that, be it with
 * a refusal, is alive, however slow. Where nothing comes at all, the connections of requests are broken off, which
 * fails their statements at once, and no more are lent until the database answers again.
 *
 * A machine without time to answer a new connection may be well on the way with what it has. Long work therefore
 * keeps its connections until its own patience is over; that the other machine is gone altogether shows on the
 * connection itself, whose signs of life its system answers, not the database.
 */
export class Pulse {
  readonly #connectionString: string;
  readonly #lent = new Map<pg.PoolClient, Lending>();
  readonly #bornAt = new WeakMap<pg.PoolClient, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #onChange: (silent: boolean) => void;
  #probing = false;
  #probedAt = 0;
  #misses = 0;
  /** Since when nothing has come; null while it answers. */
  #silentSince: number | null = null;
  #silentAt = Number.NEGATIVE_INFINITY;

  /** @param onChange called when the database falls silent, and when it answers again */
  constructor(connectionString: string, onChange: (silent: boolean) => void) {
    this.#connectionString = connectionString;
    this.#onChange = onChange;
    this.#timer = setInterval(() => void this.#check(), CHECK_EVERY_MS).unref();
  }

  /** Whether the database did not answer the last probe. */
  get silent(): boolean {
    return this.#silentSince !== null;
  }

  born(client: pg.PoolClient): void {
    this.#bornAt.set(client, performance.now());
  }

  /** Whether a connection is older than the last silence, in which its other end may have gone away. */
  isStale(client: pg.PoolClient): boolean {
    return (this.#bornAt.get(client) ?? 0) < this.#silentAt;
  }

  lend(client: pg.PoolClient, limits: Limits): void {
    this.#lent.set(client, { since: performance.now(), limits });
  }

  takeBack(client: pg.PoolClient): void {
    this.#lent.delete(client);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    const now = performance.now();
    this.#breakOff(({ since, limits }) => limits.whole > 0 && now - since >= limits.whole);
    if (this.#probing || !(this.silent || this.#misses > 0 || this.#isSuspect(now))) return;
    this.#probing = true;
    try {
      const began = performance.now();
      if (await answers(this.#connectionString)) this.#heard();
      else if (performance.now() - began < PROBE_TIMEOUT_MS + OWN_DELAY_MS) this.#missed();
    } finally {
      this.#probedAt = performance.now();
      this.#probing = false;
    }
  }

  #isSuspect(now: number): boolean {
    if (now - this.#probedAt < SUSPECT_AFTER_MS) return false;
    for (const { since } of this.#lent.values()) if (now - since >= SUSPECT_AFTER_MS) return true;
    return false;
  }

  #heard(): void {
    this.#misses = 0;
    if (!this.silent) return;
    this.#silentSince = null;
    this.#onChange(false);
  }

  #missed(): void {
    this.#misses += 1;
    if (this.#misses < PROBES_FOR_SILENCE) return;
    const now = performance.now();
    const since = this.#silentSince ?? now;
    this.#silentAt = now;
    this.#breakOff(({ limits }) => now - since >= limits.silence);
    if (this.silent) return;
    this.#silentSince = now;
    this.#onChange(true);
  }

  #breakOff(isHopeless: (lending: Lending) => boolean): void {
    for (const [client, lending] of this.#lent) {
      if (!isHopeless(lending)) continue;
      this.#lent.delete(client);
      // With a statement under way this drops the connection; a polite end would wait for the silent side.
      void endNow(client);
    }
  }
}

/** The driver's own `end`, which the pool's type hides: a lent client is returned, not ended, as a rule. */
async function endNow(client: pg.PoolClient): Promise<void> {
  if (client instanceof pg.Client) await client.end().catch(() => {});
}

/** The error codes of one's own machine for another one that does not answer it. */
const NO_ANSWER = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'ETIMEDOUT']);

/** Whether anything comes back on a new connection in time; a refusal is an answer too. */
async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    application_name: 'skyledger pulse',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const late = error instanceof Error && error.message === 'timeout expired';
    return !late && !NO_ANSWER.has(errorCode(error) ?? '');
  } finally {
    void client.end().catch(() => {});
  }
}
