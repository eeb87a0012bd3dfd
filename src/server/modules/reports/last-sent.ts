import type { LastSent } from '#calls/reports.ts';
import type { Database } from '#server/platform/database/database.ts';

/**
 * When each of these reports was last made.
 * @param mine the address of whose runs count; null: everybody's
 */
export async function lastSent(
  db: Database,
  names: readonly string[],
  mine: string | null,
): Promise<Map<string, LastSent>> {
  const { rows } = await db.query<LastSent & { kind: string }>(
    `SELECT name AS kind, last.* FROM unnest($1::text[]) AS name CROSS JOIN LATERAL (
       SELECT finished_at AS at, created_by AS by, id AS job FROM jobs
       WHERE kind = name AND state = 'done' AND created_by = coalesce($2, created_by)
       ORDER BY finished_at DESC LIMIT 1) last`,
    [names, mine],
  );
  return new Map(rows.map(({ kind, ...last }) => [kind, last]));
}
