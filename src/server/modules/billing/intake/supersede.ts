import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import { carryOver } from './carry-over.ts';
import { LACKED, LEFT, RUNS_OF_SAME, SAME_FILE, SHARED } from './same-invoice.ts';
import { tellBoth } from './tell-both.ts';

/** Another run of invoices of a run, which counts. */
interface OtherRun {
  id: number;
  state: string;
  /** Whether its file was sent after that of the run. */
  newer: boolean;
  shared: string;
  /** An invoice of it that the run lacks, and one of the run that it lacks. */
  left: string | null;
  lacked: string | null;
}

/**
 * Of open runs of the same invoices the one that was sent last counts, in whatever order their files are read: it
 * supersedes the others.
 * @throws {Refusal} 409 where an invoice is booked, or the run that is superseded has one that the other lacks
 */
export async function supersede(tx: PoolClient, id: number): Promise<void> {
  // Two that come to this at the same time would not see each other's invoices.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('billing_supersede', 63))`);
  const { rows } = await tx.query<OtherRun>(
    `SELECT r.id, r.state, (r.created_at, r.id) > (m.created_at, m.id) AS newer,
       ${SHARED} AS shared,
       CASE WHEN NOT ${SAME_FILE} THEN ${LEFT} END AS left,
       CASE WHEN NOT ${SAME_FILE} THEN ${LACKED} END AS lacked
     FROM billing_runs r JOIN billing_runs m ON m.id = $1
     WHERE r.id <> $1 AND r.state IN ('processing', 'needs_review', 'ready', 'finalizing', 'final')
       AND r.id IN (${RUNS_OF_SAME})
     ORDER BY r.created_at DESC, r.id DESC FOR UPDATE OF r`,
    [id],
  );
  for (const other of rows) demandReplaceable(other);
  const newest = rows.find(({ newer }) => newer);
  const older = rows.filter(({ newer }) => !newer).map((other) => other.id);
  const [to, from] = newest ? [newest.id, [...older, id]] : [id, older];
  await tx.query(
    `UPDATE billing_runs SET state = 'superseded', superseded_by = $1, changed_at = now() WHERE id = ANY($2)`,
    [to, from],
  );
  // One that was read before may be allocated already, and is left as it is.
  const isOpen = newest === undefined;
  for (const each of from) {
    await carryOver(tx, { from: each, to, isOpen });
    await tellBoth(tx, each, to);
  }
}

/** @throws {Refusal} 409 where an invoice would be booked twice or lost */
function demandReplaceable({ id, state, newer, shared, left, lacked }: OtherRun): void {
  if (state === 'final' || state === 'finalizing')
    throw new Refusal(409, `Invoice ${shared} is booked by run ${id}. Reverse that run first.`);
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
