import { expect, onTestFinished } from 'vitest';
import { registry } from '#resources/registry.ts';
import type { AccessSource } from '#server/modules/directory/access/source.ts';
import { DIRECTORY_SYNC, directorySyncJob } from '#server/modules/directory/sync/job.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Jobs } from '#server/platform/jobs/jobs.ts';
import { Queue } from '#server/platform/jobs/queue.ts';
import { JOB_COLUMNS, type JobRow } from '#server/platform/jobs/store.ts';
import { createLog } from '#server/platform/log/log.ts';
import { openDirectory } from '#server/providers/graph/graph.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import { simulatedApplication, startGraph, type GraphOptions } from '#simulators/graph/graph.ts';

/** A directory that ends with the test, and the portal's way to it. */
export async function startDirectory(options: GraphOptions = {}) {
  const simulator = await startGraph(options);
  onTestFinished(() => simulator.close());
  const access = { kind: 'simulator' as const, url: simulator.url, ...simulatedApplication };
  return { simulator, directory: openDirectory(access, { patienceSeconds: 1 }) };
}

export interface SyncOptions {
  sources?: readonly AccessSource[];
  input?: Record<string, unknown>;
  prefixes?: Partial<Record<'aws' | 'azure' | 'gcp', readonly string[]>>;
  attempts?: number;
}

/** Works on sync jobs until the test ends. */
export async function openSync(
  db: Database,
  directory: Directory,
  { sources = [], prefixes = {}, attempts = 1 }: SyncOptions = {},
) {
  const log = await createLog({ level: 'silent', pretty: false });
  const queue = new Queue(db, log);
  const jobs = new Jobs(db, queue, log);
  const named = { aws: ['APP_AWS'], azure: ['APP_AZURE'], gcp: ['APP_GCP'], ...prefixes };
  const kind = directorySyncJob({
    db,
    registry,
    directory,
    sources,
    prefixes: { prefixes: named, pimPrefix: 'APP_AWS_PIM' },
    cron: null,
  });
  jobs.define({ ...kind, attempts });
  await queue.ready();
  onTestFinished(() => queue.stop());
  return {
    stop: () => queue.stop(),
    async ask(input: Record<string, unknown> = {}): Promise<string> {
      const asked = {
        kind: DIRECTORY_SYNC,
        title: 'Sync',
        input,
        createdBy: 'ada@example.com',
        requestId: 'r-1',
      };
      const { id } = await db.transaction((tx) => jobs.enqueue(tx, asked));
      jobs.wake(DIRECTORY_SYNC);
      return id;
    },
  };
}

export async function jobOf(db: Database, id: string): Promise<JobRow> {
  const { rows } = await db.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`, [id]);
  if (!rows[0]) throw new Error('There is no such job.');
  return rows[0];
}

/** Waits until a job is over. */
export async function ended(db: Database, id: string): Promise<JobRow> {
  await expect
    .poll(async () => (await jobOf(db, id)).state, { timeout: 60_000, interval: 20 })
    .toMatch(/done|failed/);
  return jobOf(db, id);
}

/** Asks for a sync, and waits until it is over. */
export async function syncDirectory(
  db: Database,
  directory: Directory,
  options: SyncOptions = {},
): Promise<JobRow> {
  const sync = await openSync(db, directory, options);
  const job = await ended(db, await sync.ask(options.input));
  await sync.stop();
  return job;
}
