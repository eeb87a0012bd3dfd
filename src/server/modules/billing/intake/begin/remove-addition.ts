import type { PoolClient } from 'pg';
import { notFound } from '#kernel/errors.ts';
import { listed } from '#kernel/written.ts';
import { WAITING_STATES } from '#kernel/billing/runs.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import { enqueueReading, nameBill, type AddedBy } from './add-files.ts';
import { addStep, demandState, holdRun, OWNED_BY_RUN } from '../../runs/run.ts';

/**
 * Takes amortised costs out of an open run again, with all files that were added at once, and enqueues the job that reads it anew
 * without them.
 * @param addition the id of the first of these files
 * @throws {Refusal} 404 where the run has no such amortised costs, 409 for one that is not open
 */
export async function removeAddition(
  tx: PoolClient,
  jobs: Jobs,
  run: number,
  addition: string,
  by: AddedBy,
): Promise<JobRow> {
  demandState(await holdRun(tx, run), WAITING_STATES, 'no amortised costs can be removed from it');
  const { rows } = await tx.query<{ name: string }>(
    `WITH gone AS (DELETE FROM billing_sent_files WHERE run_id = $1 AND amortised AND coalesce(added_with, file_id) = $2
         RETURNING file_id, name, n),
       released AS (DELETE FROM file_owners o USING gone WHERE o.file_id = gone.file_id AND o.owner_kind = $3 AND o.owner_id = $4)
     SELECT name FROM gone ORDER BY n`,
    [run, addition, OWNED_BY_RUN, String(run)],
  );
  const names = rows.map(({ name }) => name);
  if (names.length === 0) throw notFound('What was added of amortised costs');
  await addStep(tx, run, {
    name: `Remove ${listed(names)} from the split of commitments`,
    by: by.by,
    done: true,
  });
  await nameBill(tx, run);
  return enqueueReading(tx, jobs, run, `Billing run ${run} without ${listed(names)}`, by);
}
