import type { PoolClient } from 'pg';
import pg from 'pg';
import { conflict } from '#kernel/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { RUNS_OF_SAME, SHARED } from '../../runs/same-invoice.ts';
import { holdInvoices } from '../supersede.ts';
import { isCounting } from '../../runs/run-states.ts';
import { CHANGED, FETCHED_FROM } from '../../runs/run.ts';

const UNIQUE_VIOLATION = '23505';

/** A run whose work begins or goes on. */
interface Reopened {
  id: number;
  /** The job that does so; a run that another one works on is left alone. */
  job: string;
  /** Its lines are there, so that it goes on with what was read; otherwise its file is read from the beginning. */
  isTaken: boolean;
}

/**
 * Lets a run be worked on that has failed, or whose file is read anew.
 * @throws {Refusal} 409 where another run has its file or one of its invoices meanwhile
 */
export async function reopen(db: Database, { id, job, isTaken }: Reopened): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const { rowCount } = await tx.query(
        `UPDATE billing_runs SET state = 'processing', error = NULL, ${CHANGED},
           steps = CASE WHEN $3 OR lines > 0 THEN steps
             ELSE jsonb_path_query_array(steps, '$[*] ? (@.name starts with "${FETCHED_FROM}")') END
         WHERE id = $1 AND job_id = $2 AND (state = 'failed' OR state = 'processing' AND NOT $3)`,
        [id, job, isTaken],
      );
      if (rowCount === 1 && isTaken) await refuseCharged(tx, id);
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION)
      throw conflict('The file was uploaded again meanwhile. Please go on with that run.');
    throw error;
  }
}

/**
 * Runs that have failed are not looked at when the file of another one is taken, so that one may have the same invoices: they would be
 * charged twice. Waits for files that are just taken, as these wait for each other.
 * @throws {Refusal} 409 that names the run to go on with
 */
async function refuseCharged(tx: PoolClient, id: number): Promise<void> {
  await holdInvoices(tx);
  const { rows } = await tx.query<{ id: number; reference: string }>(
    `SELECT r.id, ${SHARED} AS reference
     FROM billing_runs r
     WHERE r.id <> $1 AND ${isCounting('r')} AND r.id IN (${RUNS_OF_SAME})
       -- Those wait for a person who says which of them counts.
       AND r.existing_run IS DISTINCT FROM $1 AND r.id IS DISTINCT FROM (SELECT existing_run FROM billing_runs WHERE id = $1)
       AND NOT EXISTS (SELECT FROM billing_corrections c WHERE c.run_id = $1 AND c.corrected_run_id = r.id)
     ORDER BY r.id DESC LIMIT 1`,
    [id],
  );
  const [other] = rows;
  if (other)
    throw conflict(
      `Invoice ${other.reference} was uploaded again meanwhile, with run ${other.id}. Please go on with that run.`,
    );
}
