import type { PoolClient } from 'pg';
import { z } from 'zod';
import { FETCHED_CLOUDS, type FetchedCloud } from '#kernel/billing/sources.ts';
import { conflict, Refusal } from '#kernel/errors.ts';
import { OPEN_STATES } from '#kernel/billing/runs.ts';
import type { Database } from '#server/platform/database/database.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobContext, JobKind, LastStep } from '#server/platform/jobs/kind.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import { monthWords } from '../../runs/months.ts';
import { cloudName } from '#kernel/clouds.ts';
import { isManifest } from '../manifest.ts';
import { guardBilling, type BillingParts } from '../../runs/parts.ts';
import { addUnlessThere, sameFilesOf } from '../begin/add-files.ts';
import { giveUp, type KeptBill } from '../begin/bill-files.ts';
import { NOTHING_STATED } from '../begin/bill-written.ts';
import { addStep, demandState, FETCHED_FROM, holdRun, readRun } from '../../runs/run.ts';
import { isAdded, keepAdded } from './fetched.ts';
import { fetchFiles } from './fetch-files.ts';
import type { BillSource, FoundExport, SourceAtHand } from './source.ts';

/** Names the jobs that fetch the amortised costs of what a run bills. */
const FETCH_AMORTISED = 'bill_fetch_amortised';

const WAIT = 'Wait for the run';
const FIND = 'Find the export';
const GET = 'Fetch the files';
const ADD = 'Add them to the run';
const ATTEMPTS = 3;
const LOOK_AGAIN_SECONDS = 2;
const REFUSED = 'no amortised costs are added to it';

const inputOf = z.object({ provider: z.enum(FETCHED_CLOUDS), month: z.string(), run: z.int() });

interface AmortisedRequest {
  provider: FetchedCloud;
  /** YYYY-MM */
  month: string;
  /** The run that bills the month. */
  run: number;
  createdBy: string;
  requestId: string;
}

/** Enqueues the fetch of the amortised costs of a run. @returns null while they are being fetched */
export async function enqueueAmortised(
  tx: PoolClient,
  jobs: Jobs,
  { provider, month, run, createdBy, requestId }: AmortisedRequest,
): Promise<JobRow | null> {
  const runKey = `${provider} ${month} amortised`;
  await holdLock(tx, 'fetch of a bill', runKey);
  if (await jobs.isUnderWay(tx, FETCH_AMORTISED, runKey)) return null;
  const title = `Amortised costs of ${monthWords(month)} from ${cloudName(provider)}`;
  const input = { provider, month, run };
  return jobs.enqueue(tx, { kind: FETCH_AMORTISED, title, input, createdBy, requestId, runKey });
}

/**
 * Fetches the newest export of amortised costs of a month, and adds it to the run that bills the month, once that is read. Where there
 * is none, the job fails and the run says so: what is billed is taken without it.
 */
export function fetchAmortisedJob({
  db,
  jobs,
  sources,
}: Pick<BillingParts, 'db' | 'jobs'> & { sources: readonly SourceAtHand[] }): JobKind {
  const sourceOf = (provider: FetchedCloud): BillSource | null => {
    const source = sources.find((one) => one.provider === provider);
    return source && 'place' in source ? (source.amortised ?? null) : null;
  };
  return {
    name: FETCH_AMORTISED,
    attempts: ATTEMPTS,
    concurrency: 2,
    steps: [WAIT, FIND, GET, ADD],
    guard: guardBilling,
    async run(context) {
      const { provider, month, run } = inputOf.parse(context.input);
      const source = sourceOf(provider);
      if (source === null)
        throw new Refusal(422, `No setting says where the amortised costs of ${cloudName(provider)} lie.`);
      await context.step(WAIT);
      if (await isWorkedOn(db, run)) return context.comeBack(LOOK_AGAIN_SECONDS, context.reached);
      await context.step(FIND);
      const found = await source.find(month, context.id, context.signal);
      if (await isAdded(db, source, { month, id: found.id, run }))
        return async () => ({ billing_run: run, added: false });
      await context.step(GET);
      const kept = await fetchFiles(db, source, found, context);
      await context.step(ADD);
      return addWith(jobs, source, { month, run, found, kept }, context);
    },
    async failed(tx, { input }, reason) {
      const { provider, run } = inputOf.parse(input);
      const name = `${FETCHED_FROM}${cloudName(provider)}`;
      await addStep(tx, run, { name, done: true, detail: `No amortised costs were added. ${reason}` });
    },
  };
}

/** Whether a run is worked on, so that nothing can be added to it yet. @throws {Refusal} 409 for one to which nothing can be added any more */
async function isWorkedOn(db: Database, id: number): Promise<boolean> {
  const run = await readRun(db, id);
  demandState({ id, state: run.state }, OPEN_STATES, REFUSED);
  return run.state === 'processing';
}

/** Adds an export to the run, which is read anew with it, unless that has its files already. */
function addWith(
  jobs: Jobs,
  source: BillSource,
  { month, run, found, kept }: { month: string; run: number; found: FoundExport; kept: readonly KeptBill[] },
  { createdBy: by, requestId }: Pick<JobContext, 'createdBy' | 'requestId'>,
): LastStep {
  return async (tx) => {
    const added = { by, requestId, written: NOTHING_STATED, amortised: true };
    const bill = kept.filter(({ name }) => !isManifest(name));
    const [first] = bill;
    if (!first) throw conflict(`The export ${found.id} has no files.`);
    if ((await holdRun(tx, run)).state === 'processing')
      throw new Refusal(503, `Run ${run} is being worked on. Try it again once that is done.`);
    const step = (detail: string) =>
      addStep(tx, run, {
        name: `${FETCHED_FROM}${cloudName(source.provider)}`,
        done: true,
        detail,
      });
    const asAdded = { month, id: found.id, run, by, digest: first.digest };
    const there = await sameFilesOf(tx, run, bill);
    if (there?.some(({ amortised }) => !amortised)) {
      await giveUp(tx, kept);
      await keepAdded(tx, source, asAdded);
      await step(
        `Amortised costs, export ${found.id}: they are what is billed, so there is nothing to split.`,
      );
      return { billing_run: run, added: false };
    }
    const job = await addUnlessThere(tx, jobs, run, kept, added, bill);
    await keepAdded(tx, source, asAdded);
    if (job) await step(`Amortised costs, export ${found.id}.`);
    return { billing_run: run, added: job !== null };
  };
}
