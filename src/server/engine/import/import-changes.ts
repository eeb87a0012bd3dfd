import type pg from 'pg';
import { MOST_TAKEN_BACK } from '#kernel/bulk.ts';
import type { Registry } from '#kernel/registry.ts';
import { isReversible } from '../activity/reversible.ts';
import { keptWays, type Who } from '../writes/write-statements.ts';
import { outcomeOf } from './draft.ts';
import type { ReadFile } from './reading/read-rows.ts';

/** The place in the history behind which all that a transaction writes from now on comes. */
export async function placeInHistory(tx: pg.PoolClient): Promise<number> {
  const { rows } = await tx.query<{ place: number }>(
    `SELECT nextval(pg_get_serial_sequence('record_history', 'id')) AS place`,
  );
  return rows[0]?.place ?? 0;
}

/**
 * The ids of the changes that an import has made, by which it is taken back; null where it has no way back: it is too large, or
 * not each of its records has a line of history.
 * @param place of the history, as it was before the import
 */
export async function importChanges(
  tx: pg.PoolClient,
  registry: Registry,
  who: Who,
  { parts }: ReadFile,
  place: number,
): Promise<number[] | null> {
  const written = parts.reduce(
    (sum, { drafts }) => sum + drafts.filter((draft) => outcomeOf(draft) !== 'keep').length,
    0,
  );
  if (written > MOST_TAKEN_BACK) return null;
  const { rows } = await tx.query<{ id: number; resource: string; action: 'import'; lines: number }>(
    `SELECT c.id, c.resource, c.action, c.lines FROM (
       SELECT DISTINCT change_set_key(h.request_id, h.by_email, h.resource, h.action, h.at) AS key FROM record_history h
       WHERE h.id > $1 AND h.request_id = $2 AND h.by_email = $3 AND h.via = $4::jsonb
     ) own JOIN change_sets c USING (key) ORDER BY c.id`,
    [place, who.requestId, who.actor.email, keptWays(who)],
  );
  const lines = rows.reduce((sum, set) => sum + set.lines, 0);
  const via = who.via ?? [];
  const all = rows.every((set) => isReversible(registry.get(set.resource), { ...set, via }));
  return all && lines === written && lines > 0 ? rows.map(({ id }) => id) : null;
}
