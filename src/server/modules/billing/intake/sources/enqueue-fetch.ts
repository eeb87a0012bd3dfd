import type { PoolClient } from 'pg';
import type { FetchedCloud } from '#kernel/billing/sources.ts';
import { conflict } from '#kernel/errors.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobKind } from '#server/platform/jobs/kind.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { monthToClose, monthWords } from '../../runs/months.ts';
import { cloudName } from '#kernel/clouds.ts';
import { guardBilling, type BillingParts } from '../../runs/parts.ts';
import { FETCH, fetchKey } from './fetch-job.ts';
import { enqueueAmortised } from './fetch-amortised-job.ts';
import { openRunOf, wasFetched } from './fetched.ts';
import type { BillSource, SourceAtHand } from './source.ts';

/** Names the jobs that look for bills that are to be fetched. */
const FETCH_DUE = 'bill_fetch_due';

interface FetchRequest {
  provider: FetchedCloud;
  /** YYYY-MM */
  month: string;
  by: string;
  requestId: string;
}

/** Enqueues the fetch of the bill of a month. @throws {Refusal} 409 while it is being fetched */
export async function enqueueFetch(
  tx: PoolClient,
  jobs: Jobs,
  { provider, month, by, requestId }: FetchRequest,
): Promise<JobRow> {
  const runKey = fetchKey({ provider, month });
  await holdLock(tx, 'fetch of a bill', runKey);
  if (await jobs.isUnderWay(tx, FETCH, runKey))
    throw conflict(
      `The bill of ${monthWords(month)} is being fetched from ${cloudName(provider)} already. Follow that job.`,
    );
  const title = `Bill of ${monthWords(month)} from ${cloudName(provider)}`;
  return jobs.enqueue(tx, {
    kind: FETCH,
    title,
    input: { provider, month },
    createdBy: by,
    requestId,
    runKey,
  });
}

/**
 * Enqueues the fetch of the bill of the month before from each source that somebody configured, unless an export of it was fetched before.
 * The runs that it begins belong to the desk, whose address gets the workbooks.
 */
export function fetchDueJob({
  jobs,
  sources,
  config: { billSources, ccoeEmail },
}: Pick<BillingParts, 'jobs' | 'config'> & { sources: readonly SourceAtHand[] }): JobKind {
  const configured = sources.filter((source) => 'place' in source && !source.simulated);
  const { cron } = billSources;
  return {
    name: FETCH_DUE,
    attempts: 3,
    guard: guardBilling,
    ...(cron !== null &&
      configured.length > 0 && {
        schedule: { cron, timeZone: 'UTC', title: 'Look for bills that are to be fetched' },
      }),
    async run({ requestId }) {
      const month = monthToClose();
      return async (tx) => {
        const enqueued: string[] = [];
        for (const source of configured) {
          if ('missing' in source) continue;
          const { provider } = source;
          if (await wasFetched(tx, source, month)) {
            await enqueueLateAmortised(tx, jobs, source, { month, createdBy: ccoeEmail, requestId });
            continue;
          }
          if (await jobs.isUnderWay(tx, FETCH, fetchKey({ provider, month }))) continue;
          await enqueueFetch(tx, jobs, { provider, month, by: ccoeEmail, requestId });
          enqueued.push(provider);
        }
        return { month, asked: enqueued };
      };
    },
  };
}

/** Enqueues the fetch of the amortised costs of a bill that was fetched without them, as long as its run is open. */
async function enqueueLateAmortised(
  tx: PoolClient,
  jobs: Jobs,
  source: BillSource,
  request: { month: string; createdBy: string; requestId: string },
): Promise<void> {
  const { provider, amortised } = source;
  if (!amortised || (await wasFetched(tx, amortised, request.month))) return;
  const run = await openRunOf(tx, source, request.month);
  if (run !== null) await enqueueAmortised(tx, jobs, { provider, run, ...request });
}
