import { MOST_TAKEN_BACK } from '#kernel/bulk.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { HistoryEntry, Via } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { fieldNamed, mayBeGiven } from '#kernel/system-fields.ts';
import { grouped } from '#kernel/written.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isReversible } from '../activity/reversible.ts';
import { changesOf, type StoredChange } from '../history.ts';
import { inTurns } from '../in-turns.ts';

/** A set of changes that is to be taken back. */
export interface UndoneSet {
  id: number;
  resource: Resource;
  action: HistoryEntry['action'];
  via: readonly Via[];
  lines: number;
}

/** How one record is brought back to what it was before the changes. */
export interface WayBack {
  id: number;
  /** The version that they have made, which it must still have. */
  version: number;
  /** The last of their lines about it. */
  line: number;
  /** What is done: what they created is deleted, what they deleted is restored, and the rest gets the values that it had. */
  how: 'delete' | 'restore' | { values: Values };
  /** They have replaced a secret, whose former value nobody keeps. */
  lost: boolean;
}

/** The records of one model, in the order in which the model was written. */
export interface WaysBack {
  resource: Resource;
  ways: WayBack[];
}

/**
 * The sets of changes of these ids.
 * @throws {Refusal} 404 where one of them is not there, 409 where one has no way back, or they are too many records
 */
export async function readUndoneSets(
  runner: Runner,
  registry: Registry,
  ids: readonly number[],
): Promise<UndoneSet[]> {
  const { rows } = await runner.query<Omit<UndoneSet, 'resource'> & { resource: string }>({
    text: `SELECT c.id, c.resource, c.action, coalesce(h.via, '[]') AS via, c.lines
FROM change_sets c JOIN record_history h ON h.id = c.last_line WHERE c.id = ANY($1::bigint[]) ORDER BY c.id`,
    values: [ids],
  });
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound(`Change ${missing}`);
  const sets = rows.map((row) => {
    const resource = registry.find(row.resource);
    if (!resource) throw notFound(`Change ${row.id}`);
    if (row.lines <= MOST_TAKEN_BACK && !isReversible(resource, row))
      throw conflict(
        `Change ${row.id} cannot be taken back: it is neither an import nor a change or deletion of several ${resource.noun[1]} at once.`,
      );
    return { ...row, resource };
  });
  if (sets.reduce((sum, { lines }) => sum + lines, 0) > MOST_TAKEN_BACK)
    throw conflict(`More than ${grouped(MOST_TAKEN_BACK)} records are not taken back at once.`);
  return sets;
}

interface StoredLine {
  id: number;
  resource: string;
  record_id: number;
  action: HistoryEntry['action'];
  lock_version: number;
  changes: Record<string, StoredChange>;
}

/** Lines that are read at once: other requests are served in between. */
const AT_ONCE = 5000;

/** The next lines of some sets of changes, in their order. */
async function linesAfter(runner: Runner, ids: readonly number[], after: number): Promise<StoredLine[]> {
  // What was created or deleted is brought back without its values: they may be long.
  const { rows } = await runner.query<StoredLine>({
    text: `SELECT l.* FROM change_sets c JOIN record_history first ON first.id = c.id CROSS JOIN LATERAL (
  SELECT h.id, h.resource, h.record_id, h.action, h.lock_version,
    CASE WHEN h.action = 'update' THEN h.changes ELSE '{}' END AS changes
  FROM record_history h
  WHERE h.id BETWEEN greatest(c.id, $2::bigint + 1) AND c.last_line AND h.request_id = first.request_id
    AND change_set_key(h.request_id, h.by_email, h.resource, h.action, h.at) = c.key
  ORDER BY h.id LIMIT ${AT_ONCE}
) l WHERE c.id = ANY($1::bigint[]) ORDER BY l.id LIMIT ${AT_ONCE}`,
    values: [ids, after],
  });
  return rows;
}

/** How all that some sets of changes did is taken back, by model. */
export async function readWaysBack(
  runner: Runner,
  registry: Registry,
  ids: readonly number[],
): Promise<WaysBack[]> {
  const byModel = new Map<string, Map<number, WayBack>>();
  for (let after = 0, rows: StoredLine[] = []; ;) {
    rows = await linesAfter(runner, ids, after);
    await inTurns(rows, (line) => {
      const ways = byModel.get(line.resource) ?? new Map<number, WayBack>();
      byModel.set(line.resource, ways);
      const way = joined(ways.get(line.record_id), wayOf(registry.get(line.resource), line));
      if (way) ways.set(line.record_id, way);
      else ways.delete(line.record_id);
    });
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.id;
  }
  return [...byModel].map(([name, ways]) => ({ resource: registry.get(name), ways: [...ways.values()] }));
}

/** How one line is taken back. */
function wayOf(resource: Resource, line: StoredLine): WayBack {
  const { id, record_id: record, action, lock_version: version } = line;
  const way = { id: record, version, line: id, lost: false };
  if (action === 'delete') return { ...way, how: 'restore' };
  if (action !== 'update') return { ...way, how: 'delete' };
  const given = changesOf(resource, line.changes).filter(
    ({ field }) => fieldNamed(resource, field) && mayBeGiven(resource, field, 'update'),
  );
  const lost = given.some(({ field }) => {
    const declared = fieldNamed(resource, field);
    return declared !== undefined && kindOf(declared).hidden;
  });
  return { ...way, lost, how: { values: Object.fromEntries(given.map(({ field, from }) => [field, from])) } };
}

/** The way back of several lines about one record; null where it is as it was before the first of them. */
function joined(earlier: WayBack | undefined, later: WayBack): WayBack | null {
  if (!earlier) return later;
  const lost = earlier.lost || later.lost;
  // What was created goes, whatever became of it, and what was changed before it was deleted comes back as it was then.
  if (earlier.how === 'delete') return later.how === 'restore' ? null : { ...later, how: 'delete', lost };
  if (earlier.how === 'restore' || typeof later.how === 'string') return later;
  return { ...later, lost, how: { values: { ...later.how.values, ...earlier.how.values } } };
}
