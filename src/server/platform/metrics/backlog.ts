import { Gauge, type Registry } from 'prom-client';
import { Refusal } from '#kernel/errors.ts';
import type { Database } from '../database/database.ts';

/** Several collectors may call at once, and more often than the answer changes. */
const KEPT_MS = 5000;

/** States that wait for something or somebody; what is over only grows in number. */
const BACKLOG = [
  { table: 'jobs', name: 'queue_jobs', states: ['queued', 'running', 'failed'], what: 'Background jobs' },
  { table: 'outbox', name: 'outbox_mails', states: ['queued', 'sending', 'failed'], what: 'Outgoing mails' },
] as const;

interface Depth {
  table: string;
  state: string;
  count: number;
  /** Of the one that waits longest. */
  seconds: number;
}

/**
 * How much waits in the queue and the outbox, and whether the database answers. Every process of a portal reports the
 * same numbers, since they share one database.
 */
export function measureBacklog(registry: Registry, db: Database): void {
  const read = keptFor(KEPT_MS, () => readDepths(db));
  const registers = [registry];
  for (const { table, name, states, what } of BACKLOG) {
    const set = async (gauge: Gauge<'state'>, number: (depth: Depth) => number) => {
      const found = await read();
      gauge.reset();
      if (!found.depths) return;
      for (const state of states) {
        const depth = found.depths.find((one) => one.table === table && one.state === state);
        gauge.set({ state }, depth ? number(depth) : 0);
      }
    };
    new Gauge({
      name,
      help: `${what} that are not over, by state.`,
      labelNames: ['state'],
      registers,
      async collect() {
        await set(this, ({ count }) => count);
      },
    });
    new Gauge({
      name: `${name}_oldest_seconds`,
      help: `${what} that are not over: how long ago the oldest of a state was requested.`,
      labelNames: ['state'],
      registers,
      async collect() {
        await set(this, ({ seconds }) => seconds);
      },
    });
  }
  new Gauge({
    name: 'database_up',
    help: 'Whether the database answers: 1 or 0.',
    registers,
    async collect() {
      this.set((await read()).up ? 1 : 0);
    },
  });
}

/** `depths` is null where they cannot be read. */
async function readDepths(db: Database): Promise<{ up: boolean; depths: Depth[] | null }> {
  try {
    const there = await db.query<{ table: string }>({
      name: 'metrics-tables',
      text: `SELECT name AS table FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL`,
      values: [BACKLOG.map(({ table }) => table)],
    });
    const known = new Set(there.rows.map(({ table }) => table));
    const selects = BACKLOG.filter(({ table }) => known.has(table)).map(
      ({ table, states }) =>
        `SELECT '${table}' AS table, state, count(*)::int AS count,
                extract(epoch FROM now() - min(created_at))::float8 AS seconds
           FROM ${table} WHERE state IN (${states.map((state) => `'${state}'`).join(', ')}) GROUP BY state`,
    );
    if (selects.length === 0) return { up: true, depths: null };
    return { up: true, depths: (await db.query<Depth>(selects.join(' UNION ALL '))).rows };
  } catch (error) {
    // A database that is away is what this is there to report; everything else still is a database that answers.
    return { up: !(error instanceof Refusal), depths: null };
  }
}

function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (!value || performance.now() >= until) {
      value = read();
      until = performance.now() + ms;
    }
    return value;
  };
}
