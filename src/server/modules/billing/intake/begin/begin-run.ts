import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { PoolClient } from 'pg';
import type { Begun } from '#calls/runs.ts';
import { Refusal } from '#kernel/errors.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { WithStatus } from '#server/platform/http/serve.ts';
import { JOB_COLUMNS, type JobRow, presentJob } from '#server/platform/jobs/store.ts';
import { workFolder, type BillingParts } from '../../runs/parts.ts';
import { addFiles, type Begins } from './add-files.ts';
import { bundleOf, giveUp, type KeptBill } from './bill-files.ts';
import { decideSplit, isOfSplit } from './decide-split.ts';
import { isReadAtOnce, lookAt, whichOfBoth, type LookParts } from './look.ts';
import { readRun } from '../../runs/run.ts';
import { type BillRequest, createRun, sameFiles } from './take-file.ts';
import { INTAKE } from '../../runs/job-kinds.ts';

/** The files that a run is begun with. */
interface Given {
  kept: readonly KeptBill[];
  /** Whether they were sent before, so that they can be named again where this is refused. */
  staged: boolean;
}

/**
 * Begins the run that reads kept files; answers 202 with both, or 200 with the run that has the files already. Where another run
 * has one of their invoices, they become what `existing` says: a part of it, a run in its place, or nothing; where it is final, a
 * run that books the difference. Amortised costs are taken for the split of commitments, or left out.
 * @throws {Refusal} 422 or 413 for files whose first rows show that they are no bill, 409 with the figures of both sides where
 * nobody has decided about the other run
 */
export async function beginRun(
  parts: BillingParts,
  begins: Begins,
  wanted: BillRequest,
  { kept, staged }: Given,
): Promise<FastifyReply> {
  const { db, queue, jobs } = parts;
  const { request, by, once } = begins;
  await queue.ready();
  // The key of a repeated request: the files take the place of the body that they came in.
  request.bodyHash = bundleOf(kept).digest;
  const { amortised, existing, written } = wanted;
  // Whether a run has files as its amortised costs is found out when they are added to it.
  const isKnown = !(amortised && existing === 'add') && (await sameFiles(db, wanted, kept)) !== null;
  const other = isKnown ? null : await decide(parts, wanted, { kept, staged });
  if (other?.how === 'add') {
    const options = { written, amortised };
    return addFiles(parts, begins, other.run, kept, options);
  }
  const reply = await longWork(() =>
    once(async (tx) => {
      const known = (await sameFiles(tx, wanted, kept)) ?? (other?.how === 'leave' ? other.run : null);
      if (known !== null) {
        await giveUp(tx, kept);
        return new WithStatus(200, await runWithJob(tx, known));
      }
      const id = randomUUID();
      const run = await createRun(tx, wanted, kept, { job: id, by, requestId: request.id });
      const job = {
        kind: INTAKE,
        title: `Billing run of ${bundleOf(kept).name}`,
        input: { run },
        createdBy: by,
        requestId: request.id,
      };
      await jobs.enqueue(tx, job, id);
      return runWithJob(tx, run);
    }),
  );
  jobs.wake(INTAKE);
  return reply;
}

const OPEN_ANSWERS =
  'Say whether it is a further part of the bill, takes the place of what is there, or is to be left out.';
const BOOKED_ANSWERS = 'Say whether what differs is to be booked, or it is to be left out.';

/** The run that takes files, and how, where they begin no run of their own. */
type Decided = { run: number; how: 'add' | 'leave' } | null;

/** The decision about files whose invoice another run has as well; null where they begin a run of their own. */
async function decide(parts: BillingParts, wanted: BillRequest, { kept, staged }: Given): Promise<Decided> {
  const look = { db: parts.db, folder: workFolder(parts.config) };
  try {
    if (wanted.amortised) return await decideSplit(look, wanted, kept, null);
    return await decideBill(look, wanted, kept).catch((error: unknown) => {
      if (isOfSplit(error)) return decideSplit(look, wanted, kept, error);
      throw error;
    });
  } catch (error) {
    if (error instanceof Refusal && error.status !== 409 && !staged) await giveUp(parts.db, kept);
    throw error;
  }
}

async function decideBill(look: LookParts, wanted: BillRequest, kept: readonly KeptBill[]): Promise<Decided> {
  const other = await lookAt(look, wanted, kept);
  if (other === null || wanted.existing === (other.booked ? 'difference' : 'replace')) return null;
  const { run, reference, booked } = other;
  if (wanted.existing === 'leave') return { run, how: 'leave' };
  if (!booked && (wanted.existing === 'add' || other.awaited)) return { run, how: 'add' };
  // The run of files that take long to be read waits for the answer itself.
  if (!isReadAtOnce(kept)) return null;
  throw await whichOfBoth(
    look,
    wanted,
    kept,
    other,
    (figures) =>
      `Billing run ${run} has ${booked ? 'booked ' : ''}invoice ${reference} already, with ${figures.run}; this file has ${figures.file}. ${
        booked ? BOOKED_ANSWERS : OPEN_ANSWERS
      }`,
  );
}

/** A run, and its last job as long as that is known. */
async function runWithJob(tx: PoolClient, id: number): Promise<Begun> {
  const run = await readRun(tx, id);
  const { rows } = await tx.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`, [run.job_id]);
  return { billing_run: run, job: rows[0] ? presentJob(rows[0]) : null };
}
