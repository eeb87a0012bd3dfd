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

/** What waits to be accepted. */
interface WaitingReview extends Review {
  /** Whether it is what was accepted before and does not hold any more: then that is accepted, and nothing is changed. */
  lost?: boolean;
}

/** Puts what a reviewed workbook changes in the place of the postings, and keeps who accepted what. */
export async function acceptReview(
  tx: PoolClient,
  run: Pick<HeldRun, 'id'>,
  { lost = false, ...review }: WaitingReview,
  by: string,
): Promise<void> {
  const { differences } = review;
  const name = lost
    ? `Accept that ${counted(differences.length)} of a reviewed workbook ${differences.length === 1 ? 'does' : 'do'} not hold any more`
    : `Accept the reviewed workbook, which differs in ${counted(differences.length)}`;
  await addStep(tx, run.id, { name, by, done: true });
  if (lost) await tx.query('UPDATE billing_runs SET review = NULL WHERE id = $1', [run.id]);
  else {
    await replacePostings(tx, run.id, review);
    await tx.query('UPDATE billing_runs SET accepted = accepted || $2::jsonb WHERE id = $1', [
      run.id,
      JSON.stringify([{ by, differences }]),
    ]);
  }
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
  const { rows } = await tx.query<{ review: WaitingReview | null }>(
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
