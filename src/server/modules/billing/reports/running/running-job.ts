import { z } from 'zod';
import { cloudName } from '#kernel/clouds.ts';
import { FETCHED_CLOUDS, type FetchedCloud } from '#kernel/billing/sources.ts';
import { Refusal } from '#kernel/errors.ts';
import type { JobOutcome } from '#kernel/work.ts';
import type { SoleJob } from '#server/engine/sole-job.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { monthWords } from '../../runs/months.ts';
import { guardBilling, type BillingParts } from '../../runs/parts.ts';
import type { BillSource, SourceAtHand } from '../../intake/sources/source.ts';
import { mailDigest, markNotified } from '../anomalies/digest.ts';
import { keepFound } from '../anomalies/keep-found.ts';
import { lookForAnomalies } from '../anomalies/look.ts';
import { MONTHS_KEPT, monthsToRead } from './months-to-read.ts';
import { noteFailure, readMonth } from './read-month.ts';

/** The work that reads the running month. */
export const RUNNING: SoleJob = {
  kind: 'running_costs',
  title: 'Costs of the running month',
  underWay: 'The running month is being read already. Follow that job.',
};

const READ = 'Read the exports';
const LOOK = 'Look for what is unusual';
const ATTEMPTS = 3;

/** `quiet`: nobody is mailed, as of the example. */
const inputOf = z.object({ quiet: z.boolean().default(false) });
const reachedOf = z.object({ read: z.array(z.string()) });

type RunningParts = Pick<BillingParts, 'db' | 'config' | 'outbox'> & {
  folder: string;
  sources: readonly SourceAtHand[];
};

/**
 * Where the exports of the running month lie, of each cloud that has a source. Once one is configured, made-up figures of others do
 * not stand beside its own.
 */
export function runningSources(sources: readonly SourceAtHand[]): BillSource[] {
  const all = sources.flatMap((source) => ('missing' in source ? [] : [source.running ?? source]));
  const real = all.filter(({ simulated }) => !simulated);
  return real.length > 0 ? real : all;
}

/**
 * Reads what the running month costs so far from each source of bills, and looks for what is unusual in it. Each month of a cloud is
 * committed by itself, and one that cannot be read keeps its figures with the reason; the others are read. Where none can be read,
 * the job fails.
 */
export function runningJob(parts: RunningParts): JobKind {
  const { db, config, sources } = parts;
  const { cron, least } = config.runningCosts;
  const isReal = runningSources(sources).some(({ simulated }) => !simulated);
  return {
    name: RUNNING.kind,
    attempts: ATTEMPTS,
    steps: [READ, LOOK],
    guard: guardBilling,
    ...(cron !== null && isReal && { schedule: { cron, timeZone: 'UTC', title: RUNNING.title } }),
    async run(context) {
      await context.step(READ);
      const { read, problems } = await readAll(parts, context);
      await context.step(LOOK);
      const looked = await lookForAnomalies(db, least, context.signal);
      const outcome = (anomalies: number): JobOutcome => ({
        counts: [
          { label: 'Months of clouds read', count: read },
          { label: 'New anomalies', count: anomalies },
        ],
        problems,
        problem_total: problems.length,
        file: null,
      });
      return async (tx) => {
        const oldest = `date_trunc('month', today()) - interval '${MONTHS_KEPT - 1} months'`;
        for (const table of ['running_costs', 'running_readings'])
          await tx.query(`DELETE FROM ${table} WHERE month < ${oldest}`);
        const anomalies = await keepFound(tx, looked);
        const { quiet } = inputOf.parse(context.input);
        const notified = quiet ? await markNotified(tx) : await mailDigest(tx, parts, context);
        return { read, anomalies, told: notified, outcome: outcome(anomalies) };
      };
    },
  };
}

/** Reads each month of each cloud that an earlier attempt has not. @throws {Refusal} where none could be read */
async function readAll(
  { db, folder, sources }: RunningParts,
  context: JobContext,
): Promise<{ read: number; problems: JobOutcome['problems'] }> {
  const done = new Set(reachedOf.safeParse(context.reached).data?.read);
  const refusals: { place: string; refusal: Refusal }[] = [];
  const { signal, progress } = context;
  for (const source of runningSources(sources)) {
    const [running, ...others] = await monthsToRead(db, source);
    for (const month of [running, ...others]) {
      const key = `${source.provider} ${month}`;
      if (done.has(key)) continue;
      const save: Parameters<typeof readMonth>[0]['save'] = (tx) =>
        context.save({ read: [...done, key] }, tx);
      try {
        await readMonth({ db, folder, work: context.id, signal, progress, save }, { source, month });
        done.add(key);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Refusal)) throw error;
        // Of an earlier month there may be none any more.
        const isAbsent = error.status === 404 && month !== running;
        await noteFailure(db, { source, month }, isAbsent ? null : error.message);
        if (!isAbsent) refusals.push({ place: placeOf(source.provider, month), refusal: error });
      }
    }
  }
  const problems = refusals.map(({ place, refusal }) => ({ place, message: refusal.message }));
  if (done.size > 0 || refusals.length === 0) return { read: done.size, problems };
  const isPassing = refusals.some(({ refusal }) => refusal.status >= 500);
  throw new Refusal(
    isPassing ? 503 : 422,
    problems.map(({ place, message }) => `${place}: ${message}`).join(' '),
  );
}

const placeOf = (provider: FetchedCloud, month: string) => `${cloudName(provider)}, ${monthWords(month)}`;

/** Whether any cloud has a source. @throws {Refusal} 503 that says what to set */
export function demandAnySource(sources: readonly SourceAtHand[]): void {
  if (runningSources(sources).length > 0) return;
  throw new Refusal(
    503,
    `No source of bills is configured for ${FETCHED_CLOUDS.map(cloudName).join(', ')}. Set BILL_SOURCE_AWS, BILL_SOURCE_AZURE or BILL_SOURCE_GCP, and start the portal again.`,
  );
}
