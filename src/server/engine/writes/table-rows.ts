import type { PoolClient } from 'pg';
import type { RowPreview } from '#calls/tables.ts';
import { Refusal, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { rehearse } from '#server/platform/database/rehearse.ts';
import { recordsNamed } from '../import/checks/duplicates.ts';
import { lockWrittenCircles, parseRow, readRowsById, type RowObject } from '../records.ts';
import type { EngineServices } from '../services.ts';
import { heldOr } from '../review/held-change.ts';
import { asApproved } from '../review/rules.ts';
import { tryAll } from './bulk.ts';
import type { Who } from './write-statements.ts';

/** So many records are rehearsed in one transaction: nobody who changes one of them waits long for that. */
const AT_ONCE = 50;

/** A row of a table: what it sets of the record with this id, or of a new one. */
export interface TableRow {
  id: number | null;
  /** The version that it was made from; null: whatever it is. */
  version: number | null;
  values: Values;
}

interface RowsWork {
  services: EngineServices;
  resource: Resource;
  who: Who;
  /** Why no record may be added; null where it may. */
  addsNone: Refusal | null;
}

/** Makes records of rows in a transaction of the caller's: first those that change, by number, so that two requests wait in no circle. */
async function takeRows(tx: PoolClient, rows: readonly TableRow[], work: RowsWork) {
  const { services, resource, who, addsNone } = work;
  const writer = services.writer(resource);
  const isWritten = (name: string, as: string) =>
    rows.some(({ values }) => Object.hasOwn(values, name) || Object.hasOwn(values, as));
  await lockWrittenCircles(tx, resource, isWritten);
  const changing = rows
    .filter(({ id }) => id !== null)
    .toSorted((one, other) => (one.id ?? 0) - (other.id ?? 0));
  const adding = rows.filter(({ id }) => id === null);
  return tryAll(tx, [...changing, ...adding], async ({ id, version, values }) => {
    // A row may say nothing but which record it is about.
    if (id !== null && Object.keys(values).length === 0) return writer.read(id, tx);
    if (id !== null) return writer.update(id, values, version, who, tx);
    if (addsNone) throw addsNone;
    return writer.create(values, who, tx);
  });
}

/**
 * Adds and changes records, all of them or none; answers them as JSON in the order of the rows.
 * @throws {Refusal} that names every row which refuses, by its place from 0, in `rows`
 */
export async function saveRows(tx: PoolClient, rows: readonly TableRow[], work: RowsWork): Promise<string[]> {
  const { rows: stored, refused } = await takeRows(tx, rows, work);
  if (refused.size === 0) return rows.map((row) => stored.get(row) ?? 'null');
  const wrong = rows.flatMap((row, at) => {
    const refusal = refused.get(row);
    return refusal ? [{ at, refusal }] : [];
  });
  const statuses = new Set(wrong.map(({ refusal }) => refusal.status));
  const [status = 409] = statuses;
  const label = work.resource.label[rows.length === 1 ? 0 : 1];
  const sentence = `${grouped(refused.size)} of ${grouped(rows.length)} ${label} could not be saved, so none was.`;
  const whole = new Refusal(statuses.size === 1 ? status : 409, sentence, {
    errors: wrong.flatMap(({ at, refusal }) =>
      refusal.errors.map(({ field, message }) => ({ field: `records.${at}.${field}`, message })),
    ),
    details: { rows: wrong.map(({ at, refusal }) => ({ at, ...saidBy(refusal) })) },
  });
  throw heldOr(refused.values(), whole);
}

const saidBy = ({ message, errors }: Refusal): { error: string; errors: FieldError[] } => ({
  error: message,
  errors: [...errors],
});

/** The refusal of a row that names what another row or several records are, too. */
function unclear(resource: Resource, ids: readonly number[], taken: ReadonlySet<number>): Refusal | null {
  const [one, many] = resource.noun;
  if (ids.length > 1) return new Refusal(409, `What is unique in this row belongs to ${ids.length} ${many}.`);
  const isTaken = ids.some((id) => taken.has(id));
  return isTaken ? new Refusal(409, `Another row is about the same ${one}.`) : null;
}

/** What each row would do: the records are found by what is unique in them, then it is rehearsed and undone. */
export async function previewRows(given: readonly TableRow[], work: RowsWork): Promise<RowPreview[]> {
  const { services, resource } = work;
  const { db, registry } = services;
  const named = await db.transaction((tx) =>
    recordsNamed(
      tx,
      resource,
      given.map(({ id, values }) => (id === null ? values : {})),
    ),
  );
  const refused = new Map<TableRow, Refusal>();
  const taken = new Set<number>(given.flatMap(({ id }) => id ?? []));
  const rows = given.map((row, at) => {
    const names = named[at] ?? new Map<number, readonly string[]>();
    const [id = row.id, by = []] = [...names][0] ?? [];
    // What finds a record changes nothing of it, however it is written.
    const values = Object.fromEntries(Object.entries(row.values).filter(([name]) => !by.includes(name)));
    const found = { ...row, id, values };
    const refusal = unclear(resource, [...names.keys()], taken);
    if (refusal) refused.set(found, refusal);
    for (const one of names.keys()) taken.add(one);
    return found;
  });
  const before = new Map<number, RowObject>();
  const after = new Map<TableRow, RowObject>();
  // What adds records as well cannot wait for a second person, so that such a row is refused.
  const mayWait = rows.every(({ id }) => id !== null);
  const who = mayWait ? asApproved(work.who) : { reason: 'Preview', ...work.who };
  const sound = rows.filter((row) => !refused.has(row));
  for (const some of portionsOf(sound))
    await rehearse(db, async (tx) => {
      const known = await readRowsById(
        tx,
        registry,
        resource,
        some.flatMap(({ id }) => id ?? []),
      );
      for (const [id, row] of known) before.set(id, row);
      const tried = await takeRows(tx, some, { ...work, who });
      for (const [row, json] of tried.rows) after.set(row, parseRow(json));
      for (const [row, refusal] of tried.refused) refused.set(row, refusal);
    });
  return rows.map((row) => {
    const was = row.id === null ? null : (before.get(row.id) ?? null);
    const is = after.get(row) ?? null;
    const refusal = refused.get(row);
    const sets = Object.keys(row.values);
    if (refusal) return { what: 'refused', before: was, after: null, sets, ...saidBy(refusal) };
    const what = was === null ? 'new' : was.lock_version === is?.lock_version ? 'same' : 'changed';
    return { what, before: was, after: is, sets, error: null, errors: [] };
  });
}

/** Changes a few at a time; new records all at once, since they may repeat each other and nobody waits for them. */
function portionsOf(rows: readonly TableRow[]): TableRow[][] {
  const changing = rows.filter(({ id }) => id !== null);
  const adding = rows.filter(({ id }) => id === null);
  const portions: TableRow[][] = adding.length > 0 ? [adding] : [];
  for (let at = 0; at < changing.length; at += AT_ONCE) portions.push(changing.slice(at, at + AT_ONCE));
  return portions;
}
