import type { PoolClient } from 'pg';
import { conflict } from '#kernel/errors.ts';
import { WAITING_STATES } from '#kernel/billing/runs.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import { correctedBy } from '../../runs/corrected-runs.ts';
import { correctBooked, holdInvoices, replaceOthers } from '../supersede.ts';
import { addTo, type AddedBy } from './add-files.ts';
import { KEPT_COLUMNS, type KeptBill } from './bill-files.ts';
import { writtenOf } from './bill-written.ts';
import { isBooked } from '../../runs/run-states.ts';
import {
  addStep,
  CHANGED,
  demandState,
  EXISTING_RUN,
  type HeldRun,
  holdRun,
  OWNED_BY_RUN,
} from '../../runs/run.ts';

/** Another run with an invoice of a run. */
export interface ExistingRun {
  id: number;
  /** Whether it is booked, and not open. */
  booked: boolean;
}

/**
 * The open run with an invoice of a run about which nobody has decided, else a booked one; null where there is
 * none.
 */
export async function undecidedRun(runner: Runner, id: number): Promise<ExistingRun | null> {
  const { rows } = await runner.query<ExistingRun>({
    text: `SELECT o.id, ${isBooked('o')} AS booked
     FROM (SELECT ${EXISTING_RUN} AS other FROM billing_runs r WHERE r.id = $1) e JOIN billing_runs o ON o.id = e.other`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** The parts that a manifest names and that are not there. */
export async function missingOf(runner: Runner, id: number): Promise<string[]> {
  const { rows } = await runner.query<{ name: string }>({
    text: `SELECT name FROM billing_parts WHERE run_id = $1 AND state = 'missing' ORDER BY n`,
    values: [id],
  });
  return rows.map(({ name }) => name);
}

/** @throws {Refusal} 409 where no other open or booked run has its invoices */
export async function demandUndecided(tx: PoolClient, id: number): Promise<ExistingRun> {
  const other = await undecidedRun(tx, id);
  if (other === null) throw conflict(`No other open run has an invoice of run ${id}.`);
  return other;
}

/**
 * Lets a run take the place of the others of its invoices.
 * @throws {Refusal} 409 where an invoice would be lost, and for one that is booked
 */
export async function replaceExisting(tx: PoolClient, id: number): Promise<{ name: string }> {
  const other = demandOpen(await demandUndecided(tx, id));
  await tx.query(`UPDATE billing_runs SET existing = 'replace', existing_run = NULL WHERE id = $1`, [id]);
  await replaceOthers(tx, id);
  return { name: `Replace run ${other}` };
}

/** Has a run book what differs from what is booked for its invoices. @throws {Refusal} 409 where none of them is */
export async function bookDifference(tx: PoolClient, id: number): Promise<{ name: string }> {
  const other = await demandUndecided(tx, id);
  if (!other.booked)
    throw conflict(
      `Run ${other.id} is open, so there is no difference from it. Add this run to it as a part, replace it, or leave this one out.`,
    );
  await correctBooked(tx, id, other.id);
  return { name: `Book the difference from run ${other.id}` };
}

/** The id of a run to which parts can be added, and whose place can be taken. @throws {Refusal} 409 */
export function demandOpen({ id, booked }: ExistingRun): number {
  if (booked)
    throw conflict(
      `Run ${id} is final, so nothing is added to it and nothing takes its place. Book the difference, or leave this run out.`,
    );
  return id;
}

/** The run that goes on where another one is left out: the one that the question is about, or the one that it corrects. @throws {Refusal} 409 */
export async function runThatGoesOn(tx: PoolClient, id: number): Promise<number> {
  const [corrected] = await correctedBy(tx, id);
  return (await undecidedRun(tx, id))?.id ?? corrected ?? (await demandUndecided(tx, id)).id;
}

/** Leaves the files of a run out: the other run goes on, and this one books nothing. */
export async function leaveOut(tx: PoolClient, run: HeldRun, other: number, by: string): Promise<void> {
  await holdInvoices(tx);
  await addStep(tx, run.id, { name: `Leave out, run ${other} goes on`, by, done: true });
  await giveWayTo(tx, run.id, other);
}

async function giveWayTo(tx: PoolClient, id: number, other: number): Promise<void> {
  await tx.query(
    `UPDATE billing_runs SET state = 'superseded', superseded_by = $2, existing_run = NULL, ${CHANGED} WHERE id = $1`,
    [id, other],
  );
  await tx.query('UPDATE billing_runs SET existing_run = NULL WHERE id = $1 AND existing_run = $2', [
    other,
    id,
  ]);
}

/**
 * Makes the files of a run parts of the other one, with the options that were stated for them. The other run is read anew.
 * @param amortised whether they are taken for the split of its commitments
 * @throws {Refusal} 409 where that is not open, 422 where its stated text format differs
 */
export async function joinRuns(
  tx: PoolClient,
  jobs: Jobs,
  id: number,
  other: number,
  { amortised = false, ...added }: AddedBy & { amortised?: boolean },
): Promise<JobRow> {
  await holdInvoices(tx);
  const written = writtenOf(await holdRun(tx, id));
  const held = await holdRun(tx, other);
  demandState(held, WAITING_STATES, 'no part can be added to it');
  const { rows } = await tx.query<KeptBill>(
    `UPDATE billing_sent_files b SET run_id = NULL, n = NULL, taken = false WHERE run_id = $1 RETURNING ${KEPT_COLUMNS}`,
    [id],
  );
  await addStep(tx, id, { name: `Become a part of run ${other}`, by: added.by, done: true });
  await giveWayTo(tx, id, other);
  const job = await addTo(tx, jobs, other, rows, { ...added, written, amortised });
  // The files that were sent for this run can still be downloaded from it.
  await tx.query(
    `INSERT INTO file_owners (owner_kind, owner_id, file_id) SELECT $1, $2, unnest($3::uuid[]) ON CONFLICT DO NOTHING`,
    [OWNED_BY_RUN, String(other), rows.map((file) => file.id)],
  );
  return job;
}
