import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { databaseNow } from '#server/platform/database/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { demandWhole } from '#server/platform/database/unlogged.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import {
  applyAccounts,
  countGoneAccounts,
  settleLives,
  type AccountReading,
  type Applied,
  type Gone,
} from './apply-accounts.ts';
import { applyMachines, countGoneMachines } from './apply-machines.ts';
import { readDetails } from './details.ts';
import { readInto, type Reading, type ReadTable } from './read.ts';
import type { DetailsSource, InventorySource } from './source.ts';

/** Names the jobs that read the clouds into the inventory. */
export const INVENTORY_SYNC = 'inventory_sync';

/** Fewer may always be gone; of more, no larger part than this, or what was read is not believed. */
const MOST_GONE = 10;
const ACCOUNTS_PART = 1 / 4;
/** Machines come and go by themselves. */
const MACHINES_PART = 1 / 2;

interface SyncParts {
  db: Database;
  registry: Registry;
  sources: readonly InventorySource[];
  /** When it is enqueued by itself, five fields; null: never. */
  cron: string | null;
}

/** The result of reading a cloud, or its error; kept so that a repeated job reads only what failed. */
interface Reached {
  counts?: Record<string, number>;
  error?: string;
  /** Why its places and tags are as they were read before. */
  problem?: string;
  /** Whether trying again may help. */
  away?: boolean;
}

/**
 * Reads the accounts and machines of every cloud. Each cloud is by itself: what one has is applied once it was read to
 * its end, whatever becomes of the others; a reading that ends in the middle changes nothing.
 */
export function inventorySyncJob({ db, registry, sources, cron }: SyncParts): JobKind {
  return {
    name: INVENTORY_SYNC,
    attempts: 3,
    steps: sources.map(stepOf),
    ...(cron !== null && { schedule: { cron, timeZone: 'UTC', title: 'Inventory sync' } }),
    async run(context) {
      const reached = { ...(context.reached as Record<string, Reached>) };
      for (const source of sources) {
        await context.step(stepOf(source));
        if (reached[source.name]?.counts) continue;
        reached[source.name] = await readCloud({ db, registry }, context, source, reached);
        await context.save(reached);
      }
      const errors = sources.flatMap(({ name }) => reached[name]?.error ?? []);
      if (errors.length > 0) {
        const isAway = sources.some(({ name }) => reached[name]?.away);
        throw new Refusal(isAway ? 503 : 409, errors.join(' '));
      }
      const counts = sources.flatMap(({ name }) =>
        Object.entries(reached[name]?.counts ?? {}).map(([what, count]) => ({
          label: `${name}: ${what}`,
          count,
        })),
      );
      const problems = sources.flatMap(({ name }) => {
        const message = reached[name]?.problem;
        return message === undefined ? [] : [{ place: name, message }];
      });
      return async () => ({ outcome: { counts, problems, problem_total: problems.length, file: null } });
    },
  };
}

const stepOf = ({ name }: InventorySource) => `Read ${name}`;

async function readCloud(
  { db, registry }: Pick<SyncParts, 'db' | 'registry'>,
  { signal, requestId, save }: JobContext,
  { name, provider_type: cloud, accounts, machines, details }: InventorySource,
  reached: Readonly<Record<string, Reached>>,
): Promise<Reached> {
  const reading = { db, signal };
  const who: Who = {
    actor: { email: 'inventory-sync@skyledger.example', name: 'Inventory sync' },
    requestId,
    isMachine: true,
  };
  /** An attempt that was superseded applies nothing, nor does one whose rows are not all there. */
  const demand = async (tx: PoolClient, table: ReadTable, rows: number) => {
    await save({ ...reached }, tx);
    await demandWhole(tx, name, { table, column: 'provider_type', value: cloud, rows });
  };
  try {
    const ofCloud = { providerType: cloud, since: await databaseNow(db) };
    const problem = details ? await tryDetails(reading, details, ofCloud) : {};
    const accountsRead = await readInto(reading, 'inventory_read_accounts', cloud, accounts());
    const ofAccounts = await db.transaction(async (tx) => {
      await demand(tx, 'inventory_read_accounts', accountsRead);
      await settleLives(tx, ofCloud);
      refuseLosses(`${name} accounts`, await countGoneAccounts(tx, ofCloud), ACCOUNTS_PART);
      return applyAccounts(tx, registry, ofCloud, who);
    });
    if (!machines) return { ...problem, counts: counted('accounts', accountsRead, ofAccounts) };
    const machinesRead = await readInto(reading, 'inventory_read_machines', cloud, machines());
    const ofMachines = await db.transaction(async (tx) => {
      await demand(tx, 'inventory_read_machines', machinesRead);
      refuseLosses(`${name} machines`, await countGoneMachines(tx, cloud), MACHINES_PART);
      return applyMachines(tx, cloud);
    });
    return {
      ...problem,
      counts: {
        ...counted('accounts', accountsRead, ofAccounts),
        ...counted('machines', machinesRead, ofMachines),
      },
    };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof ProviderFailure) return { error: error.message, away: error.kind !== 'refused' };
    if (error instanceof Refusal && error.status < 500) return { error: error.message };
    throw error;
  }
}

/** Reads places and tags. Where the cloud does not return them, accounts and machines are read all the same. */
async function tryDetails(
  reading: Reading,
  details: DetailsSource,
  ofCloud: AccountReading,
): Promise<Pick<Reached, 'problem'>> {
  try {
    await readDetails(reading, details, ofCloud);
    return {};
  } catch (error) {
    if (reading.signal.aborted || !(error instanceof ProviderFailure)) throw error;
    return { problem: `Places and tags of accounts were not read: ${error.message}` };
  }
}

function counted(
  what: string,
  read: number,
  { added, changed, terminated }: Applied,
): Record<string, number> {
  return {
    [`${what} read`]: read,
    [`${what} added`]: added,
    [`${what} changed`]: changed,
    [`${what} terminated`]: terminated,
  };
}

/** @throws {Refusal} where so many are gone that the reading cannot be right */
function refuseLosses(what: string, { active, gone }: Gone, part: number): void {
  if (gone <= MOST_GONE || gone <= active * part) return;
  throw new Refusal(
    409,
    `${gone} of ${active} ${what} would have been terminated, which is too much to believe, so nothing of them was changed. Check what the portal may read there. Terminate them in a file that you import, if they are gone.`,
  );
}
