import type { RefusedRecord } from '#kernel/bulk.ts';
import type { Values } from '#kernel/input.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api, failureFrom, type ApiError } from '#web/data/client.ts';
import type { ListAnswer, RecordRow } from '#web/data/queries.ts';
import { grouped } from '#kernel/written.ts';

type Answer = Pick<ListAnswer, 'data'>;

const call = async (resource: Resource, what: string, records: readonly Values[], intent: string) =>
  (await api.post<Answer>(`${resourcePath(resource.name)}/bulk_${what}`, { records }, { intent })).data;

const versionsOf = (rows: readonly RecordRow[]) => rows.map(({ id, lock_version }) => ({ id, lock_version }));

const idsOf = (rows: readonly Pick<RecordRow, 'id'>[]) => rows.map(({ id }) => ({ id }));

/** What becomes of some fields of a record. */
interface RecordChange {
  record: RecordRow;
  values: Values;
}

/** Several records at once, all or none; each call happens once per intent. */
export const bulkCalls = {
  update: (resource: Resource, changes: readonly RecordChange[], intent: string): Promise<RecordRow[]> => {
    const records = changes.map(({ record: { id, lock_version }, values }) => ({
      ...values,
      id,
      lock_version,
    }));
    return call(resource, 'update', records, intent);
  },
  remove: (resource: Resource, rows: readonly RecordRow[], intent: string): Promise<RecordRow[]> =>
    call(resource, 'delete', idsOf(rows), intent),
  /** Deletes records again that were brought back, unless somebody has changed one of them since. */
  takeBack: (resource: Resource, rows: readonly RecordRow[], intent: string): Promise<RecordRow[]> =>
    call(resource, 'delete', versionsOf(rows), intent),
  restore: (
    resource: Resource,
    rows: readonly Pick<RecordRow, 'id'>[],
    intent: string,
  ): Promise<RecordRow[]> => call(resource, 'restore', idsOf(rows), intent),
};

/** The records that kept the others from being changed; none where the whole request failed. */
export const refusedRecords = ({ details }: ApiError): readonly RefusedRecord[] =>
  Array.isArray(details['records']) ? (details['records'] as RefusedRecord[]) : [];

/** The failure of a request for several records that was about one, as if that had been requested alone. */
export function asOne(failure: ApiError): ApiError {
  const [record] = refusedRecords(failure);
  return record
    ? failureFrom(record.status, { ...record, request_id: failure.requestId }, new Headers())
    : failure;
}

/** '1 cost center', '12 cost centers' */
export const countOf = ({ noun }: Resource, count: number): string =>
  `${grouped(count)} ${noun[count === 1 ? 0 : 1]}`;
