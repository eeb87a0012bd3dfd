import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';

/** Reports of one kind that one person may request in the time below. */
const MOST = 10;
const SECONDS = 60;

/**
 * Refuses who requests too many reports of a kind. Counted in the database, so it holds whichever process answers.
 * @throws {Refusal} 429 with Retry-After
 */
export async function limitReports(tx: PoolClient, requester: string, kind: string): Promise<void> {
  // Requests at the same time are counted one after the other.
  await holdLock(tx, 'reports of a person', requester);
  const { rows } = await tx.query<{ count: number; wait: number }>(
    `SELECT count(*)::integer AS count,
       ceil(extract(epoch FROM min(created_at) + make_interval(secs => $3) - now()))::integer AS wait
     FROM (SELECT created_at FROM jobs WHERE kind = $1 AND created_by = $2
             AND created_at > now() - make_interval(secs => $3)
           ORDER BY created_at DESC LIMIT ${MOST}) recent`,
    [kind, requester, SECONDS],
  );
  const { count = 0, wait = 0 } = rows[0] ?? {};
  if (count < MOST) return;
  const seconds = Math.max(1, wait);
  throw new Refusal(
    429,
    `You have requested ${MOST} of these reports within a minute. Please try again in ${seconds} seconds.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );
}
