import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { Joins, literal, quoted } from './sql.ts';

/** The versions of a row between which changes are told: names in the statement, null where there is none. */
export interface Versions {
  from: string | null;
  to: string | null;
}

/** What a reference shows, as a subquery: the referred record may be any number of references away. */
function shownSql(registry: Registry, resource: Resource, name: string, row: string | null): string {
  const field = resource.fields[name];
  if (row === null || field?.kind !== 'ref') return 'NULL';
  const target = registry.get(field.target);
  const shown = registry.properties(target).get(field.show);
  if (!shown) throw new Error(`Resource ${resource.name}, ${name}: ${field.target} has no ${field.show}.`);
  const joins = new Joins(registry, target, 'v', 'w');
  const column = joins.column(shown);
  return `(SELECT to_jsonb(${column}) FROM ${quoted(target.name)} v${joins.sql} WHERE v.id = ${row}.${quoted(name)})`;
}

/**
 * The changes of `fields` between two versions of a row, as one jsonb object:
 * field → `{ from, to, from_shown, to_shown }`, without what is null. Equal fields are left out.
 */
export function changesSql(
  registry: Registry,
  resource: Resource,
  fields: readonly string[],
  versions: Versions,
): string {
  const value = (row: string | null, name: string) =>
    row === null ? 'NULL::jsonb' : `to_jsonb(${row}.${quoted(name)})`;
  const lines = fields.map((name) => {
    const from = value(versions.from, name);
    const to = value(versions.to, name);
    const fromShown = shownSql(registry, resource, name, versions.from);
    const toShown = shownSql(registry, resource, name, versions.to);
    return `(${literal(name)}, ${from}, ${to}, ${fromShown}::jsonb, ${toShown}::jsonb)`;
  });
  if (lines.length === 0) return `'{}'::jsonb`;
  return `(SELECT coalesce(jsonb_object_agg(c.field, jsonb_strip_nulls(jsonb_build_object(
      'from', c.old, 'to', c.new, 'from_shown', c.old_shown, 'to_shown', c.new_shown))), '{}')
    FROM (VALUES ${lines.join(', ')}) AS c(field, old, new, old_shown, new_shown)
    WHERE c.old IS DISTINCT FROM c.new)`;
}

/** The parameters that say who changes something in which request, as `writtenBy` fills them. */
export interface HistoryLine {
  action: 'create' | 'import' | 'update' | 'delete' | 'restore';
  changes: string;
  /** The rows that changed, and under which name the line knows them. */
  from: string;
  row: string;
  /** The expression of the moment; the clock's unless told. */
  at?: string;
  /** The row to keep whole, of a deletion. */
  snapshot?: string;
  /** The names of the parameters for the address, the name and the request. */
  by: readonly [email: string, name: string, requestId: string];
}

/** The INSERT that writes a line of history for every row of `from`. */
export function historySql(resource: Resource, line: HistoryLine): string {
  const [email, name, requestId] = line.by;
  const snapshot = line.snapshot ? `to_jsonb(${line.snapshot}) - 'search'` : 'NULL';
  return `INSERT INTO record_history
    (resource, record_id, action, at, by_email, by_name, request_id, lock_version, changes, snapshot)
  SELECT ${literal(resource.name)}, ${line.row}.id, ${literal(line.action)}, ${line.at ?? 'clock_timestamp()'}, ${email}::text, ${name}::text,
    ${requestId}::text, ${line.row}.lock_version, ${line.changes}, ${snapshot}
  FROM ${line.from}`;
}
