import type { ActivityRecord } from '#calls/activity.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { Joins, quoted } from '../sql.ts';

/** A record as changes name it. */
interface Named {
  model: string;
  id: number;
}

/** A record that a change is about, and its last line of history where it is not there any more. */
export interface DescribedRecord extends ActivityRecord {
  last_line: number | null;
}

/** The state and title of records: as they are, or as they were when they were deleted. */
export async function describeRecords(
  runner: Runner,
  registry: Registry,
  records: readonly Named[],
): Promise<(record: Named) => DescribedRecord> {
  const described = new Map<string, DescribedRecord>();
  for (const [model, named] of Map.groupBy(records, (record) => record.model)) {
    const resource = registry.get(model);
    const property = registry.properties(resource).get(resource.title);
    const joins = new Joins(registry, resource);
    const title = property ? joins.answer(property) : 'NULL::text';
    const { rows } = await runner.query<{
      id: number;
      is: DescribedRecord['is'];
      title: unknown;
      last_line: number | null;
    }>({
      text: `SELECT wanted.id, last.id AS last_line,
  CASE WHEN t.id IS NOT NULL THEN 'there' WHEN last.action = 'delete' THEN 'deleted' ELSE 'gone' END AS is,
  CASE WHEN t.id IS NULL THEN last.snapshot -> $2 ELSE to_jsonb(${title}) END AS title
FROM unnest($1::integer[]) AS wanted(id) LEFT JOIN ${quoted(model)} t ON t.id = wanted.id${joins.sql}
LEFT JOIN LATERAL (
  SELECT h.id, h.action, h.snapshot FROM record_history h
  WHERE t.id IS NULL AND h.resource = $3 AND h.record_id = wanted.id ORDER BY h.id DESC LIMIT 1
) last ON true`,
      values: [[...new Set(named.map(({ id }) => id))], resource.title, model],
    });
    for (const { id, is, title: value, last_line } of rows) {
      const shown =
        property && value !== null && value !== undefined
          ? kindOf(property.field).display(value, property.field)
          : '';
      described.set(`${model} ${id}`, { id, is, title: shown || null, last_line });
    }
  }
  return ({ model, id }) =>
    described.get(`${model} ${id}`) ?? { id, is: 'gone' as const, title: null, last_line: null };
}
