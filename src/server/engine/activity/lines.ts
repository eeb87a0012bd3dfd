import type { ActivityLine, readChange } from '#calls/activity.ts';
import type { AnswerOf } from '#calls/call.ts';
import { notFound } from '#kernel/errors.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isRestorable, recordOf } from './sets.ts';
import { AUTHOR, entryOf, NAMED_COLUMNS, type StoredEntry } from '../history.ts';
import { inTurns } from '../in-turns.ts';
import { describeRecords } from './described-records.ts';

/** At most so many bytes are answered of several records at once. The stored size may be a hundredth of it. */
const MOST_AT_ONCE = 1_000_000;

interface StoredLine extends StoredEntry {
  resource: string;
  record_id: number;
}

const COLUMNS = `${NAMED_COLUMNS}, h.resource, h.record_id`;

async function withRecords(
  runner: Runner,
  registry: Registry,
  lines: readonly StoredLine[],
): Promise<ActivityLine[]> {
  const recordAt = await describeRecords(
    runner,
    registry,
    lines.map(({ resource, record_id: id }) => ({ model: resource, id })),
  );
  const data: ActivityLine[] = [];
  const add = (line: StoredLine) => {
    const entry = entryOf(registry.get(line.resource), line);
    const record = recordAt({ model: line.resource, id: line.record_id });
    data.push({
      ...entry,
      model: line.resource,
      record: recordOf(record),
      restorable: isRestorable(line.action, line.id, record),
    });
  };
  await inTurns(lines, add, { isHeavy: true });
  return data;
}

/** Lines of history by their numbers, in the order of these. */
export async function readSingles(
  runner: Runner,
  registry: Registry,
  ids: readonly number[],
): Promise<ActivityLine[]> {
  const { rows } = await runner.query<StoredLine>({
    text: `SELECT ${COLUMNS} FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted(id, place)
JOIN record_history h USING (id) ${AUTHOR} ORDER BY wanted.place`,
    values: [ids],
  });
  return withRecords(runner, registry, rows);
}

/** The model of a set. @throws {Refusal} 404 where there is no such set */
export async function modelOfSet(runner: Runner, registry: Registry, id: number): Promise<Resource> {
  const { rows } = await runner.query<{ resource: string }>({
    text: 'SELECT resource FROM change_sets WHERE id = $1',
    values: [id],
  });
  const resource = rows[0] && registry.find(rows[0].resource);
  if (!resource) throw notFound(`Change ${id}`);
  return resource;
}

/**
 * The lines of a set, in the order in which it changed its records. Long ones come a few at a time.
 * @param after the line after which the page begins; 0 for the first one
 */
export async function readLines(
  runner: Runner,
  registry: Registry,
  id: number,
  { after, most }: { after: number; most: number },
): Promise<AnswerOf<typeof readChange>> {
  const { rows } = await runner.query<StoredLine & { total: number; last_line: number }>({
    text: `WITH lines AS (
  SELECT l.id, c.lines AS total, c.last_line,
    sum(octet_length(l.changes::text)) OVER (ORDER BY l.id) AS size, row_number() OVER (ORDER BY l.id) AS place
  FROM change_sets c JOIN record_history first ON first.id = c.id
  CROSS JOIN LATERAL (
    SELECT one.id, one.changes FROM record_history one
    WHERE one.id > $2 AND one.id BETWEEN c.id AND c.last_line AND one.request_id = first.request_id
      AND change_set_key(one.request_id, one.by_email, one.resource, one.action, one.at) = c.key
    ORDER BY one.id LIMIT $3
  ) l WHERE c.id = $1
)
SELECT lines.total, lines.last_line, ${COLUMNS} FROM lines JOIN record_history h USING (id) ${AUTHOR}
WHERE lines.size <= ${MOST_AT_ONCE} OR lines.place = 1 ORDER BY h.id`,
    values: [id, after, most],
  });
  const last = rows.at(-1);
  const next = last && last.id < last.last_line ? last.id : null;
  return { data: await withRecords(runner, registry, rows), meta: { total: last?.total ?? 0, next } };
}
