import type { PoolClient } from 'pg';
import { conflict, notFound, Refusal } from '#kernel/errors.ts';
import { sameInField } from '#kernel/former-values.ts';
import type { Author, HistoryChange } from '#kernel/history.ts';
import type { Resource } from '#kernel/resource.ts';
import type { ReviewState } from '#kernel/review.ts';
import { changesOf } from '../history.ts';
import { calledBy, lockWrittenCircles, readRowsById, type RowObject } from '../records.ts';
import type { EngineServices } from '../services.ts';
import { shownIn } from '../shown-value.ts';
import { quoted } from '../sql.ts';
import { changeAll } from '../writes/bulk.ts';
import type { Who } from '../writes/write-statements.ts';
import {
  decideStored,
  findStored,
  recordsOf,
  type StoredRecord,
  type StoredWaiting,
} from './waiting-store.ts';

/** So many differences are named; the others are counted. */
const MOST_NAMED = 20;

const nameOf = ({ name, email }: Author) => name ?? email;

/** Whether two addresses are of one person. */
export const isSamePerson = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

export const NOT_ONESELF = 'You requested this change yourself. Somebody else has to decide on it.';

const ENDS: Record<Exclude<ReviewState, 'waiting' | 'ended'>, string> = {
  approved: 'was approved',
  refused: 'was refused',
  withdrawn: 'was withdrawn',
};

/** @throws {Refusal} 409 where a change does not wait any more */
export function demandWaiting(change: StoredWaiting): void {
  const { state, decided_by_email: email, decided_by_name: name } = change;
  if (state === 'waiting') return;
  if (state === 'ended')
    throw conflict('This change does not wait any more: what it changes was deleted meanwhile.');
  const by = email === null ? '' : ` by ${nameOf({ email, name })}`;
  throw conflict(`This change does not wait any more: it ${ENDS[state]}${by}.`);
}

/** A change that waits, and on which nobody else decides until the transaction ends. @throws {Refusal} 404, 409 */
export async function lockWaiting(tx: PoolClient, id: number): Promise<StoredWaiting> {
  const change = await findStored(tx, id, true);
  if (!change) throw notFound(`Change ${id}`);
  demandWaiting(change);
  return change;
}

/**
 * Makes a change that waited: all of it, by one entry of the history for each record that names its requester and its
 * approver. Where a record is not there any more it ends. Two who approve it at once follow each other, and the second one is refused.
 * @throws {Refusal} 403 for its requester; 409 where it was decided, or a field that it changes was changed meanwhile
 */
export async function approve(
  services: EngineServices,
  tx: PoolClient,
  resource: Resource,
  { id, by_email }: StoredWaiting,
  who: Who,
  decision: string | null,
): Promise<void> {
  const approver: Author = { email: who.actor.email, name: who.actor.name };
  if (isSamePerson(by_email, approver.email)) throw new Refusal(403, NOT_ONESELF);
  const records = await recordsOf(tx, [id]);
  const ids = records.map((record) => record.id);
  // As any change does: the circles first, then the records, then what says that it waits, which a deletion ends in this order.
  await lockWrittenCircles(tx, resource, (name) => records.some(({ values }) => Object.hasOwn(values, name)));
  await tx.query({
    text: `SELECT FROM ${quoted(resource.name)} WHERE id = ANY($1::integer[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
  });
  const change = await lockWaiting(tx, id);
  const current = await readRowsById(tx, services.registry, resource, ids);
  if (ids.some((record) => !current.has(record))) return decideStored(tx, id, 'ended', null);
  refuseChanged(resource, records, current);
  const valuesOf = new Map(records.map((record) => [record.id, record.values]));
  const made = madeBy(change, approver, who.requestId);
  if (ids.length > 1) await tx.query('SELECT keep_sums()');
  await changeAll(tx, ids, {
    registry: services.registry,
    resource,
    done: 'changed',
    change: (record) => services.writer(resource).update(record, valuesOf.get(record) ?? {}, null, made, tx),
  });
  if (ids.length > 1) await tx.query('SELECT write_sums()');
  await decideStored(tx, id, 'approved', approver, decision);
}

/** Who makes a change that waited, once it is approved. */
export const madeBy = (
  { by_email: email, by_name: name, via, zone, reason }: StoredWaiting,
  approvedBy: Author,
  requestId: string,
): Who => ({
  actor: { email, name },
  requestId,
  approvedBy,
  ...(via && { via }),
  ...(zone !== null && { zone }),
  ...(reason !== null && { reason }),
});

/** A field that was changed since the change was requested. */
interface Difference {
  id: number;
  name: string;
  label: string;
  from_shown: string | null;
  now_shown: string | null;
  to_shown: string | null;
}

/** @throws {Refusal} 409 with what is different now, field by field, in `differences` */
export function refuseChanged(
  resource: Resource,
  records: readonly StoredRecord[],
  current: ReadonlyMap<number, RowObject>,
): void {
  const differences = records.flatMap((record): Difference[] => {
    const row = current.get(record.id);
    if (!row) return [];
    return changesOf(resource, record.changes)
      .filter((change) => differs(resource, change, row))
      .map(({ field, label, from_shown, to_shown }) => ({
        id: record.id,
        name: calledBy(resource, row),
        label,
        from_shown,
        now_shown: shownNow(resource, field, row),
        to_shown,
      }));
  });
  const [first] = differences;
  if (!first) return;
  const more = differences.length - 1;
  const others =
    more === 0 ? '' : ` ${more === 1 ? 'One more field is' : `${more} more fields are`} different.`;
  throw conflict(
    `${first.name} was changed since this was requested: ${first.label} was ${said(first.from_shown)} and is ${said(first.now_shown)} now.${others} Refuse this change; it can be requested again.`,
    { details: { differences: differences.slice(0, MOST_NAMED), difference_total: differences.length } },
  );
}

const said = (shown: string | null) => (shown === null ? 'empty' : `‘${shown}’`);

function differs(resource: Resource, { field: name, from }: HistoryChange, row: RowObject): boolean {
  const field = resource.fields[name];
  return field !== undefined && !sameInField(field, row[name], from);
}

function shownNow(resource: Resource, name: string, row: RowObject): string | null {
  const field = resource.fields[name];
  return field ? shownIn(row, name, field) : null;
}
