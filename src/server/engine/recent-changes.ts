import { kindOf } from '#kernel/fields/kinds.ts';
import { MOST_COUNTED, type RecentChange } from '#kernel/overview.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { fieldNamed } from '#kernel/system-fields.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { Joins, quoted } from './sql.ts';

interface ChangeRow extends Omit<RecentChange, 'by' | 'model' | 'title' | 'fields'> {
  by_email: string;
  by_name: string | null;
  resource: string;
  fields: string[];
}

/**
 * What was changed last in these models: what one request did to several records of a model, as an import does, is one
 * change. The newest lines of the history are looked at, so a file with more rows than `MOST_COUNTED` hides what was
 * before it.
 * @param most how many changes
 */
export async function recentChanges(
  runner: Runner,
  registry: Registry,
  resources: readonly Resource[],
  most: number,
): Promise<RecentChange[]> {
  const { rows } = await runner.query<ChangeRow>({
    name: 'recent-changes',
    text: `WITH latest AS (
  SELECT id, resource, action, request_id FROM record_history WHERE resource = ANY($1) ORDER BY id DESC LIMIT ${MOST_COUNTED}
), changes AS (
  SELECT max(id) AS id, count(*)::integer AS count,
    min(id) = (SELECT min(id) FROM latest HAVING count(*) = ${MOST_COUNTED}) AS cut
  FROM latest GROUP BY request_id, resource, action ORDER BY 1 DESC LIMIT $2
)
SELECT h.resource, h.record_id AS id, h.action, h.at, h.by_email, h.by_name, changes.count,
  changes.count > 1 AND coalesce(changes.cut, false) AS more,
  CASE WHEN changes.count = 1 AND h.action = 'update' THEN ARRAY(SELECT jsonb_object_keys(h.changes)) ELSE '{}' END AS fields
FROM changes JOIN record_history h USING (id) ORDER BY h.id DESC`,
    values: [resources.map(({ name }) => name), most],
  });
  const titles = await titlesOf(runner, registry, rows);
  return rows.map(({ resource: model, by_email: email, by_name: name, fields, ...change }) => ({
    ...change,
    model,
    by: { email, name },
    title: titles.get(`${model} ${change.id}`) ?? null,
    fields: labelsOf(registry.get(model), fields),
  }));
}

/** Labels in the order of the declaration. */
function labelsOf(resource: Resource, fields: readonly string[]): string[] {
  const order = Object.keys(resource.fields);
  return fields
    .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name) => fieldNamed(resource, name)?.label ?? name);
}

/** By what people recognise records, by model and id; of deleted ones, as they were. */
async function titlesOf(
  runner: Runner,
  registry: Registry,
  rows: readonly ChangeRow[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const [name, changed] of Map.groupBy(rows, ({ resource }) => resource)) {
    const resource = registry.get(name);
    const property = registry.properties(resource).get(resource.title);
    if (!property) continue;
    const joins = new Joins(registry, resource);
    const title = joins.answer(property);
    const found = await runner.query<{ id: number; title: unknown }>({
      text: `SELECT wanted.id, CASE WHEN t.id IS NULL THEN (
    SELECT snapshot -> $2 FROM record_history
    WHERE resource = $3 AND record_id = wanted.id AND action = 'delete' ORDER BY id DESC LIMIT 1
  ) ELSE to_jsonb(${title}) END AS title
FROM unnest($1::integer[]) AS wanted(id) LEFT JOIN ${quoted(name)} t ON t.id = wanted.id${joins.sql}`,
      values: [changed.map(({ id }) => id), resource.title, name],
    });
    for (const { id, title: value } of found.rows)
      if (value !== null) titles.set(`${name} ${id}`, kindOf(property.field).display(value, property.field));
  }
  return titles;
}
