import { AsyncLocalStorage } from 'node:async_hooks';

/** The transaction that the running code is part of; what outlives it is part of it no more. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Does the work of a transaction, so that everything below it knows that it is part of one. */
export async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const own = { isOpen: true };
  try {
    return await current.run(own, work);
  } finally {
    own.isOpen = false;
  }
}

/**
 * To be called before any call of another system: while it does not answer, a transaction would keep its connection and its locks
 * from everybody else.
 * @param called such as 'GitHub'
 * @throws {Error} within a transaction, which is a fault of the program
 */
export function refuseInTransaction(called: string): void {
  if (current.getStore()?.isOpen)
    throw new Error(
      `${called} was called within a transaction. Call it before the transaction, or in a job.`,
    );
}
