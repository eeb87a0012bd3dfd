import { expect, onTestFinished } from 'vitest';
import { registry } from '#resources/registry.ts';
import { INVENTORY_SYNC, inventorySyncJob } from '#server/modules/inventory/sync/job.ts';
import type { InventorySource } from '#server/modules/inventory/sync/source.ts';
import { Jobs } from '#server/platform/jobs/jobs.ts';
import { Queue } from '#server/platform/jobs/queue.ts';
import { JOB_COLUMNS, type JobRow } from '#server/platform/jobs/store.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { withDatabase } from './database.ts';

export const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

/** Reads the inventory of clouds into the database of a test file, and tells what is kept of it. */
export function inventoryDesk(database: ReturnType<typeof withDatabase>) {
  /** Asks for a sync, and waits until it is over. */
  async function sync(...sources: InventorySource[]): Promise<JobRow> {
    const log = await createLog({ level: 'silent', pretty: false });
    const queue = new Queue(database.db, log);
    const jobs = new Jobs(database.db, queue, log);
    jobs.define({ ...inventorySyncJob({ db: database.db, registry, sources, cron: null }), attempts: 1 });
    await queue.ready();
    onTestFinished(() => queue.stop());
    const asked = {
      kind: INVENTORY_SYNC,
      title: 'Sync',
      input: {},
      createdBy: 'ada@example.com',
      requestId: 'r-1',
    };
    const { id } = await database.db.transaction((tx) => jobs.enqueue(tx, asked));
    jobs.wake(INVENTORY_SYNC);
    const read = async () =>
      (await database.db.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`, [id])).rows[0];
    await expect.poll(async () => (await read())?.state).toMatch(/done|failed/);
    const job = await read();
    if (!job) throw new Error('There is no such job.');
    return job;
  }

  /** An account that the portal has known for long, unless it is said otherwise. */
  const known = (identifier: string, given: Record<string, unknown> = {}) => {
    const row = {
      provider_type: 'GcpCloudParent',
      identifier,
      terminated: false,
      managed: true,
      created_at: minutesAgo(60 * 24 * 30),
      ...given,
    };
    const names = Object.keys(row);
    return database.db.query(
      `INSERT INTO cloud_parents (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    );
  };

  async function accounts() {
    const { rows } = await database.db.query<Record<string, unknown>>(
      `SELECT identifier, name, email, terminated, managed, cloud_contact_email AS owner, cost_center
       FROM cloud_parents ORDER BY provider_type, identifier`,
    );
    return rows;
  }

  async function machines() {
    const { rows } = await database.db.query<Record<string, unknown>>(
      `SELECT resource_id, state, identifier, name, location, resource_type, cost_center
       FROM virtual_machines ORDER BY provider_type, resource_id`,
    );
    return rows;
  }

  return { sync, known, accounts, machines };
}
