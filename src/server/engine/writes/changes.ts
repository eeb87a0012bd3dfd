import { asReference, kindOf, type Field } from '#kernel/fields/kinds.ts';
import { SECRET_SHOWN } from '#kernel/fields/secret.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { fieldNamed, systemFields } from '#kernel/system-fields.ts';
import { sqlOf } from '../kinds/sql-of.ts';
import { shownFields } from '../schema/schema.ts';
import { Joins, literal, quoted } from '../sql.ts';

/** The versions of a row between which changes are shown: names in the statement, null where there is none. */
export interface Versions {
  from: string | null;
  to: string | null;
}

/** The text that a reference shows, as a subquery: the referred record may be any number of references away. */
function shownSql(registry: Registry, resource: Resource, name: string, row: string | null): string {
  const field = asReference(resource.fields[name]);
  if (row === null || !field) return 'NULL';
  const target = registry.get(field.target);
  const shown = registry.properties(target).get(field.show);
  if (!shown) throw new Error(`Resource ${resource.name}, ${name}: ${field.target} has no ${field.show}.`);
  const joins = new Joins(registry, target, 'v', 'w');
  const column = joins.answer(shown);
  return `(SELECT to_jsonb(${column}) FROM ${quoted(target.name)} v${joins.sql} WHERE v.id = ${row}.${quoted(name)})`;
}

/**
 * The changes of `fields` between two versions of a row, as one jsonb object:
 * field → `{ from, to, from_shown, to_shown }`, without what is null. Equal fields are left out. Of a secret only
 * that there is one is shown.
 */
export function changesSql(
  registry: Registry,
  resource: Resource,
  fields: readonly string[],
  versions: Versions,
): string {
  const isHidden = (field: Field) => kindOf(field).hidden;
  const named = fields.flatMap((name): [string, Field][] => {
    const field = fieldNamed(resource, name);
    return field ? [[name, field]] : [];
  });
  const lines = named
    .filter(([, field]) => !isHidden(field))
    .map(([name, field]) => changeSql(registry, resource, name, field, versions));
  const shown =
    lines.length === 0
      ? `'{}'::jsonb`
      : `(SELECT coalesce(jsonb_object_agg(c.field, jsonb_strip_nulls(jsonb_build_object(
      'from', c.old, 'to', c.new, 'from_shown', c.old_shown, 'to_shown', c.new_shown))), '{}')
    FROM (VALUES ${lines.join(', ')}) AS c(field, old, new, old_shown, new_shown)
    WHERE c.old IS DISTINCT FROM c.new)`;
  const hidden = named.filter(([, field]) => isHidden(field));
  return [shown, ...hidden.map(([name]) => secretChange(name, versions))].join(' || ');
}

function changeSql(
  registry: Registry,
  resource: Resource,
  name: string,
  field: Field,
  { from, to }: Versions,
): string {
  const value = (row: string | null) =>
    row === null ? 'NULL::jsonb' : `to_jsonb(${sqlOf(field).answer(`${row}.${quoted(name)}`)})`;
  const shown = (row: string | null) => `${shownSql(registry, resource, name, row)}::jsonb`;
  return `(${literal(name)}, ${value(from)}, ${value(to)}, ${shown(from)}, ${shown(to)})`;
}

function secretChange(name: string, { from, to }: Versions): string {
  const column = (row: string | null) => (row === null ? 'NULL' : `${row}.${quoted(name)}`);
  const mark = (row: string | null) =>
    `CASE WHEN ${column(row)} IS NOT NULL THEN to_jsonb(${literal(SECRET_SHOWN)}::text) END`;
  return `CASE WHEN ${column(from)} IS DISTINCT FROM ${column(to)} THEN jsonb_build_object(${literal(name)}, jsonb_strip_nulls(
      jsonb_build_object('from_shown', ${mark(from)}, 'to_shown', ${mark(to)}))) ELSE '{}'::jsonb END`;
}

/** A row as the history keeps it: every column as answers carry it, and the stamps to the microsecond. */
function snapshotSql(resource: Resource, row: string): string {
  const columns = shownFields(resource).map(
    ([name, field]) => `${sqlOf(field).answer(`${row}.${quoted(name)}`)} AS ${quoted(name)}`,
  );
  const system = ['id', ...Object.keys(systemFields)].map((name) => `${row}.${quoted(name)}`);
  return `(SELECT to_jsonb(s) FROM (SELECT ${[...system, ...columns].join(', ')}) s)`;
}

/**
 * The names of the parameters that say who made a change, in which request, by which ways, and where it is known why and who
 * approved it.
 */
export type WrittenBy = readonly [
  email: string,
  name: string,
  requestId: string,
  via: string,
  reason?: string,
  approvedBy?: readonly [email: string, name: string],
];

/** The parameters that say who changes something in which request, as `writtenBy` fills them. */
export interface HistoryLine {
  action: HistoryEntry['action'];
  changes: string;
  /** The rows that changed, and under which name the line knows them. */
  from: string;
  row: string;
  /** The expression of the moment; the clock's by default. */
  at?: string;
  /** The row to keep whole, of a deletion. */
  snapshot?: string;
  /** The names of the parameters for the address, the name, the request and the ways. */
  by: WrittenBy;
}

/** Whether a model keeps a line of history for what happens to one record, whoever does it. */
export const keepsLine = ({ history }: Resource): boolean => history !== 'none';

/**
 * Whether it keeps one for each of many records that begin at once, and with what they began. Of a short history a line says only
 * that a person's file brought the record, by which the file is taken back; what machines feed or book has none.
 */
export function linesOfMany(
  { history, actions }: Resource,
  { action, isMachine }: { action: 'create' | 'import'; isMachine: boolean },
): 'with values' | 'bare' | 'none' {
  if (history === 'full') return 'with values';
  const isTakenBack = history === 'short' && actions.includes('delete');
  return isTakenBack && action === 'import' && !isMachine ? 'bare' : 'none';
}

/** The INSERT that writes a line of history for every row of `from`. */
export function historySql(resource: Resource, line: HistoryLine): string {
  const [email, name, requestId, via, reason = 'NULL', [approver, approverName] = ['NULL', 'NULL']] = line.by;
  const snapshot = line.snapshot ? snapshotSql(resource, line.snapshot) : 'NULL';
  return `INSERT INTO record_history
    (resource, record_id, action, at, by_email, by_name, request_id, via, lock_version, changes, snapshot,
      reason, approved_by_email, approved_by_name)
  SELECT ${literal(resource.name)}, ${line.row}.id, ${literal(line.action)}, ${line.at ?? 'clock_timestamp()'}, ${email}::text, ${name}::text,
    ${requestId}::text, ${via}::jsonb, ${line.row}.lock_version, ${line.changes}, ${snapshot},
    ${reason}::text, ${approver}::text, ${approverName}::text
  FROM ${line.from}`;
}
