import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import type { Begun } from '#calls/runs.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { listed } from '#kernel/written.ts';
import { WAITING_STATES } from '#kernel/billing/runs.ts';
import { WithStatus } from '#server/platform/http/serve.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { type JobRow, presentJob } from '#server/platform/jobs/store.ts';
import type { BillingParts } from '../../runs/parts.ts';
import { bundleOf, giveUp, KEPT_COLUMNS, takeFiles, type KeptBill, type FileOptions } from './bill-files.ts';
import { writtenOf, type BillWritten } from './bill-written.ts';
import {
  addStep,
  CHANGED,
  demandState,
  type HeldRun,
  holdRun,
  OWNED_BY_RUN,
  readRun,
} from '../../runs/run.ts';
import { INTAKE } from '../../runs/job-kinds.ts';

/** Who adds files to a run. */
export interface AddedBy {
  by: string;
  requestId: string;
}

/** With the options of the files. */
type Added = AddedBy & FileOptions;

/** A request that begins work on a run: by whom, and its transaction, which is run once however often the request comes. */
export interface Begins {
  request: FastifyRequest;
  by: string;
  once: (change: (tx: PoolClient) => Promise<Begun | WithStatus<Begun>>) => Promise<FastifyReply>;
}

/**
 * Adds kept files to an open run as parts of its bill, which is read anew with all of its files: once however often the request
 * comes. Answers 202 with the run and its job, or 200 where it has the files already.
 * @throws {Refusal} 404, 409 for a run that is not open or has the files and reads them in another way, 422 for files whose stated text format differs from its own
 */
export async function addFiles(
  { queue, jobs }: Pick<BillingParts, 'queue' | 'jobs'>,
  { request, by, once }: Begins,
  run: number,
  kept: readonly KeptBill[],
  options: FileOptions,
): Promise<FastifyReply> {
  await queue.ready();
  request.bodyHash = bundleOf(kept).digest;
  const reply = await once(async (tx) => {
    const job = await addUnlessThere(tx, jobs, run, kept, { by, requestId: request.id, ...options });
    if (job === null) return new WithStatus(200, { billing_run: await readRun(tx, run), job: null });
    return { billing_run: await readRun(tx, run), job: presentJob(job) };
  });
  jobs.wake(INTAKE);
  return reply;
}

/**
 * Adds kept files to an open run as `addTo` does, unless it has them.
 * @param known the files by which that is known
 * @returns null where it has them already; these are given up then
 * @throws {Refusal} 404, 409, 422
 */
export async function addUnlessThere(
  tx: PoolClient,
  jobs: Jobs,
  run: number,
  kept: readonly KeptBill[],
  added: Added,
  known = kept,
): Promise<JobRow | null> {
  const before = await sameFilesOf(tx, run, known);
  if (before === null) return addTo(tx, jobs, run, kept, added);
  demandReadSo(await holdRun(tx, run), added, before);
  await giveUp(tx, kept);
  return null;
}

/** The options that were stated for one file of a run. */
interface FileBefore {
  encoding: string | null;
  amortised: boolean;
}

/**
 * @param files the options of the run's files with these bytes
 * @throws {Refusal} 409 for files that a run has already, and that are to be read in another way now, 422 as `demandAzure`
 */
function demandReadSo(
  run: HeldRun,
  { written: { encoding, decimalSign, dateOrder }, amortised }: FileOptions,
  files: readonly FileBefore[],
): void {
  if (amortised) demandAzure(run);
  if (files.some((file) => file.amortised !== amortised))
    throw conflict(`Billing run ${run.id} has these files already, ${amortised ? AS_BILLED : AS_AMORTISED}`);
  const before = writtenOf(run);
  const isOther = (now: string | null, was: string | null) => now !== null && now !== was;
  if (
    files.some((file) => isOther(encoding, file.encoding ?? before.encoding)) ||
    isOther(decimalSign, before.decimalSign) ||
    isOther(dateOrder, before.dateOrder)
  )
    throw conflict(
      `Billing run ${run.id} has these files already, read in another way. Send them in place of these to have them read as you say now.`,
    );
}

const AS_BILLED =
  'as what is billed. Export the amortised costs from Azure, which are a file of their own, and send that as amortised costs.';
const AS_AMORTISED =
  'as its amortised costs, of which nothing is booked. If they are billed, send all files of the bill again, in place of these.';

/** The options of those files of a run that have the bytes of these; null where it has not all of them. */
export async function sameFilesOf(
  tx: PoolClient,
  run: number,
  kept: readonly KeptBill[],
): Promise<FileBefore[] | null> {
  const { digests } = bundleOf(kept);
  const { rows } = await tx.query<FileBefore>(
    'SELECT DISTINCT ON (digest) told_encoding AS encoding, amortised FROM billing_sent_files WHERE run_id = $1 AND digest = ANY($2) ORDER BY digest, n',
    [run, digests],
  );
  return rows.length === digests.length ? rows : null;
}

