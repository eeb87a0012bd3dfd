/**
 * Deliveries at a time: so many in each process, so many in all of them together, or one in all of them, of which none is
 * queued while another waits or runs.
 */
export type Concurrency = { each: number } | { together: number } | 'alone';

/** The queue of pg-boss that work of a name goes to. */
interface QueueFor {
  queue: string;
  /** See pg-boss's documentation of queues. */
  policy: 'standard' | 'exclusive' | 'key_strict_fifo';
  /** How many pieces of work of the queue a process does at a time. */
  workers: number;
  /** Of each of these one is delivered at a time in all processes, in the order in which they were sent; empty for no limit. */
  keys: readonly string[];
}

/** All work that has a limit over all processes goes to one queue: each process looks into that alone. */
const LIMITED = 'limited';
const LIMITED_WORKERS = 12;

/** The queue for work of a name. A limit of more than one has as many keys, which are used in turns. */
export function queueFor(name: string, concurrency: Concurrency): QueueFor {
  if (concurrency === 'alone') return { queue: name, policy: 'exclusive', workers: 1, keys: [] };
  if ('each' in concurrency) return { queue: name, policy: 'standard', workers: concurrency.each, keys: [] };
  const { together } = concurrency;
  const keys = together === 1 ? [name] : Array.from({ length: together }, (_, n) => `${name}/${n}`);
  return { queue: LIMITED, policy: 'key_strict_fifo', workers: LIMITED_WORKERS, keys };
}
