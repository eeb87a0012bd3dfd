import type { PoolClient } from 'pg';
import { OPEN_STATES, type RunState } from '#kernel/billing/runs.ts';
import { Refusal } from '#kernel/errors.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { keepCorrected } from '../runs/corrected-runs.ts';
import { CHANGED } from '../runs/run.ts';
import { isBooked, isBooking, isCounting } from '../runs/run-states.ts';
import { carryOver } from './carry-over.ts';
import { LACKED, LEFT, RUNS_OF_SAME, SAME_FILE, SHARED } from '../runs/same-invoice.ts';
import { noteBothSums } from './note-both-sums.ts';

/** Another run of invoices of a run, which counts. */
interface OtherRun {
  id: number;
  state: RunState;
  /** Whether its file was sent after that of the run. */
  newer: boolean;
  /** Whether its postings are in the books: what differs from them may be booked, and nothing else. */
  booked: boolean;
  /** Whether one of both may take the place of the other. */
  decided: boolean;
  shared: string;
  /** An invoice of it that the run lacks, and one of the run that it lacks. */
  left: string | null;
  lacked: string | null;
}

/** Two that come to this at the same time would not see each other's invoices. */
export const holdInvoices = (tx: PoolClient) => holdLock(tx, 'invoices of billing runs');

/** The other runs of invoices of a run, the newest first, each held until the transaction ends. */
async function othersOf(tx: PoolClient, id: number): Promise<OtherRun[]> {
  await holdInvoices(tx);
  const { rows } = await tx.query<OtherRun>(
    `SELECT r.id, r.state, ${isBooked('r')} AS booked, (r.created_at, r.id) > (m.created_at, m.id) AS newer,
       ${SAME_FILE} OR CASE WHEN (r.created_at, r.id) > (m.created_at, m.id) THEN r.existing ELSE m.existing END = 'replace' AS decided,
       ${SHARED} AS shared,
       CASE WHEN NOT ${SAME_FILE} THEN ${LEFT} END AS left,
       CASE WHEN NOT ${SAME_FILE} THEN ${LACKED} END AS lacked
     FROM billing_runs r JOIN billing_runs m ON m.id = $1
     WHERE r.id <> $1 AND ${isCounting('r')} AND r.id IN (${RUNS_OF_SAME})
     ORDER BY r.created_at DESC, r.id DESC FOR UPDATE OF r`,
    [id],
  );
  return rows;
}

/**
 * Of open runs of the same invoices one counts. Where a person has decided so, or they have the same file, the one that was sent
 * last supersedes the others, in whatever order their files are read; else both stay open, and the run waits for an answer. Where
 * an invoice is booked, it waits for one as well, unless a person has decided that it books the difference.
 * @throws {Refusal} 409 where an invoice is being booked, or the run that is superseded has one that the other lacks
 */
export async function supersede(tx: PoolClient, id: number): Promise<void> {
  const others = await othersOf(tx, id);
  const { open, booked } = apart(others);
  const isKnown = await keepCorrected(tx, id);
  const undecided = open.find(({ decided }) => !decided);
  await tx.query('UPDATE billing_runs SET existing_run = $2 WHERE id = $1', [id, undecided?.id ?? null]);
  const [last] = booked;
  // Of an open run that it takes the place of it takes over all of this.
  if (last && open.length === 0 && !isKnown && (await isDifference(tx, id)))
    await takeOverTyped(tx, last.id, id);
  if (undecided) return;
  for (const other of open) demandReplaceable(other);
  const newest = open.find(({ newer }) => newer);
  const older = open.filter(({ newer }) => !newer).map((other) => other.id);
  const [to, from] = newest ? [newest.id, [...older, id]] : [id, older];
  // One that was read before may be allocated already, and is left as it is.
  await giveWay(tx, from, { to, isOpen: newest === undefined });
}

/** Lets a run take the place of all other open ones of its invoices, whichever was sent last. @throws {Refusal} as `supersede` */
export async function replaceOthers(tx: PoolClient, id: number): Promise<void> {
  const { open } = apart((await othersOf(tx, id)).map((other) => ({ ...other, newer: false })));
  for (const other of open) demandReplaceable(other);
  await giveWay(
    tx,
    open.map((other) => other.id),
    { to: id, isOpen: true },
  );
}

