import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import { onlyForward } from '../common/pages.ts';
import { within } from '../common/within.ts';
import { openClient, pathOf, patiently, type Send } from './client.ts';
import { graphFailure, type GraphCall } from './failure.ts';
import type { DirectoryAccess } from './interface.ts';
import { PERMISSIONS } from './permissions.ts';

/** How long calls may take. */
export interface CallTimes {
  /** Of one call, its own repeats included. */
  callSeconds: number;
  /** For how long a call that reads and is throttled waits by itself. */
  patienceSeconds: number;
}

/** A page of a list. */
export interface Page<Item> {
  value: Item[];
  /** The path of the next page; null on the last one. */
  next: string | null;
  /** The path from which on a delta lists what changed after this page; null but on its last one. */
  end: string | null;
}

/** The calls of Graph. All of them throw ProviderFailure. */
export interface Calls {
  send: (
    request: { method: 'POST' | 'DELETE'; path: string; body?: object },
    purpose: GraphCall,
    signal: AbortSignal | undefined,
  ) => Promise<void>;
  /** Every page of a list, from this path on. */
  pages: <Item>(
    from: string,
    purpose: GraphCall,
    signal: AbortSignal | undefined,
  ) => AsyncGenerator<Page<Item>, void>;
}

export const READS_PEOPLE: GraphCall = {
  what: 'read its people',
  effect: 'reads',
  permission: PERMISSIONS.people,
};
export const READS_GROUPS: GraphCall = {
  what: 'read its groups',
  effect: 'reads',
  permission: PERMISSIONS.groups,
};

/** @throws {Error} for an answer that is no page */
function pageOf<Item>(answer: unknown): Page<Item> {
  const page = answer as {
    value?: unknown;
    '@odata.nextLink'?: string;
    '@odata.deltaLink'?: string;
  } | null;
  if (typeof page !== 'object' || !Array.isArray(page?.value)) throw new Error('The answer is no page.');
  const { '@odata.nextLink': next, '@odata.deltaLink': end } = page;
  return {
    value: page.value as Item[],
    next: next === undefined ? null : pathOf(next),
    end: end === undefined ? null : pathOf(end),
  };
}

/** How Graph is called: within a time, never within a transaction, and signed in with the first call. */
export function openCalls(access: DirectoryAccess, { callSeconds, patienceSeconds }: CallTimes): Calls {
  let opening: Promise<Send> | null = null;
  const opened = () => {
    opening ??= openClient(access);
    return opening.catch((error: unknown) => {
      opening = null;
      throw error;
    });
  };

  /** One call, within its time; `read` makes something of the answer. */
  const call = async <T>(
    request: Parameters<Send>[0],
    purpose: GraphCall,
    signal: AbortSignal | undefined,
    read: (answer: unknown) => T,
  ): Promise<T> => {
    refuseInTransaction('The directory');
    try {
      const once = await opened();
      const send = purpose.effect === 'reads' ? patiently(once, patienceSeconds) : once;
      return read(await within(callSeconds, signal, (ended) => send(request, ended)));
    } catch (error) {
      throw graphFailure(error, purpose);
    }
  };

  return {
    send: (request, purpose, signal) => call(request, purpose, signal, () => undefined),
    async *pages<Item>(from: string, purpose: GraphCall, signal: AbortSignal | undefined) {
      const goOn = onlyForward('The directory');
      for (let path: string | null = pathOf(from); path !== null;) {
        goOn(path);
        const page: Page<Item> = await call({ method: 'GET', path }, purpose, signal, pageOf<Item>);
        yield page;
        path = page.next;
      }
    },
  };
}
