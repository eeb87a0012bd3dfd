import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import type { CallEffect } from '../common/failure.ts';
import { ProviderFailure } from '../common/interface.ts';
import { within } from '../common/within.ts';
import { type Clients, openClients } from './clients.ts';
import { azureFailure } from './failure.ts';
import type { QueryPage } from './graph.ts';
import type { AzureAccess } from './interface.ts';

/** A page that is throttled is requested again by the SDK; all of it may take so many times as long as one call. */
const REPEATS_OF_A_PAGE = 4;

/** The signal that ends a call, as the SDK wants it. */
export interface CallOptions {
  abortSignal: AbortSignal;
}

/**
 * Makes one call, within its time.
 * @param what what is called, in the words of people, such as 'create the subscription'
 * @throws {ProviderFailure}
 */
export type MakeCall = <T>(
  what: string,
  effect: CallEffect,
  signal: AbortSignal | undefined,
  make: (clients: Clients, options: CallOptions) => Promise<T>,
) => Promise<T>;

/** Lists the rows of a query of Resource Graph, each page within its time. @throws {ProviderFailure} */
type ReadRows = <T>(
  what: string,
  signal: AbortSignal | undefined,
  rows: (queryPage: QueryPage) => AsyncIterable<T>,
) => AsyncIterable<T>;

/**
 * How Azure is called: through its SDK, which is loaded with the first call, and never within a transaction.
 * @param callSeconds how long one call may take
 */
export function openCalls(access: AzureAccess, callSeconds: number): { call: MakeCall; readRows: ReadRows } {
  let opened: Promise<Clients> | null = null;
  const clients = async () => {
    opened ??= openClients(access);
    return opened.catch((error: unknown) => {
      opened = null;
      throw error;
    });
  };
  return {
    call: async (what, effect, signal, make) => {
      refuseInTransaction('Azure');
      try {
        const opened = await clients();
        return await within(callSeconds, signal, (abortSignal) => make(opened, { abortSignal }));
      } catch (error) {
        throw azureFailure(error, what, effect);
      }
    },
    async *readRows(what, signal, rows) {
      refuseInTransaction('Azure');
      try {
        yield* rows(async (request) => {
          const { patientGraph } = await clients();
          return within(callSeconds * REPEATS_OF_A_PAGE, signal, (abortSignal) =>
            patientGraph.resources(request, { abortSignal }),
          );
        });
      } catch (error) {
        throw azureFailure(error, what, 'reads');
      }
    },
  };
}

/** The answer of a call, or this where Azure does not know what is requested. */
export async function unlessGone<T, U>(otherwise: U, answer: Promise<T>): Promise<T | U> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderFailure && error.status === 404) return otherwise;
    throw error;
  }
}
