import { COMMENT_ACTIONS } from '#kernel/history.ts';
import type { Runner } from '#server/platform/database/database.ts';

/**
 * Of sets of changes those of which something is as they have left it: of the others nothing could be taken back any more, because
 * that was done already, or somebody has changed all of their records since. What is written about a record changes nothing of it.
 */
export async function leftToUndo(runner: Runner, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await runner.query<{ id: number }>({
    name: 'left-to-undo',
    text: `SELECT c.id FROM change_sets c JOIN record_history first ON first.id = c.id
WHERE c.id = ANY($1::bigint[]) AND EXISTS (
  SELECT FROM record_history h
  WHERE h.id BETWEEN c.id AND c.last_line AND h.request_id = first.request_id
    AND change_set_key(h.request_id, h.by_email, h.resource, h.action, h.at) = c.key
    AND NOT EXISTS (
      SELECT FROM record_history later
      WHERE later.resource = h.resource AND later.record_id = h.record_id AND later.id > h.id
        AND later.action <> ALL ($2::text[])
    )
)`,
    values: [ids, COMMENT_ACTIONS],
  });
  return new Set(rows.map(({ id }) => id));
}
