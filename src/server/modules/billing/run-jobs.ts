import { z } from 'zod';
import { type FieldError, Refusal } from '#kernel/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobContext, JobKind, LastStep } from '#server/platform/jobs/kind.ts';
import { allocateRun } from './review/allocate-run.ts';
import { billLines } from './intake/bill-lines.ts';
import { takeIn } from './intake/take-in.ts';
import { guardBilling } from './runs/parts.ts';
import { enqueueWorkbook } from './review/pre-ap/workbook-job.ts';
import { giveUpAdded } from './intake/begin/add-files.ts';
import { joinRuns, missingOf, undecidedRun } from './intake/begin/answer-existing.ts';
import { adoptFileOptions } from './intake/begin/bill-files.ts';
import { fetchBill, readOptionsOf, withOwnFolder } from './intake/begin/fetch-bill.ts';
import { ALLOCATION, INTAKE } from './runs/job-kinds.ts';
import { reopen } from './intake/begin/reopen.ts';
import { wantedTags } from './runs/rules.ts';
import { addStep, demandState, endRun, holdRun } from './runs/run.ts';

const FETCH = 'Fetch the file';
const READ = 'Read the lines';
const ALLOCATE = 'Allocate the lines';
const ATTEMPTS = 3;

const inputOf = z.object({ run: z.int() });
const reachedOf = z.object({
  taken: z.literal(true),
  /** The details that are missing to read files that were added, and were left out. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

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
      const reached = reachedOf.safeParse(context.reached).data;
      await reopen(parts.db, { id, job: context.id, isTaken: reached !== undefined });
      const errors = reached ? (reached.errors ?? []) : await intake(parts, context, id);
      return allocation(parts, context, id, errors);
    },
  };
}

/** Allocates the lines of a run anew, after somebody assigned an account. */
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
  errors: readonly FieldError[] = [],
): Promise<LastStep> {
  await begin(db, context, id, ALLOCATE);
  return async (tx) => {
    const run = await holdRun(tx, id);
    demandState(run, ['processing', 'superseded'], 'it is not allocated');
    const isReady =
      (await allocateRun(tx, run)) &&
      (await undecidedRun(tx, id)) === null &&
      (await missingOf(tx, id)).length === 0;
    // A run that was superseded meanwhile can still be looked at, and nobody is mailed of it.
    const isOver = run.state === 'superseded';
    await endRun(tx, id, isOver ? 'superseded' : isReady ? 'ready' : 'needs_review');
    if (!isOver) await enqueueWorkbook(tx, jobs, id, context);
    return { billing_run: id, ...(errors.length > 0 && { errors }) };
  };
}

async function begin(db: Database, context: JobContext, id: number, name: string): Promise<void> {
  await context.step(name);
  await addStep(db, id, { name });
}

/** @returns the details that are missing to read files that were added */
async function intake(
  { db, jobs, folder }: WorkParts,
  context: JobContext,
  id: number,
): Promise<readonly FieldError[]> {
  const errors = await withOwnFolder(folder, async (own) => {
    await begin(db, context, id, FETCH);
    const files = await fetchBill(db, id, own);
    context.signal.throwIfAborted();
    await begin(db, context, id, READ);
    return db
      .transaction(async (tx): Promise<readonly FieldError[]> => {
        await adoptFileOptions(tx, id);
        const run = await holdRun(tx, id);
        demandState(run, ['processing'], 'its file is not read');
        const options = { ...readOptionsOf(run), poolTags: await wantedTags(tx) };
        const lines = billLines({ files, ...options }, context.signal, context.progress);
        await takeIn(tx, run, lines);
        await tx.query('UPDATE billing_sent_files SET taken = true WHERE run_id = $1', [id]);
        // Committed with the lines: an attempt that comes after goes on from there.
        await context.save({ taken: true }, tx);
        return [];
      })
      .catch((error: unknown) => keepBefore(db, context, id, error));
  });
  await joinIfPart(db, jobs, context, id);
  return errors;
}

/**
 * A run that was read before goes on as it was, where what was added to it cannot be read.
 * @returns what would settle it
 * @throws what is no fault of a file
 */
async function keepBefore(
  db: Database,
  context: JobContext,
  id: number,
  error: unknown,
): Promise<readonly FieldError[]> {
  if (!(error instanceof Refusal) || error.status >= 500) throw error;
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<{ lines: number }>('SELECT lines FROM billing_runs WHERE id = $1', [id]);
    const { rowCount } = await tx.query('SELECT 1 FROM billing_sent_files WHERE run_id = $1 AND NOT taken', [
      id,
    ]);
    if (!rows[0]?.lines || rowCount === 0) throw error;
    await giveUpAdded(tx, id, error.message);
    await context.save({ taken: true, errors: error.errors }, tx);
  });
  return error.errors;
}

/** Where a file was sent as a part while the run that it belongs to was not read yet, it becomes one now. */
async function joinIfPart(db: Database, jobs: Jobs, context: JobContext, id: number): Promise<void> {
  const by = { by: context.createdBy, requestId: context.requestId };
  await db
    .transaction(async (tx) => {
      const { rows } = await tx.query<{ existing: string | null }>(
        'SELECT existing FROM billing_runs WHERE id = $1',
        [id],
      );
      const other = rows[0]?.existing === 'add' ? await undecidedRun(tx, id) : null;
      if (other !== null && !other.booked) await joinRuns(tx, jobs, id, other.id, by);
    })
    .catch((error: unknown) => {
      // The run waits for the answer of a person.
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
    });
  jobs.wake(INTAKE);
}
