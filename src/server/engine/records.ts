import { formatDay } from '#kernel/dates.ts';
import { unmetDemands } from '#kernel/demands.ts';
import { referencesOf } from '#kernel/fields/kinds.ts';
import { conflict, invalid, notFound, type Refusal } from '#kernel/errors.ts';
import { COMMENT_ACTIONS, type StaleConflict } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { rowsSql } from './projection.ts';
import { quoted } from './sql.ts';

/** A row as the API answers it. */
export type RowObject = { id: number; lock_version: number } & Record<string, unknown>;

/** Reads a row that PostgreSQL made. */
export const parseRow = (json: string): RowObject => JSON.parse(json) as RowObject;

/** How people call a record: 'Cost Center 4711'. */
export function calledBy(resource: Resource, row: Values): string {
  const title = row[resource.title];
  return `${resource.label[0]} ${typeof title === 'string' || typeof title === 'number' ? title : String(row['id'])}`;
}

/** 404 for a record. */
export const noRecord = (resource: Resource, id: number | string) => notFound(`${resource.label[0]} ${id}`);

/**
 * 409 for a change that was made from an older version: who changed the record and when, and how it is now
 * (`conflict: { by: { email, name }, at, lock_version, current }`).
 */
export async function staleEdit(runner: Runner, resource: Resource, current: RowObject): Promise<Refusal> {
  const { rows } = await runner.query<{ email: string; name: string | null; at: string }>({
    text: `SELECT by_email AS email, by_name AS name, at FROM record_history
      WHERE resource = $1 AND record_id = $2 AND action <> ALL ($3) ORDER BY id DESC LIMIT 1`,
    values: [resource.name, current.id, COMMENT_ACTIONS],
  });
  const last = rows[0];
  const at = last?.at ?? String(current['updated_at']);
  const when = `${formatDay(at)} at ${at.slice(11, 16)} UTC`;
  const who = last ? (last.name ?? last.email) : 'someone else';
  const stale: StaleConflict = {
    by: last ? { email: last.email, name: last.name } : null,
    at,
    lock_version: current.lock_version,
    current,
  };
  return conflict(`${calledBy(resource, current)} was changed by ${who} on ${when}.`, {
    details: { conflict: stale },
  });
}

/**
 * Refuses an update that would make a record follow itself through a reference that must not form a circle.
 * Changes of such references wait for each other: two at once cannot close a circle together; run in
 * the transaction of the change.
 * @throws {Refusal} 422
 */
export async function refuseCircles(
  tx: Runner,
  registry: Registry,
  resource: Resource,
  id: number,
  values: Values,
): Promise<void> {
  for (const name of circleFields(registry, resource, values)) {
    await lockCircles(tx, resource, name);
    const column = quoted(name);
    const { rows } = await tx.query<{ id: number }>({
      text: `WITH RECURSIVE chain (id) AS (
          SELECT $1::integer
          UNION SELECT t.${column} FROM ${quoted(resource.name)} t JOIN chain ON t.id = chain.id
        ) SELECT id FROM chain WHERE id = $2`,
      values: [values[name], id],
    });
    if (rows.length > 0) {
      const field = resource.fields[name];
      const message = `${field?.label ?? name} would lead back to this ${resource.label[0]}, directly or through others.`;
      throw invalid([{ field: name, message }]);
    }
  }
}

/** The error of a reference that must lead to another record and leads to its own. */
export const itselfMessage = (resource: Resource, label: string): string =>
  `${label} must be another ${resource.label[0]}.`;

/** Refuses a change by which a record would refer to itself where it must not. @throws {Refusal} 422 */
export function refuseItself(resource: Resource, id: number, values: Values): void {
  const errors = referencesOf(resource).flatMap(([field, { notItself, label }]) =>
    notItself && values[field] === id ? [{ field, message: itselfMessage(resource, label) }] : [],
  );
  if (errors.length > 0) throw invalid(errors);
}

/** Lets changes of a reference that must not form a circle wait for each other. */
export async function lockCircles(tx: Runner, resource: Resource, name: string): Promise<void> {
  await holdLock(tx, 'circles of a reference', `${resource.name}.${name}`);
}

/**
 * Takes the locks of all references that must not form a circle and are going to be written. Whoever locks rows before it
 * writes them takes these first, as a change of one record does: otherwise both could wait for each other without end.
 * @param isWritten whether a reference is, by its name and that of its shown value
 */
export async function lockWrittenCircles(
  tx: Runner,
  resource: Resource,
  isWritten: (name: string, as: string) => boolean,
): Promise<void> {
  for (const [name, { acyclic, as }] of referencesOf(resource))
    if (acyclic && isWritten(name, as)) await lockCircles(tx, resource, name);
}

/** The references among `values` that must not form a circle and are set to a record. */
export function circleFields(registry: Registry, resource: Resource, values: Values): string[] {
  return registry
    .referencesTo(resource)
    .filter(({ from, ref, field }) => from === resource && ref.acyclic && typeof values[field] === 'number')
    .map(({ field }) => field);
}

/** Records as the API answers them, by id. */
export async function readRowsById(
  runner: Runner,
  registry: Registry,
  resource: Resource,
  ids: readonly number[],
): Promise<Map<number, RowObject>> {
  const found = new Map<number, RowObject>();
  if (ids.length === 0) return found;
  const source = rowsSql(registry, resource, {
    from: `${quoted(resource.name)} t`,
    rest: 'WHERE t.id = ANY($1::int[]) ORDER BY t.id',
  });
  const { rows } = await runner.query<{ row: string }>({
    text: `SELECT row_to_json(r)::text AS row FROM (${source}) r`,
    values: [ids],
  });
  for (const { row } of rows) {
    const record = parseRow(row);
    found.set(record.id, record);
  }
  return found;
}

/** Records as a JSON array, in the order of `ids`. */
export async function shownRecords(
  runner: Runner,
  registry: Registry,
  resource: Resource,
  ids: readonly number[],
): Promise<string> {
  const rows = await readRowsById(runner, registry, resource, ids);
  return JSON.stringify(ids.map((id) => rows.get(id)));
}

/** @throws {Refusal} 422 where a change leaves a record that does not fulfil what is demanded of a whole one */
export function demandWhole(resource: Resource, before: RowObject, values: Values): void {
  const errors = unmetDemands(resource, { ...before, ...values });
  if (errors.length > 0) throw invalid(errors);
}
