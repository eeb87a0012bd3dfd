import { setTimeout as pause } from 'node:timers/promises';
import type { EngineServices } from '#server/engine/services.ts';
import type { OutgoingAddresses } from '#server/platform/base/outgoing-addresses.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Log } from '#server/platform/log/log.ts';
import { bodyOf } from './body.ts';
import { readDue, settle, type Due, type Outcome } from './deliveries.ts';
import { post } from './send.ts';
import { signedHeaders } from './signature.ts';
import { openSecret, switchOff } from './webhook.ts';

/** Requests at a time: in all, to a receiver that has taken the last, and to any other. */
const MOST = 8;
const EACH_TAKING = 4;
const EACH_OTHER = 1;
/** While requests are on their way, it is looked this often whether there is more. */
const LOOK_MS = 500;
/** Then the queue gives the rest to whoever is free. */
const LONGEST_MS = 300_000;
const GONE = 410;

const failure = (error: string, more: Partial<Outcome> = {}): Outcome => ({
  delivered: false,
  status: null,
  answer: null,
  error,
  isFinal: false,
  ...more,
});

export interface CourierParts {
  db: Database;
  log: Log;
  services: EngineServices;
  addresses: OutgoingAddresses;
  publicUrl: string;
}

/** Delivers to webhooks, a few at a time. One works at a time in all processes together. */
export class Courier {
  readonly #parts: CourierParts;
  readonly #flying = new Map<number, { webhook: number; landed: Promise<void> }>();
  /** Webhooks that have taken the last; those that do not answer must not keep the others waiting. */
  readonly #taking = new Set<number>();

  constructor(parts: CourierParts) {
    this.#parts = parts;
  }

  /** Delivers until nothing is due, the portal ends, or it is somebody else's turn. */
  async work(signal: AbortSignal): Promise<void> {
    const until = Date.now() + LONGEST_MS;
    try {
      for (;;) {
        if (!signal.aborted && Date.now() < until) await this.#begin(signal);
        if (this.#flying.size === 0) return;
        const landed = [...this.#flying.values()].map((one) => one.landed);
        await Promise.race([...landed, pause(LOOK_MS, undefined, { ref: false })]);
      }
    } finally {
      await Promise.allSettled([...this.#flying.values()].map(({ landed }) => landed));
    }
  }

  async #begin(signal: AbortSignal): Promise<void> {
    if (this.#flying.size >= MOST) return;
    const due = await readDue(this.#parts.db, [...this.#flying.keys()], EACH_TAKING);
    for (const one of due) {
      const most = this.#taking.has(one.webhook_id) ? EACH_TAKING : EACH_OTHER;
      const others = [...this.#flying.values()].filter(({ webhook }) => webhook === one.webhook_id).length;
      if (this.#flying.size >= MOST || others >= most) continue;
      const landed = this.#deliver(one, signal).finally(() => this.#flying.delete(one.id));
      this.#flying.set(one.id, { webhook: one.webhook_id, landed });
    }
  }

  async #deliver(due: Due, signal: AbortSignal): Promise<void> {
    const { db, log, services } = this.#parts;
    const outcome = await this.#try(due, signal);
    // A delivery that the end of the portal has interrupted does not count as a try.
    if (signal.aborted && !outcome.delivered) return;
    if (outcome.delivered) this.#taking.add(due.webhook_id);
    else this.#taking.delete(due.webhook_id);
    await settle(db, due, outcome);
    const details = { webhook: due.webhook_id, delivery: due.id, event: due.event, status: outcome.status };
    if (outcome.delivered) log.debug(details, 'a webhook was delivered');
    else log.warn({ ...details, reason: outcome.error }, 'a webhook was not delivered');
    if (outcome.status === GONE)
      await switchOff(services, due.webhook_id, 'It answered 410 Gone, so nothing is sent to it any more.');
  }

  async #try(due: Due, signal: AbortSignal): Promise<Outcome> {
    const { db, services, addresses, publicUrl } = this.#parts;
    const problem = addresses.problem(due.url);
    if (problem) return failure(`The URL ${problem}.`);
    const secret = openSecret(services.vault, due.secret);
    if (secret === null)
      return failure('Its secret cannot be read. Make a new one, and give it to the receiver.');
    const body = await bodyOf(db, services.registry, publicUrl, due);
    if (body === null) return failure('What was changed is not in the history any more.', { isFinal: true });
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Skyledger',
      ...signedHeaders(secret, { id: due.message_id, timestamp, body }),
    };
    try {
      const { status, text: answer } = await post(due.url, body, { headers, addresses, signal });
      if (status >= 200 && status < 300)
        return { delivered: true, status, answer, error: null, isFinal: true };
      const isElsewhere = status >= 300 && status < 400;
      const error = `It answered ${status}${isElsewhere ? '; redirects are not followed' : ''}.`;
      return failure(error, { status, answer, isFinal: status === GONE });
    } catch (error) {
      return failure(error instanceof Error ? error.message : String(error));
    }
  }
}
