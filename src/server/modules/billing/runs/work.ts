import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { z } from 'zod';
import { conflict, Refusal } from '#kernel/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { filesOf, isPacked, readKept } from '#server/platform/files/store.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobContext, JobKind, LastStep } from '#server/platform/jobs/kind.ts';
import { allocate } from '../allocation/allocate.ts';
import { BILL_PROVIDERS } from '../intake/bill-line.ts';
import { billLines } from '../intake/bill-lines.ts';
import { takeIn } from '../intake/take-in.ts';
import { askForWorkbook } from '../pre-ap/workbook-job.ts';
import { addStep, demandState, endRun, type HeldRun, holdRun, OWNED_BY_RUN } from './run.ts';

/** Names the jobs that read a bill, and those that allocate a run anew. */
export const INTAKE = 'billing_intake';
export const ALLOCATION = 'billing_allocation';

const FETCH = 'Fetch the file';
const READ = 'Read the lines';
const ALLOCATE = 'Allocate the lines';
const ATTEMPTS = 3;
const UNIQUE_VIOLATION = '23505';

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
    async run(context) {
      const { run: id } = inputOf.parse(context.input);
      if (!reachedOf.safeParse(context.reached).success) await intake(parts, context, id);
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
    run: async (context) => allocation(parts, context, inputOf.parse(context.input).run),
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
  await reopen(db, id);
  await mkdir(folder, { recursive: true });
  const own = await mkdtemp(path.join(folder, 'bill-'));
  try {
    await begin(db, context, id, FETCH);
    const file = path.join(own, 'bill');
    const packed = await fetchFile(db, id, file);
    context.signal.throwIfAborted();
    await begin(db, context, id, READ);
    await db.transaction(async (tx) => {
      const run = await holdRun(tx, id);
      demandState(run, ['processing'], 'its file is not read');
      const told = {
        provider: z.enum(BILL_PROVIDERS).parse(run.provider),
        currency: run.told_currency,
        reference: run.told_reference,
      };
      const lines = billLines({ path: file, isPacked: packed, ...told }, context.signal, context.progress);
      await takeIn(tx, run, lines);
      // Committed with the lines: an attempt that comes after goes on from there.
      await context.save({ taken: true }, tx);
    });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** A run begins anew where its job is tried again. @throws {Refusal} 409 where another one has its file */
async function reopen(db: Database, id: number): Promise<void> {
  try {
    await db.query(
      `UPDATE billing_runs SET state = 'processing', error = NULL, steps = '[]', changed_at = now()
       WHERE id = $1 AND state IN ('processing', 'failed')`,
      [id],
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION)
      throw conflict('The file was uploaded again meanwhile. Please go on with that run.');
    throw error;
  }
}

/**
 * Copies the file of a run to the disk as it is kept: what is packed is a tenth of itself, and an archive is read from its end.
 * @returns whether it is packed
 */
async function fetchFile(db: Database, id: HeldRun['id'], to: string): Promise<boolean> {
  const [file] = await filesOf(db, { kind: OWNED_BY_RUN, id });
  if (!file) throw new Refusal(422, 'The file is no longer there. Please upload it again.');
  const kept = Readable.from(readKept(db, file.id), { objectMode: false });
  await pipeline(kept, createWriteStream(to, { mode: 0o600 }));
  return isPacked(db, file.id);
}