/** Adds kept files to an open run, and enqueues the job that reads it anew. @throws {Refusal} 404, 409, 422 */
export async function addTo(
  tx: PoolClient,
  jobs: Jobs,
  run: number,
  kept: readonly KeptBill[],
  { by, requestId, written, amortised }: Added,
): Promise<JobRow> {
  const held = await holdRun(tx, run);
  demandState(held, WAITING_STATES, 'no part can be added to it');
  demandAlike(held, written);
  if (amortised) demandAzure(held);
  await listFirst(tx, run);
  await takeFiles(tx, run, kept, { written, amortised });
  const names = kept.map(({ name }) => name);
  const as = amortised ? 'for the split of commitments' : 'as a part';
  await addStep(tx, run, { name: `Add ${listed(names)} ${as}`, by, done: true });
  await nameBill(tx, run);
  return enqueueReading(tx, jobs, run, `Billing run ${run} with ${listed(names)}`, { by, requestId });
}

/** Enqueues the job that reads an open run anew, with all files that it has by now. */
export async function enqueueReading(
  tx: PoolClient,
  jobs: Jobs,
  run: number,
  title: string,
  { by, requestId }: AddedBy,
): Promise<JobRow> {
  const wanted = { kind: INTAKE, title, input: { run }, createdBy: by, requestId };
  const job = await jobs.enqueue(tx, wanted, randomUUID());
  await tx.query(`UPDATE billing_runs SET state = 'processing', job_id = $2, ${CHANGED} WHERE id = $1`, [
    run,
    job.id,
  ]);
  return job;
}

/** @throws {Refusal} 422 for what contradicts how the files before are read, since a bill is read in one way */
function demandAlike(held: HeldRun, { decimalSign, dateOrder }: BillWritten): void {
  const before = writtenOf(held);
  const compared = [
    { field: 'decimal_sign', was: before.decimalSign, now: decimalSign },
    { field: 'date_order', was: before.dateOrder, now: dateOrder },
  ];
  const errors = compared.flatMap(({ field, was, now }) =>
    was === null || now === null || was === now
      ? []
      : [
          {
            field,
            message: `${field} is ${was} for the files before it, and the parts of one bill are written alike.`,
          },
        ],
  );
  if (errors.length > 0) throw invalid(errors);
}

/** @throws {Refusal} 422 for a run of a provider that has no exports of amortised costs beside those of actual ones */
export function demandAzure({ provider }: Pick<HeldRun, 'provider'>): void {
  const message =
    'Only Azure exports amortised costs as a file of its own: the files of AWS and FOCUS have both amounts in each line.';
  if (provider !== 'azure') throw invalid([{ field: 'split', message }]);
}

/** Lists the one file of a run that a version before has begun, which kept no such list. */
async function listFirst(tx: PoolClient, run: number): Promise<void> {
  await tx.query(
    `INSERT INTO billing_sent_files (file_id, run_id, n, name, size, digest, taken, created_by, created_at)
     SELECT f.id, r.id, 1, f.name, r.file_size, r.file_digest, true, r.created_by, r.created_at
     FROM billing_runs r JOIN file_owners o ON o.owner_kind = $2 AND o.owner_id = r.id::text JOIN files f ON f.id = o.file_id AND f.complete
     WHERE r.id = $1 AND NOT EXISTS (SELECT FROM billing_sent_files b WHERE b.run_id = r.id)
     ORDER BY f.created_at, f.id LIMIT 1`,
    [run, OWNED_BY_RUN],
  );
}

/** Gives up what was added to a run and could not be read, so that it is again what it was. */
export async function giveUpAdded(tx: PoolClient, run: number, why: string): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `WITH gone AS (DELETE FROM billing_sent_files WHERE run_id = $1 AND NOT taken RETURNING file_id, name, n),
       released AS (DELETE FROM file_owners o USING gone WHERE o.file_id = gone.file_id AND o.owner_kind = $2 AND o.owner_id = $3)
     SELECT name FROM gone ORDER BY n`,
    [run, OWNED_BY_RUN, String(run)],
  );
  await addStep(tx, run, {
    name: `Leave ${listed(rows.map(({ name }) => name))} out`,
    done: true,
    detail: why,
  });
  await nameBill(tx, run);
}

/** Names the bill of a run after the files that it consists of, with their size and digest. */
export async function nameBill(tx: PoolClient, run: number): Promise<void> {
  const { rows } = await tx.query<KeptBill>(
    `SELECT ${KEPT_COLUMNS} FROM billing_sent_files b WHERE run_id = $1 ORDER BY n`,
    [run],
  );
  const { name, size, digest } = bundleOf(rows);
  await tx.query('UPDATE billing_runs SET file_name = $2, file_size = $3, file_digest = $4 WHERE id = $1', [
    run,
    name,
    size,
    digest,
  ]);
}
