import type { PoolClient } from 'pg';
import type { Waits } from '#calls/peer-review.ts';
import { Refusal } from '#kernel/errors.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { formerValues } from '#kernel/former-values.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { fieldNamed } from '#kernel/system-fields.ts';
import { listed } from '#kernel/written.ts';
import { undoneAfter } from '#server/platform/database/savepoint.ts';
import type { StoredChange } from '../history.ts';
import { parseRow, readRowsById, type RowObject } from '../records.ts';
import type { EngineServices } from '../services.ts';
import { changeAll } from '../writes/bulk.ts';
import { keptWays, type Who } from '../writes/write-statements.ts';
import { asApproved } from './rules.ts';

/** What a change sets of one record. */
export interface ToChange {
  id: number;
  values: Values;
  /** The version that it was made from; null: whatever it is. */
  version: number | null;
}

/** The changes of a record, as its history would have them. */
export interface Rehearsed {
  id: number;
  version: number;
  values: Values;
  changes: Record<string, StoredChange>;
}

/**
 * Keeps a change for a second person, in a transaction of the caller's. It is made first and undone: what is wrong with it is
 * refused at once, and what it would do is known in the words of the history. Only what it changes is kept of it, so that it
 * never takes back what others change meanwhile.
 * @param keepsSums whether the transaction adds its sums once already
 * @throws {Refusal} what a change refuses; 422 where it would change a secret, which is kept nowhere in clear text
 */
export async function keepWaiting(
  services: EngineServices,
  tx: PoolClient,
  resource: Resource,
  items: readonly ToChange[],
  who: Who,
  keepsSums = false,
): Promise<Waits> {
  const rehearsed = await undoneAfter(tx, async () => {
    // Many changes would add to the same rows of sums, each more slowly than the one before.
    if (items.length > 1 && !keepsSums) await tx.query('SELECT keep_sums()');
    return rehearseAll(services, tx, resource, items, who);
  });
  const id = await keepRehearsed(tx, resource, rehearsed, who);
  const fields = new Set(rehearsed.flatMap(({ changes }) => Object.keys(changes)));
  const labels = [...fields].map((name) => fieldNamed(resource, name)?.label ?? name);
  return { id, records: rehearsed.length, fields: labels };
}

/** Keeps what a change would do to each of its records, to wait; answers its id. */
export async function keepRehearsed(
  tx: PoolClient,
  resource: Resource,
  rehearsed: readonly Rehearsed[],
  who: Who,
): Promise<number> {
  const { actor, reason = null, zone = null } = who;
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO waiting_changes (model, by_email, by_name, reason, via, zone)
      VALUES ($1, $2, $3, $4, $5::jsonb, $6) RETURNING id`,
    [resource.name, actor.email, actor.name, reason, keptWays(who), zone],
  );
  const id = rows[0]?.id ?? 0;
  await tx.query(
    `INSERT INTO waiting_change_records (change_id, record_id, version, "values", changes)
      SELECT $1, r.id, r.version, r."values", r.changes
      FROM jsonb_to_recordset($2::jsonb) AS r(id integer, version integer, "values" jsonb, changes jsonb)`,
    [id, JSON.stringify(rehearsed)],
  );
  return id;
}

async function rehearseAll(
  services: EngineServices,
  tx: PoolClient,
  resource: Resource,
  items: readonly ToChange[],
  who: Who,
): Promise<Rehearsed[]> {
  const { registry } = services;
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const ids = [...itemOf.keys()];
  const before = await readRowsById(tx, registry, resource, ids);
  const approved = asApproved(who);
  const writer = services.writer(resource);
  const done = await changeAll(tx, ids, {
    registry,
    resource,
    done: 'kept to wait',
    change: (id) => {
      const { values = {}, version = null } = itemOf.get(id) ?? {};
      return writer.update(id, values, version, approved, tx);
    },
  });
  return rehearsedOf(tx, resource, before, done.map(parseRow), who.requestId);
}

/** What a request has changed of records, which were these before and are these now. */
export async function rehearsedOf(
  tx: PoolClient,
  resource: Resource,
  before: ReadonlyMap<number, RowObject>,
  rows: readonly RowObject[],
  requestId: string,
): Promise<Rehearsed[]> {
  const ids = [...before.keys()];
  const changes = await changesOf(tx, resource, ids, requestId);
  return rows.flatMap((after): Rehearsed[] => {
    const former = before.get(after.id);
    const change = changes.get(after.id);
    if (!former || !change || former.lock_version === after.lock_version) return [];
    return [
      {
        id: after.id,
        version: former.lock_version,
        values: kept(resource, former, after, change),
        changes: change,
      },
    ];
  });
}

/** The values that a change sets, and nothing that it leaves as it is. @throws {Refusal} 422 for a secret */
function kept(
  resource: Resource,
  before: RowObject,
  after: RowObject,
  changes: Record<string, StoredChange>,
): Values {
  const hidden = Object.keys(changes).flatMap((name) => {
    const field = resource.fields[name];
    return field && kindOf(field).hidden ? [field.label] : [];
  });
  if (hidden.length > 0)
    throw new Refusal(
      422,
      `${listed(hidden)} cannot wait for a second person with the rest: what is secret is kept nowhere else. Change it by itself.`,
    );
  return formerValues(resource, after, before) ?? {};
}

/** What was written last of each record by this request. */
async function changesOf(
  tx: PoolClient,
  { name }: Resource,
  ids: readonly number[],
  requestId: string,
): Promise<Map<number, Record<string, StoredChange>>> {
  const { rows } = await tx.query<{ id: number; changes: Record<string, StoredChange> }>(
    `SELECT DISTINCT ON (record_id) record_id AS id, changes FROM record_history
      WHERE resource = $1 AND record_id = ANY($2::int[]) AND action = 'update' AND request_id = $3
      ORDER BY record_id, id DESC`,
    [name, ids, requestId],
  );
  return new Map(rows.map(({ id, changes }) => [id, changes]));
}
