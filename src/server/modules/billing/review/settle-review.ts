import type { PoolClient } from 'pg';
import { conflict } from '#kernel/errors.ts';
import { addStep, type HeldRun } from '../runs/run.ts';
import type { Review } from './compare-review.ts';
import { replacePostings } from './posting.ts';

const counted = (count: number) => (count === 1 ? 'a posting' : `${count} postings`);

/** Keeps what a reviewed workbook changes until somebody accepts it: the run needs a look again. */
export async function keepReview(tx: PoolClient, run: HeldRun, review: Review, by: string): Promise<void> {
  const name = `Hand in a reviewed workbook that differs in ${counted(review.differences.length)}`;
  await addStep(tx, run.id, { name, by, done: true });
  await tx.query(
    `UPDATE billing_runs SET state = 'needs_review', review = $2, mailed_state = 'ready', changed_at = now() WHERE id = $1`,
    [run.id, JSON.stringify(review)],
  );
}

/** Puts what a reviewed workbook changes in the place of the postings, and keeps who accepted it. */
export async function acceptReview(tx: PoolClient, run: HeldRun, review: Review, by: string): Promise<void> {
  const name = `Accept the reviewed workbook, which differs in ${counted(review.differences.length)}`;
  await addStep(tx, run.id, { name, by, done: true });
  await replacePostings(tx, run.id, review.postings);
}

/** Gives up what a workbook before asked for. */
export async function dropReview(tx: PoolClient, run: HeldRun): Promise<void> {
  await tx.query('UPDATE billing_runs SET review = NULL WHERE id = $1', [run.id]);
}

/**
 * Accepts what a reviewed workbook of the run waits for, where there is one.
 * @throws {Refusal} 409 where it is not accepted
 */
export async function settleReview(tx: PoolClient, run: HeldRun, accept: boolean, by: string): Promise<void> {
  if (run.state !== 'needs_review') return;
  const { rows } = await tx.query<{ review: Review | null }>(
    'SELECT review FROM billing_runs WHERE id = $1',
    [run.id],
  );
  const review = rows[0]?.review ?? null;
  if (!review) return;
  if (accept) {
    await acceptReview(tx, run, review, by);
    return;
  }
  throw conflict(
    `The reviewed workbook of run ${run.id} differs in ${counted(review.differences.length)}. Accept the differences, or hand in another workbook.`,
  );
}
