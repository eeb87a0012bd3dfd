import { z } from 'zod';
import type { Database } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobContext, JobKind, LastStep } from '#server/platform/jobs/kind.ts';
import { allocate } from '../allocation/allocate.ts';
import { billLines } from '../intake/bill-lines.ts';
import { takeIn } from '../intake/take-in.ts';
import { guardBilling } from '../parts.ts';
import { askForWorkbook } from '../pre-ap/workbook-job.ts';
import { fetchBill, toldOf, withOwnFolder } from './fetch-bill.ts';
import { reopen } from './reopen.ts';
import { addStep, demandState, endRun, holdRun } from './run.ts';

/** Names the jobs that read a bill, and those that allocate a run anew. */
export const INTAKE = 'billing_intake';
export const ALLOCATION = 'billing_allocation';

const FETCH = 'Fetch the file';
const READ = 'Read the lines';
const ALLOCATE = 'Allocate the lines';
const ATTEMPTS = 3;

const inputOf = z.object({ run: z.int() });
const reachedOf = z.object({ taken: z.literal(true) });

interface WorkParts {
  db: Database;
  jobs: Jobs;
  /** Where files are unpacked; it is this process's own. */
  folder: string;
}

/** Reads the file of a run into lines and allocates them. */
export function intakeJob(parts: WorkParts): JobKind {
  return {
    name: INTAKE,
    attempts: ATTEMPTS,
    steps: [FETCH, READ, ALLOCATE],
    guard: guardBilling,
    async run(context) {
      const { run: id } = inputOf.parse(context.input);
      const isTaken = reachedOf.safeParse(context.reached).success;
      await reopen(parts.db, { id, job: context.id, isTaken });
      if (!isTaken) await intake(parts, context, id);
      return allocation(parts, context, id);
    },
  };
}

/** Allocates the lines of a run anew, after somebody said where an account belongs. */
export function allocationJob(parts: Pick<WorkParts, 'db' | 'jobs'>): JobKind {
  return {
    name: ALLOCATION,
    attempts: ATTEMPTS,
    steps: [ALLOCATE],
    guard: guardBilling,
    async run(context) {
      const { run: id } = inputOf.parse(context.input);
      await reopen(parts.db, { id, job: context.id, isTaken: true });
      return allocation(parts, context, id);
    },
  };
}

async function allocation(
  { db, jobs }: Pick<WorkParts, 'db' | 'jobs'>,
  context: JobContext,
  id: number,
): Promise<LastStep> {
  await begin(db, context, id, ALLOCATE);
  return async (tx) => {
    const run = await holdRun(tx, id);
    demandState(run, ['processing', 'superseded'], 'it is not allocated');
    const isReady = await allocate(tx, run);
    // What was superseded meanwhile can still be looked at, and nobody is mailed of it.
    const isOver = run.state === 'superseded';
    await endRun(tx, id, isOver ? 'superseded' : isReady ? 'ready' : 'needs_review');
    if (!isOver) await askForWorkbook(tx, jobs, id, context);
    return { billing_run: id };
  };
}

async function begin(db: Database, context: JobContext, id: number, name: string): Promise<void> {
  await context.step(name);
  await addStep(db, id, { name });
}

async function intake({ db, folder }: WorkParts, context: JobContext, id: number): Promise<void> {
  await withOwnFolder(folder, async (own) => {
    await begin(db, context, id, FETCH);
    const file = await fetchBill(db, id, own);
    context.signal.throwIfAborted();
    await begin(db, context, id, READ);
    await db.transaction(async (tx) => {
      const run = await holdRun(tx, id);
      demandState(run, ['processing'], 'its file is not read');
      const lines = billLines({ ...file, ...toldOf(run) }, context.signal, context.progress);
      await takeIn(tx, run, lines);
      // Committed with the lines: an attempt that comes after goes on from there.
      await context.save({ taken: true }, tx);
    });
  });
}