/** Has a run book the difference from what is booked for its invoices. */
export async function correctBooked(tx: PoolClient, id: number, last: number): Promise<void> {
  await holdInvoices(tx);
  await tx.query('UPDATE billing_runs SET difference = true WHERE id = $1', [id]);
  await takeOverTyped(tx, last, id);
}

/** Lines that were typed into a booked invoice are a part of it still; its total is another one by now. */
const takeOverTyped = (tx: PoolClient, from: number, to: number) =>
  carryOver(tx, { from, to, isOpen: true, totals: false });

async function isDifference(tx: PoolClient, id: number): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM billing_runs WHERE id = $1 AND difference', [id]);
  return rowCount === 1;
}

/** Others that are open, and those that are booked. @throws {Refusal} 409 where one is about to be booked */
function apart(others: readonly OtherRun[]): { open: OtherRun[]; booked: OtherRun[] } {
  const open = others.filter(({ state }) => OPEN_STATES.some((one) => one === state));
  const booked = others.filter((other) => other.booked);
  const between = others.find((other) => !open.includes(other) && !other.booked);
  if (between)
    throw new Refusal(
      409,
      `Invoice ${between.shared} is just being booked by run ${between.id}. Please send this file again once that is done.`,
    );
  return { open, booked };
}

/** The invoices of files that no run was begun with, in a table of the transaction like `billing_invoices`. */
export const TRIED_INVOICES = 'tried_invoices';

const ofTried = (sql: string) => sql.replaceAll('billing_invoices mine', `${TRIED_INVOICES} mine`);

/** A run that has an invoice of files, too. */
export interface RunOfSame {
  id: number;
  /** The invoice. */
  shared: string;
  /** Whether it is booked, and not open. */
  booked: boolean;
}

/** The newest open run that has one of `TRIED_INVOICES`, whose number of a run is given, else the newest booked one; nobody is kept waiting. */
export async function runOfSame(tx: PoolClient, id: number): Promise<RunOfSame | null> {
  const { rows } = await tx.query<RunOfSame>(
    `SELECT r.id, ${ofTried(SHARED)} AS shared, ${isBooking('r')} AS booked FROM billing_runs r
     WHERE ${isCounting('r')} AND r.id IN (${ofTried(RUNS_OF_SAME)}) ORDER BY booked, r.created_at DESC, r.id DESC LIMIT 1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Supersedes runs by another one, which takes over what was typed into them. */
async function giveWay(
  tx: PoolClient,
  from: readonly number[],
  { to, isOpen }: { to: number; isOpen: boolean },
): Promise<void> {
  // The run that takes the place of a difference run books the difference in its place.
  await tx.query(
    `UPDATE billing_runs r SET difference = true WHERE id = $1 AND EXISTS (SELECT FROM billing_runs f WHERE f.id = ANY($2) AND f.difference)`,
    [to, from],
  );
  await tx.query(
    `UPDATE billing_runs SET state = 'superseded', superseded_by = $1, existing_run = NULL, ${CHANGED} WHERE id = ANY($2)`,
    [to, from],
  );
  for (const each of from) {
    await carryOver(tx, { from: each, to, isOpen });
    await noteBothSums(tx, each, to);
  }
}

/** @throws {Refusal} 409 where an invoice would be lost */
function demandReplaceable({ id, newer, shared, left, lacked }: OtherRun): void {
  if (newer && lacked !== null)
    throw new Refusal(
      409,
      `Run ${id}, whose file was sent later, has invoice ${shared} as well, and lacks invoice ${lacked}. ` +
        'Please send this file again if it is the one that counts.',
    );
  if (!newer && left !== null && left === shared)
    throw new Refusal(
      409,
      `Run ${id} has invoice ${left} of the same billing account and month, which this file lacks. ` +
        'Please send a file with all of the month.',
    );
  if (!newer && left !== null)
    throw new Refusal(
      409,
      `Run ${id} has invoice ${shared} as well, and invoice ${left}, which this file lacks. ` +
        'Please send a file with both.',
    );
}
