import type { RowPreview } from '#calls/tables.ts';
import type { Values } from '#kernel/input.ts';
import { sameInField } from '#kernel/former-values.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api, newIntent, type ApiError } from '#web/data/client.ts';
import type { ListAnswer, RecordRow } from '#web/data/queries.ts';

/** What a row of a table sets: of a record of which the version is known, or of one that the server finds or adds. */
export interface GivenRow {
  record: Pick<RecordRow, 'id' | 'lock_version'> | null;
  values: Values;
  /** What could not be read, by field: then the row is refused. */
  problems: Readonly<Record<string, string>>;
  /** The fields whose cell is empty; none where its values are all that it says. */
  empty?: readonly string[];
}

/** A row with what it would do. */
export type LookedRow = GivenRow &
  Omit<RowPreview, 'before' | 'after'> & { before: RecordRow | null; after: RecordRow | null };

const bodyOf = ({ record, values }: GivenRow): Values =>
  record ? { ...values, id: record.id, lock_version: record.lock_version } : values;

const versionsOf = (rows: readonly RecordRow[]) => rows.map(({ id, lock_version }) => ({ id, lock_version }));

/** What each row would do. Of one that could not be read, the rest is looked at. */
export async function lookAt(resource: Resource, rows: readonly GivenRow[]): Promise<LookedRow[]> {
  const records = rows.map(bodyOf);
  const { data } = await api.post<{ data: RowPreview[] }>(
    `${resourcePath(resource.name)}/preview_rows`,
    { records },
    { intent: newIntent() },
  );
  return rows.map((row, at) => {
    const found = data[at] as unknown as Omit<LookedRow, keyof GivenRow>;
    const values = Object.fromEntries(
      Object.entries(row.values).filter(([name]) => found.sets.includes(name)),
    );
    const errors = Object.entries(row.problems).map(([field, message]) => ({ field, message }));
    if (errors.length === 0) return { ...row, ...found, values };
    return { ...row, ...found, values, what: 'refused', after: null, errors: [...errors, ...found.errors] };
  });
}

/** The fields of which the record of a row has a value, and its cell is empty. */
const emptiedOf = (resource: Resource, { before, empty = [] }: LookedRow): string[] =>
  empty.filter((name) => {
    const field = resource.fields[name];
    return before && field && !sameInField(field, before[name], null);
  });

/** How many empty cells are about a record that has a value there. */
export const countEmptied = (resource: Resource, rows: readonly LookedRow[]): number =>
  rows.reduce((sum, row) => sum + emptiedOf(resource, row).length, 0);

/** What each row would do whose empty cells clear the values of the record that it was found to be about. */
export function lookAtCleared(
  resource: Resource,
  given: readonly GivenRow[],
  looked: readonly LookedRow[],
): Promise<LookedRow[]> {
  const rows = given.map((row, at) => {
    const found = looked[at];
    // What is refused is looked at as it was: it may not be clear which record it means.
    if (!found?.before || found.error !== null) return row;
    const cleared = Object.fromEntries(emptiedOf(resource, found).map((name) => [name, null]));
    return { ...row, record: found.before, values: { ...found.values, ...cleared } };
  });
  return lookAt(resource, rows);
}

/** Writes what was looked at, all or none, and deletes what is named: new records that are taken back. */
export async function saveRows(
  resource: Resource,
  rows: readonly Omit<GivenRow, 'problems'>[],
  remove: readonly RecordRow[],
  intent: string,
): Promise<RecordRow[]> {
  const body = {
    records: rows.map((row) => bodyOf({ ...row, problems: {} })),
    ...(remove.length > 0 && { remove: versionsOf(remove) }),
  };
  const path = `${resourcePath(resource.name)}/save_rows`;
  return (await api.post<Pick<ListAnswer, 'data'>>(path, body, { intent })).data;
}

/** Why rows were refused when they were to be written, by their place in the request. */
export function refusedRows({
  details,
}: ApiError): ReadonlyMap<number, Pick<RowPreview, 'error' | 'errors'>> {
  const rows = details['rows'];
  type Refused = Pick<RowPreview, 'error' | 'errors'> & { at: number };
  return new Map(Array.isArray(rows) ? (rows as Refused[]).map((row) => [row.at, row]) : []);
}
