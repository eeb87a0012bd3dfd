import type { PoolClient } from 'pg';
import type { RefusedRecord } from '#kernel/bulk.ts';
import { Refusal, type FieldError } from '#kernel/errors.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { withSavepoint } from '#server/platform/database/savepoint.ts';
import { calledBy, readRowsById } from '../records.ts';
import { MOST_LISTED, shortened } from '../import/problems.ts';

/** The longest message about one record, in characters: all its errors are in one sentence. */
const LONGEST_SENTENCE = 2_000;

/** The work with every record of one request. */
export interface BulkWork {
  registry: Registry;
  resource: Resource;
  /** As in 'could not be deleted'. */
  done: string;
  /** Changes one record; answers it as JSON. */
  change: (id: number) => Promise<string>;
  /** One record can stand in the way of another of the same request, until it is done itself. */
  anyOrder?: boolean;
}

/**
 * Changes many records in a transaction of the caller's, all of them or none; answers them in the order of `ids`. They
 * are taken by number: two such requests wait for each other and not in a circle.
 * @throws {Refusal} that names every record which refuses, in `records`, with the first of `error_total` wrong fields
 */
export async function changeAll(tx: PoolClient, ids: readonly number[], work: BulkWork): Promise<string[]> {
  const rows = new Map<number, string>();
  let pending = ids.toSorted((a, b) => a - b);
  while (pending.length > 0) {
    const refused = new Map<number, Refusal>();
    for (const id of pending) {
      try {
        rows.set(id, await withSavepoint(tx, () => work.change(id)));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.set(id, error);
      }
    }
    const stuck = refused.size === pending.length || !work.anyOrder;
    if (refused.size > 0 && stuck) throw await refusalOf(tx, ids, refused, work);
    pending = [...refused.keys()];
  }
  return ids.map((id) => rows.get(id) ?? 'null');
}

async function refusalOf(
  tx: PoolClient,
  ids: readonly number[],
  refused: ReadonlyMap<number, Refusal>,
  { registry, resource, done }: BulkWork,
): Promise<Refusal> {
  const known = await readRowsById(tx, registry, resource, [...refused.keys()]);
  const places = new Map(ids.map((id, at) => [id, at]));
  const errors: FieldError[] = [];
  let total = 0;
  const records = [...refused].map(([id, { status, message, errors: wrong, details }]): RefusedRecord => {
    const row = known.get(id);
    const name = row ? calledBy(resource, row) : `${resource.label[0]} ${id}`;
    const listed = wrong.slice(0, MOST_LISTED - errors.length);
    total += wrong.length;
    for (const { field, message: sentence } of listed)
      errors.push({ field: `records.${places.get(id)}.${field}`, message: sentence });
    return { ...details, id, name, status, error: shortened(message, LONGEST_SENTENCE), errors: listed };
  });
  const statuses = new Set(records.map(({ status }) => status));
  const [status = 409] = statuses;
  const label = resource.label[ids.length === 1 ? 0 : 1];
  const sentence = `${records.length} of ${ids.length} ${label} could not be ${done}, so none was.`;
  return new Refusal(statuses.size === 1 ? status : 409, sentence, {
    errors,
    details: { records, error_total: total },
  });
}
