import type { ActivityEntry, listActivity } from '#calls/activity.ts';
import type { AnswerOf } from '#calls/call.ts';
import { ACTIONS } from '#kernel/activity.ts';
import { malformed } from '#kernel/errors.ts';
import type { HistoryEntry, Via } from '#kernel/history.ts';
import { MOST_COUNTED } from '#kernel/overview.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { fieldNamed } from '#kernel/system-fields.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { changesOf, WHY_COLUMNS, whyOf, type StoredChange, type StoredEntry } from '../history.ts';
import { inTurns } from '../in-turns.ts';
import { describeRecords, type DescribedRecord } from './described-records.ts';
import { leftToUndo } from './left-to-undo.ts';
import { isReversible } from './reversible.ts';

/** Changes that take more, in bytes, are answered only on request. */
const MOST_SHOWN = 4000;

/** The filter of changes. */
export interface Wanted {
  /** Those that the person may see, and that are not filtered away. */
  resources: readonly Resource[];
  action: HistoryEntry['action'] | null;
  /** An address in lower case. */
  person: string | null;
  /** From this moment on, as ISO 8601. */
  from: string | null;
  /** Before this moment. */
  until: string | null;
}

/** A set as it is stored, with the last of its lines. */
export interface StoredSet extends Pick<StoredEntry, 'reason' | 'approved_by_email' | 'approved_by_name'> {
  id: number;
  last_line: number;
  resource: string;
  action: HistoryEntry['action'];
  at: string;
  lines: number;
  /** One where all lines are of the same record, which work that goes on changes again and again; else as many as lines. */
  count: number;
  record_id: number;
  by_email: string;
  by_name: string | null;
  request_id: string;
  via: Via[] | null;
  fields: string[] | null;
  changes: Record<string, StoredChange> | null;
}

/** Whether changes take no more than so many bytes; what is longer even as it is stored, packed, is not unpacked for that. */
const isShortSql = (changes: string, most: number) =>
  `CASE WHEN pg_column_size(${changes}) <= ${most} THEN octet_length(${changes}::text) <= ${most} END`;

const UNTIL = `c.at < coalesce($4::timestamptz, 'infinity')`;

/**
 * The sets of each model and action that match, the newest first: each of these comes from the end of an index, however
 * many there are. A model without any is looked for once, not for each action. `$1` to `$4` are models, actions and the moments between, `$5` the person.
 */
const matching = ({ person }: Wanted, most: string, below = UNTIL) => `
  FROM (
    SELECT m.resource FROM unnest($1::text[]) AS m(resource)
    WHERE (SELECT true FROM change_sets c WHERE c.resource = m.resource ORDER BY c.action, c.at, c.id LIMIT 1)
  ) m CROSS JOIN unnest($2::text[]) AS a(action) CROSS JOIN LATERAL (
    SELECT c.id, c.at FROM change_sets c
    WHERE c.resource = m.resource AND c.action = a.action${person === null ? '' : ' AND c.by_email = $5'}
      AND c.at >= coalesce($3::timestamptz, '-infinity') AND ${below}
    ORDER BY c.at DESC, c.id DESC LIMIT ${most}
  ) s`;

/**
 * The lines of a set that are of the same record as its last one, and the fields that these changed. They are the lines of
 * one record, between two of them, from the end of an index.
 */
const OF_LAST_RECORD = `
  SELECT count(DISTINCT l.id)::integer AS lines, array_agg(DISTINCT f.name) FILTER (WHERE f.name IS NOT NULL) AS fields
  FROM record_history l LEFT JOIN LATERAL
    jsonb_object_keys(CASE WHEN l.action = 'update' THEN l.changes END) AS f(name) ON true
  WHERE l.resource = c.resource AND l.record_id = h.record_id AND l.id BETWEEN c.id AND c.last_line
    AND change_set_key(l.request_id, l.by_email, l.resource, l.action, l.at) = c.key`;

const valuesOf = ({ resources, action, person, from, until }: Wanted): unknown[] => [
  resources.map(({ name }) => name),
  action === null ? ACTIONS : [action],
  from,
  until,
  ...(person === null ? [] : [person]),
];

/**
 * A page of the sets, the newest first, with the last line of each.
 * @param before the set after which the page begins
 * @throws {Refusal} 400 where that is none
 */
