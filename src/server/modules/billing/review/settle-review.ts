import type { PoolClient } from 'pg';
import { conflict } from '#kernel/errors.ts';
import { addStep, CHANGED, type HeldRun } from '../runs/run.ts';
import type { Review } from './compare-review.ts';
import { replacePostings } from './posting.ts';

const counted = (count: number) => (count === 1 ? 'a posting' : `${count} postings`);

/** Keeps what a reviewed workbook changes until somebody accepts it: the run needs a look again. */
export async function keepReview(tx: PoolClient, run: HeldRun, review: Review, by: string): Promise<void> {
  const name = `Hand in a reviewed workbook that differs in ${counted(review.differences.length)}`;
  await addStep(tx, run.id, { name, by, done: true });
  await tx.query(
    `UPDATE billing_runs SET state = 'needs_review', review = $2, mailed_state = 'ready', ${CHANGED} WHERE id = $1`,
    [run.id, JSON.stringify(review)],
  );
}

/** The changes that wait to be accepted. */
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
  await forgetLost(tx, run.id);
  if (lost) await tx.query('UPDATE billing_runs SET review = NULL WHERE id = $1', [run.id]);
  else {
    await replacePostings(tx, run.id, review);
    await tx.query('UPDATE billing_runs SET accepted = accepted || $2::jsonb WHERE id = $1', [
      run.id,
      JSON.stringify([{ by, differences }]),
    ]);
  }
}

/** Gives up the changes of an earlier workbook, and those that do not hold any more: somebody has reviewed the postings of now. */
export async function dropReview(tx: PoolClient, run: HeldRun): Promise<void> {
  await forgetLost(tx, run.id);
  await tx.query('UPDATE billing_runs SET review = NULL WHERE id = $1', [run.id]);
}

/** Leaves of what was accepted what holds with the postings of now. */
async function forgetLost(tx: PoolClient, run: number): Promise<void> {
  await tx.query(
    `UPDATE billing_runs SET accepted = (
       SELECT coalesce(jsonb_agg(workbook || jsonb_build_object('differences', held) ORDER BY place), '[]')
       FROM jsonb_array_elements(accepted) WITH ORDINALITY AS each(workbook, place)
       CROSS JOIN LATERAL jsonb_path_query_array(workbook, '$.differences[*] ? (!exists(@.lost))') AS held
       WHERE held <> '[]')
     WHERE id = $1`,
    [run],
  );
}

interface Accepts {
  accept: boolean;
  /** The digest of the differences that the person has seen; null where none is given. */
  seen: string | null;
}

/**
 * Accepts what a reviewed workbook of the run waits for, where there is one.
 * @throws {Refusal} 409 where it is not accepted, or is another one than was seen
 */
export async function settleReview(
  tx: PoolClient,
  run: HeldRun,
  { accept, seen }: Accepts,
  by: string,
): Promise<void> {
  const { rows } = await tx.query<{ review: WaitingReview | null; digest: string | null }>(
    'SELECT review, md5(review::text) AS digest FROM billing_runs WHERE id = $1',
    [run.id],
  );
  const { review = null, digest = null } = rows[0] ?? {};
  if (seen !== null && seen !== digest)
    throw conflict(
      `The differences of run ${run.id} are not those that you have seen: another workbook was handed in, or the run was allocated anew. Please look at it again.`,
    );
  if (run.state !== 'needs_review' || !review) return;
  if (accept) {
    await acceptReview(tx, run, review, by);
    return;
  }
  throw conflict(
    `The reviewed workbook of run ${run.id} differs in ${counted(review.differences.length)}. Accept the differences, or hand in another workbook.`,
  );
}
