import type { PoolClient } from 'pg';
import { MOST_AT_ONCE, type RefusedRecord } from '#kernel/bulk.ts';
import { Refusal, type FieldError } from '#kernel/errors.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { withSavepoint } from '#server/platform/database/savepoint.ts';
import { calledBy, readRowsById } from '../records.ts';
import { MOST_LISTED, shortened } from '../import/problems.ts';
import { heldOr } from '../review/held-change.ts';

/** The longest message about one record, in characters: all its errors are in one sentence. */
const LONGEST_SENTENCE = 2_000;

/** So many records are changed behind one savepoint, where none of them refuses. */
const TOGETHER = 50;

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
 * @throws {Refusal} that names every record which refuses, up to as many as one request has, in `records`, with the first of `error_total` wrong fields
 */
export async function changeAll(tx: PoolClient, ids: readonly number[], work: BulkWork): Promise<string[]> {
  const { rows, refused } = await changePossible(tx, ids, work);
  if (refused.size > 0) throw heldOr(refused.values(), await refusalOf(tx, ids, refused, work));
  return ids.map((id) => rows.get(id) ?? 'null');
}

/** Changes those of many records that do not refuse, in a transaction of the caller's. They are taken by number, as by `changeAll`. */
async function changePossible(
  tx: PoolClient,
  ids: readonly number[],
  work: Pick<BulkWork, 'change' | 'anyOrder'>,
): Promise<Tried<number>> {
  const rows = new Map<number, string>();
  let pending = ids.toSorted((a, b) => a - b);
  for (;;) {
    const tried = await tryAll(tx, pending, work.change);
    for (const [id, row] of tried.rows) rows.set(id, row);
    const stuck = tried.refused.size === pending.length || !work.anyOrder;
    if (tried.refused.size === 0 || stuck) return { rows, refused: tried.refused };
    pending = [...tried.refused.keys()];
  }
}

/** What became of each of several changes: the record as JSON, or why it is refused. */
interface Tried<K> {
  rows: Map<K, string>;
  refused: Map<K, Refusal>;
}

/** Makes several changes in a transaction of the caller's, in this order; those that are refused leave nothing behind. */
export async function tryAll<K>(
  tx: PoolClient,
  keys: readonly K[],
  change: (key: K) => Promise<string>,
): Promise<Tried<K>> {
  const tried: Tried<K> = { rows: new Map(), refused: new Map() };
  for (let at = 0; at < keys.length; at += TOGETHER)
    await trySome(tx, keys.slice(at, at + TOGETHER), change, tried);
  return tried;
}

/**
 * Makes some changes behind one savepoint: PostgreSQL looks through all savepoints of a transaction with each row that it
 * has written in them. Where one refuses, each is made behind its own, which shows who refuses.
 */
async function trySome<K>(
  tx: PoolClient,
  keys: readonly K[],
  change: (key: K) => Promise<string>,
  tried: Tried<K>,
): Promise<void> {
  const take = async (key: K) => void tried.rows.set(key, await change(key));
  const unlessRefused = async (doIt: () => Promise<void>): Promise<Refusal | null> => {
    try {
      await withSavepoint(tx, doIt);
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };
  const all = async () => {
    for (const key of keys) await take(key);
  };
  if (!(await unlessRefused(all))) return;
  for (const key of keys) {
    tried.rows.delete(key);
    const refusal = await unlessRefused(() => take(key));
    if (refusal) tried.refused.set(key, refusal);
  }
}

async function refusalOf(
  tx: PoolClient,
  ids: readonly number[],
  refused: ReadonlyMap<number, Refusal>,
  { registry, resource, done }: BulkWork,
): Promise<Refusal> {
  // As many as one request changes are named; of all that match, the others are counted.
  const named = [...refused].slice(0, MOST_AT_ONCE);
  const known = await readRowsById(
    tx,
    registry,
    resource,
    named.map(([id]) => id),
  );
  const places = new Map(ids.map((id, at) => [id, at]));
  const errors: FieldError[] = [];
  let total = 0;
  const records = named.map(([id, { status, message, errors: wrong, details }]): RefusedRecord => {
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
  const sentence = `${grouped(refused.size)} of ${grouped(ids.length)} ${label} could not be ${done}, so none was.`;
  return new Refusal(statuses.size === 1 ? status : 409, sentence, {
    errors,
    details: {
      records,
      error_total: total,
      ...(refused.size > records.length && { record_total: refused.size }),
    },
  });
}