export async function readSets(
  runner: Runner,
  wanted: Wanted,
  before: number | null,
  most: number,
): Promise<StoredSet[]> {
  const values = valuesOf(wanted);
  let below = UNTIL;
  if (before !== null) {
    const { rows } = await runner.query<{ at: string }>({
      text: 'SELECT at::text AS at FROM change_sets WHERE id = $1',
      values: [before],
    });
    if (!rows[0]) throw malformed('before must be the number of a change.');
    // As text: a moment has more digits here than one of JavaScript.
    values.push(rows[0].at, before);
    const [at, id] = [`$${values.length - 1}::text::timestamptz`, `$${values.length}::bigint`];
    // Where several comparisons bound an index, it may begin at the widest: one bounds it, the others only choose.
    below = `c.at <= least(coalesce($4::timestamptz, 'infinity'), ${at})
      AND (${UNTIL}) IS TRUE AND ((c.at, c.id) < (${at}, ${id})) IS TRUE`;
  }
  values.push(most);
  const limit = `$${values.length}`;
  const { rows } = await runner.query<StoredSet>({
    name: `activity-${wanted.person === null ? 'all' : 'person'}-${before === null ? 'first' : 'next'}`,
    text: `WITH chosen AS (
  SELECT s.id, s.at ${matching(wanted, limit, below)} ORDER BY s.at DESC, s.id DESC LIMIT ${limit}
)
SELECT c.id, c.last_line, c.resource, c.action, c.at, c.lines, h.record_id, h.by_email,
  CASE WHEN of_last.lines = c.lines THEN 1 ELSE c.lines END AS count,
  coalesce(h.by_name, author.name) AS by_name, h.request_id, h.via, ${WHY_COLUMNS},
  CASE WHEN of_last.lines = c.lines THEN of_last.fields END AS fields,
  CASE WHEN c.lines = 1 AND ${isShortSql('h.changes', MOST_SHOWN)} THEN h.changes END AS changes
FROM chosen JOIN change_sets c USING (id) JOIN record_history h ON h.id = c.last_line
LEFT JOIN change_authors author ON author.email = h.by_email
CROSS JOIN LATERAL (${OF_LAST_RECORD}) of_last
ORDER BY c.at DESC, c.id DESC`,
    values,
  });
  return rows;
}

/** Labels in the order of the declaration. */
function labelsOf(resource: Resource, fields: readonly string[]): string[] {
  const order = Object.keys(resource.fields);
  return fields
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name) => fieldNamed(resource, name)?.label ?? name);
}

/** Whether a line deleted its record for good so far. */
export const isRestorable = (action: string, line: number, record: DescribedRecord) =>
  action === 'delete' && record.is === 'deleted' && record.last_line === line;

/** A record as answers have it. */
export const recordOf = ({ id, title, is }: DescribedRecord) => ({ id, title, is });

/** A page of what was changed, the newest first. */
export async function readActivity(
  runner: Runner,
  registry: Registry,
  wanted: Wanted,
  { before, most }: { before: number | null; most: number },
): Promise<{ data: ActivityEntry[]; next: number | null }> {
  const found = await readSets(runner, wanted, before, most + 1);
  const sets = found.slice(0, most);
  const recordAt = await describeRecords(
    runner,
    registry,
    sets.map(({ resource, record_id: id }) => ({ model: resource, id })),
  );
  const reversible = sets.filter((set) => isReversible(registry.get(set.resource), set));
  const left = await leftToUndo(
    runner,
    reversible.map(({ id }) => id),
  );
  const data: ActivityEntry[] = [];
  const add = (set: StoredSet) => {
    const record = recordAt({ model: set.resource, id: set.record_id });
    data.push({
      id: set.id,
      at: set.at,
      by: { email: set.by_email, name: set.by_name },
      via: set.via ?? [],
      action: set.action,
      model: set.resource,
      request_id: set.request_id,
      count: set.count,
      record: recordOf(record),
      fields: labelsOf(registry.get(set.resource), set.fields ?? []),
      changes: set.changes && changesOf(registry.get(set.resource), set.changes),
      restorable: set.count === 1 && isRestorable(set.action, set.last_line, record),
      reversible: left.has(set.id),
      ...whyOf(set),
    });
  };
  await inTurns(sets, add, { isHeavy: true });
  return { data, next: found.length > most ? (sets.at(-1)?.id ?? null) : null };
}

/** How many sets match, up to `MOST_COUNTED`. */
export async function countActivity(
  runner: Runner,
  wanted: Wanted,
): Promise<Pick<AnswerOf<typeof listActivity>['meta'], 'total' | 'total_is'>> {
  const { rows } = await runner.query<{ count: number }>({
    name: `activity-count-${wanted.person === null ? 'all' : 'person'}`,
    text: `SELECT count(*)::integer AS count FROM (
  SELECT ${matching(wanted, String(MOST_COUNTED + 1))} LIMIT ${MOST_COUNTED + 1}) found`,
    values: valuesOf(wanted),
  });
  const count = rows[0]?.count ?? 0;
  return count > MOST_COUNTED ? { total: MOST_COUNTED, total_is: 'at_least' } : { total: count };
}
