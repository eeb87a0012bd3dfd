import { asReference } from '#kernel/fields/kinds.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { Joins, quoted } from './sql.ts';

/**
 * The SELECT list of a whole row under the names of the API: own columns, what the references bring, and
 * the embedded objects. The tables that it needs are joined to `joins`.
 */
function rowColumns(registry: Registry, resource: Resource, joins: Joins): string {
  const columns: string[] = [];
  for (const [name, property] of registry.properties(resource)) {
    columns.push(`${joins.answer(property)} AS ${quoted(name)}`);
    const field = asReference(resource.fields[name]);
    if (!field?.embed) continue;
    const properties = registry.properties(registry.get(field.target));
    const members = field.embed.fields.map((member) => {
      const embedded = properties.get(member);
      if (!embedded) throw new Error(`Resource ${resource.name}, ${name}: ${field.target} has no ${member}.`);
      return `${joins.answer({ ...embedded, path: [name, ...embedded.path] })} AS ${quoted(member)}`;
    });
    const found = `${joins.table([name])}.id IS NOT NULL`;
    columns.push(
      `(SELECT row_to_json(e) FROM (SELECT ${members.join(', ')}) e WHERE ${found}) AS ${quoted(field.embed.as)}`,
    );
  }
  return columns.join(', ');
}

/** The rows of `source` (a table or a query that knows the base table as `t`), complete. */
export interface RowSource {
  /** The text between FROM and the joins; it gives the base table the alias `t`. */
  from: string;
  /** The text behind the joins: WHERE, ORDER BY, FOR UPDATE. */
  rest?: string;
}

/** The separator between two rows as JSON. No row has a line feed within: its texts have `\\n` for one. */
export const BETWEEN_ROWS = ',\n';

/** The rows of a query that is called `r` as JSON, as an aggregate of SQL. */
export const ROWS_AS_JSON = `string_agg(row_to_json(r)::text, E',\\n')`;

/** A subquery whose rows are rows of the API; `row_to_json` of one is what the API answers. */
export function rowsSql(registry: Registry, resource: Resource, source: RowSource): string {
  const joins = new Joins(registry, resource);
  const columns = rowColumns(registry, resource, joins);
  return `SELECT ${columns} FROM ${source.from}${joins.sql} ${source.rest ?? ''}`;
}
