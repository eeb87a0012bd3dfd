import type { RowPreview } from '#calls/tables.ts';
import type { Values } from '#kernel/input.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api, newIntent, type ApiError } from '#web/data/client.ts';
import type { ListAnswer, RecordRow } from '#web/data/queries.ts';

/** What a row of a table sets: of a record of which the version is known, or of one that the server finds or adds. */
export interface GivenRow {
  record: Pick<RecordRow, 'id' | 'lock_version'> | null;
  values: Values;
  /** What could not be read, by field: then the row is refused. */
  problems: Readonly<Record<string, string>>;
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
