import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { FETCHED_CLOUDS } from '#kernel/billing/sources.ts';
import { Refusal } from '#kernel/errors.ts';
import { grouped } from '#kernel/written.ts';
import type { JobContext, JobKind, LastStep } from '#server/platform/jobs/kind.ts';
import { monthWords } from '../../runs/months.ts';
import { cloudName } from '#kernel/clouds.ts';
import { isManifest } from '../manifest.ts';
import { guardBilling, type BillingParts } from '../../runs/parts.ts';
import { giveUp, type KeptBill } from '../begin/bill-files.ts';
import { NOTHING_STATED } from '../begin/bill-written.ts';
import { INTAKE } from '../../runs/job-kinds.ts';
import { addStep, FETCHED_FROM } from '../../runs/run.ts';
import { createRun, sameFiles, type BillRequest } from '../begin/take-file.ts';
import { enqueueAmortised } from './fetch-amortised-job.ts';
import { fetchFiles } from './fetch-files.ts';
import { keepFetched, runOfExport } from './fetched.ts';
import type { BillSource, FoundExport, SourceAtHand } from './source.ts';
import { writtenAs } from './written-as.ts';

/** Names the jobs that fetch the bill of a month. */
export const FETCH = 'bill_fetch';

const FIND = 'Find the export';
const GET = 'Fetch the files';
const BEGIN = 'Begin the run';
const ATTEMPTS = 3;

export const fetchInput = z.object({ provider: z.enum(FETCHED_CLOUDS), month: z.string() });

/** Work of which one is under way at a time. */
export const fetchKey = ({ provider, month }: z.output<typeof fetchInput>): string => `${provider} ${month}`;

/**
 * Fetches the newest export of a month, file by file into the database, and begins a run with all of them, as an upload does. An
 * attempt goes on with the files that the one before it has kept. An export that was fetched before is answered with its run. Where
 * the source has amortised costs as well, another job adds them to the run.
 */
export function fetchJob({
  db,
  jobs,
  folder,
  sources,
}: Pick<BillingParts, 'db' | 'jobs'> & { folder: string; sources: readonly SourceAtHand[] }): JobKind {
  return {
    name: FETCH,
    attempts: ATTEMPTS,
    concurrency: 2,
    steps: [FIND, GET, BEGIN],
    guard: guardBilling,
    async run(context) {
      const { provider, month } = fetchInput.parse(context.input);
      const source = demandSource(sources, provider);
      await context.step(FIND);
      const found = await source.find(month, context.id, context.signal);
      const known = await runOfExport(db, source, { month, id: found.id });
      if (known !== null)
        return async (tx) => ({
          billing_run: known,
          begun: false,
          ...(await amortisedOf(tx, jobs, source, { month, run: known }, context)),
        });
      await context.step(GET);
      const kept = await fetchFiles(db, source, found, context);
      await context.step(BEGIN);
      const as = await writtenAs({ db, folder, signal: context.signal }, source, kept);
      return beginWith(jobs, source, { month, found, kept, as }, context);
    },
  };
}

/** @throws {Refusal} 503 that says what to set where there is no such source */
export function demandSource(
  sources: readonly SourceAtHand[],
  provider: SourceAtHand['provider'],
): BillSource {
  const source = sources.find((one) => one.provider === provider);
  if (!source || 'missing' in source)
    throw new Refusal(503, source?.missing ?? `No bills of ${provider} are fetched.`);
  return source;
}

/** Enqueues the fetch of the amortised costs of a run, where the source has any. @returns the job, as the result names it */
async function amortisedOf(
  tx: PoolClient,
  jobs: BillingParts['jobs'],
  { provider, amortised }: BillSource,
  { month, run }: { month: string; run: number },
  { createdBy, requestId }: Pick<JobContext, 'createdBy' | 'requestId'>,
): Promise<{ amortised?: string }> {
  if (!amortised) return {};
  const job = await enqueueAmortised(tx, jobs, { provider, month, run, createdBy, requestId });
  return job === null ? {} : { amortised: job.id };
}

/** Begins a run, or finds the one that has these files, whatever manifest came with them. */
function beginWith(
  jobs: BillingParts['jobs'],
  source: BillSource,
  {
    month,
    found,
    kept,
    as,
  }: { month: string; found: FoundExport; kept: readonly KeptBill[]; as: BillProvider },
  { createdBy: by, requestId }: JobContext,
): LastStep {
  const { provider, place } = source;
  const wanted: BillRequest = {
    provider: as,
    month,
    name: '',
    currency: null,
    reference: null,
    postingDay: null,
    written: NOTHING_STATED,
    // There is nobody to answer: the page of the run has the question.
    existing: null,
    amortised: false,
  };
  return async (tx) => {
    const known = await sameFiles(
      tx,
      wanted,
      kept.filter(({ name }) => !isManifest(name)),
    );
    const run = known ?? (await begin(tx));
    if (known !== null) await giveUp(tx, kept);
    await keepFetched(tx, source, { month, id: found.id, run, by });
    const amortised = await amortisedOf(tx, jobs, source, { month, run }, { createdBy: by, requestId });
    return { billing_run: run, begun: known === null, ...amortised };
  };

  async function begin(tx: PoolClient): Promise<number> {
    const id = randomUUID();
    const run = await createRun(tx, wanted, kept, { job: id, by, requestId });
    const files = `${grouped(kept.length)} ${kept.length === 1 ? 'file' : 'files'}`;
    await addStep(tx, run, {
      name: `${FETCHED_FROM}${cloudName(provider)}`,
      done: true,
      detail: `Export ${found.id}, ${files}. It lies at ${place}.`,
    });
    await jobs.enqueue(
      tx,
      {
        kind: INTAKE,
        title: `Billing run of ${monthWords(month)} from ${cloudName(provider)}`,
        input: { run },
        createdBy: by,
        requestId,
      },
      id,
    );
    return run;
  }
}
