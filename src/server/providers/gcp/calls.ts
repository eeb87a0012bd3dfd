import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import type { CallEffect } from '../common/failure.ts';
import { openClients, type GcpClients } from './clients.ts';
import { gcpFailure, isMissing, readError } from './failure.ts';
import type { GcpAccess } from './interface.ts';

export const PAGE_SIZE = 500;
/** Google's library repeats nothing and brings one page. */
export const ONCE = { retry: null, autoPaginate: false };

/** A call of the library, which can be given up. */
type Calling<Value> = Promise<Value> & { cancel?: () => void };

/** The calls to Google of one organization, each within its time, and with failures that people can read. */
export class GcpCalls {
  readonly #access: GcpAccess;
  readonly #seconds: number;
  #clients: Promise<GcpClients> | null = null;

  /** @param seconds after which a call that is not answered is given up */
  constructor(access: GcpAccess, seconds: number) {
    this.#access = access;
    this.#seconds = seconds;
  }

  /** @throws {ProviderFailure} */
  async invoke<Value>(
    what: string,
    effect: CallEffect,
    call: (clients: GcpClients) => Calling<Value>,
  ): Promise<Value> {
    refuseInTransaction('Google Cloud');
    try {
      return await within(this.#seconds, call(await this.#open()));
    } catch (error) {
      throw gcpFailure(what, error, effect);
    }
  }

  /** The same for what may not be there: null where it is missing or somebody else's, which Google does not distinguish. */
  async lookUp<Value>(what: string, call: (clients: GcpClients) => Calling<Value>): Promise<Value | null> {
    refuseInTransaction('Google Cloud');
    try {
      return await within(this.#seconds, call(await this.#open()));
    } catch (error) {
      if (isMissing(readError(error))) return null;
      throw gcpFailure(what, error, 'reads');
    }
  }

  /** The results of a search, which come one by one, a page at a time. @param read the items of each */
  async *pages<Result, Item>(
    what: string,
    search: (clients: GcpClients, options: { scope: string; pageSize: number }) => AsyncIterable<Result>,
    read: (found: Result) => Item[],
  ): AsyncGenerator<Item[]> {
    const options = { scope: `organizations/${this.#access.organization}`, pageSize: PAGE_SIZE };
    let page: Item[] = [];
    try {
      for await (const found of search(await this.#open(), options)) {
        page.push(...read(found));
        if (page.length < PAGE_SIZE) continue;
        yield page;
        page = [];
      }
    } catch (error) {
      throw gcpFailure(what, error, 'reads');
    }
    if (page.length > 0) yield page;
  }

  async #open(): Promise<GcpClients> {
    this.#clients ??= openClients(this.#access);
    // A failure, such as of the start of a simulator, is tried again with the next call.
    this.#clients.catch(() => (this.#clients = null));
    return this.#clients;
  }
}

/** Gives a call up that is not answered in time. */
async function within<Value>(seconds: number, calling: Calling<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    calling.cancel?.();
    reject(new Error(`it did not answer within ${seconds} seconds`));
  }, seconds * 1000);
  try {
    return await Promise.race([calling, promise]);
  } finally {
    clearTimeout(timer);
  }
}
