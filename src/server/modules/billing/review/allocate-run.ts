import type { PoolClient } from 'pg';
import { allocateLines, type AllocatedRun } from '../allocation/allocate.ts';
import { applyAccepted, giveUpReview } from './apply-accepted.ts';

/**
 * Allocates a run anew and applies what finance accepted of reviewed workbooks again. A review that nobody has answered yet is
 * given up: it is about the postings of before.
 * @returns whether everything found its place, every invoice comes to what it states, nothing is charged twice without
 * anybody's word, and all that was accepted still holds
 */
export async function allocateRun(tx: PoolClient, run: AllocatedRun): Promise<boolean> {
  await giveUpReview(tx, run.id);
  await allocateLines(tx, run);
  const holds = await applyAccepted(tx, run);
  const exceptions = await tx.query('SELECT 1 FROM billing_exceptions WHERE run_id = $1 LIMIT 1', [run.id]);
  return holds && exceptions.rowCount === 0;
}
