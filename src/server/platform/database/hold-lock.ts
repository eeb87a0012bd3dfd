import type { Runner } from './database.ts';

/**
 * Locks that are held by a name where there is no row to lock. Each is one reason to wait; its subject distinguishes
 * those of one reason.
 */
export type Lock =
  | 'accrual of a month'
  | 'billing rules'
  | 'circles of a reference'
  | 'contact of an address'
  | 'directory snapshot'
  | 'example data'
  | 'fetch of a bill'
  | 'fetch of a queue'
  | 'file of a billing run'
  | 'files of a bill'
  | 'import of a model'
  | 'invoices of billing runs'
  | 'links of an editor'
  | 'members of a group'
  | 'queue'
  | 'reports of a person'
  | 'requests of a kind'
  | 'schedule of a kind'
  | 'sole job of a kind'
  | 'synthetic data';

/**
 * Holds a lock until the transaction ends; others who want the same wait.
 * @param of what it is of, such as the name of a model
 */
export async function holdLock(tx: Runner, lock: Lock, of = ''): Promise<void> {
  await tx.query({
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`${lock}: ${of}`],
  });
}
