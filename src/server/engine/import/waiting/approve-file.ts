import type { PoolClient } from 'pg';
import { conflict, Refusal } from '#kernel/errors.ts';
import type { Author } from '#kernel/history.ts';
import type { Resource } from '#kernel/resource.ts';
import { listed } from '#kernel/written.ts';
import { calledBy, readRowsById, type RowObject } from '../../records.ts';
import {
  demandWaiting,
  isSamePerson,
  lockWaiting,
  madeBy,
  NOT_ONESELF,
  refuseChanged,
} from '../../review/decide.ts';
import { rehearsedOf, type Rehearsed } from '../../review/keep-waiting.ts';
import {
  decideStored,
  recordsOf,
  type StoredRecord,
  type StoredWaiting,
} from '../../review/waiting-store.ts';
import type { EngineServices } from '../../services.ts';
import type { Who } from '../../writes/write-statements.ts';
import { outcomeOf } from '../draft.ts';
import { importChanges, placeInHistory } from '../import-changes.ts';
import { planToWrite, writePlanned } from '../load-rows.ts';
import { ownPart } from '../part.ts';
import type { PlanContext } from '../prepare.ts';
import { RefusedFile } from '../problems.ts';
import type { ReadFile } from '../reading/read-rows.ts';
import { lockModels } from '../run-import.ts';
import { importContext } from '../whole-file.ts';
import { readWaitingRows } from './file-store.ts';

/** So many records are named that are different now. */
const MOST_NAMED = 3;
const REQUEST_AGAIN = 'Refuse this change; it can be requested again.';

/**
 * Makes an import that waited: all of it, in the name of its requester. It is planned again, and has to come to what it was:
 * the same changes of the same records, and as many new ones.
 * @throws {Refusal} 403 for its requester; 409 where it was decided, or would do something else now
 */
export async function approveFile(
  services: EngineServices,
  tx: PoolClient,
  resource: Resource,
  change: StoredWaiting,
  who: Who,
  decision: string | null,
): Promise<void> {
  const approver: Author = { email: who.actor.email, name: who.actor.name };
  if (isSamePerson(change.by_email, approver.email)) throw new Refusal(403, NOT_ONESELF);
  demandWaiting(change);
  const file = await readWaitingRows(tx, change.id);
  if (!file) throw new Error(`Change ${change.id} waits without its file.`);
  const parts = [{ ...ownPart(resource, file.update), emptyCells: file.emptyCells }];
  const made = importContext(services, madeBy(change, approver, who.requestId));
  const context: PlanContext = { ...made, tx, now: new Date(), lock: true };
  // As any import: after others of the model, then the records, then what says that it waits, as a deletion goes.
  await lockModels(tx, parts);
  const place = await placeInHistory(tx);
  const { notation, headings, rows } = file;
  const read = await planAgain(context, parts, [{ sheet: null, notation, headings, rows }]);
  await lockWaiting(tx, change.id);
  const records = await recordsOf(tx, [change.id]);
  const ids = [...new Set([...records.map(({ id }) => id), ...changedIds(read)])];
  const before = await readRowsById(tx, services.registry, resource, ids);
  refuseChanged(resource, records, before);
  const created = read.parts.flatMap(({ drafts }) => drafts.filter((one) => outcomeOf(one) === 'create'));
  if (created.length !== change.created)
    throw conflict(
      `The file would add ${created.length} ${resource.noun[1]} now, and ${change.created} when it was requested: records came or went since. ${REQUEST_AGAIN}`,
    );
  await writePlanned(context, read);
  const after = await readRowsById(tx, services.registry, resource, ids);
  const done = await rehearsedOf(tx, resource, before, [...after.values()], who.requestId);
  refuseOthers(resource, records, done, before);
  const sets = await importChanges(tx, services.registry, context, read, place);
  await decideStored(tx, change.id, 'approved', approver, decision, sets);
}

const changedIds = ({ parts }: ReadFile): number[] =>
  parts.flatMap(({ drafts }) =>
    drafts.flatMap((draft) => (draft.existing && outcomeOf(draft) === 'update' ? [draft.existing.id] : [])),
  );

/** @throws {Refusal} 409 where the file is refused now, with what is wrong by row */
async function planAgain(...given: Parameters<typeof planToWrite>): Promise<ReadFile> {
  try {
    return await planToWrite(...given);
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    throw conflict(`The file does not fit what is there now. ${error.message} ${REQUEST_AGAIN}`, {
      errors: error.errors,
      details: error.details,
    });
  }
}

/** @throws {Refusal} 409 naming the records of which the file changed something else than what was requested */
function refuseOthers(
  resource: Resource,
  requested: readonly StoredRecord[],
  done: readonly Rehearsed[],
  before: ReadonlyMap<number, RowObject>,
): void {
  const wanted = new Map(requested.map((record) => [record.id, essence(record)]));
  const made = new Map(done.map((record) => [record.id, essence(record)]));
  const other = [...new Set([...wanted.keys(), ...made.keys()])].filter(
    (id) => wanted.get(id) !== made.get(id),
  );
  if (other.length === 0) return;
  const names = other.slice(0, MOST_NAMED).map((id) => {
    const row = before.get(id);
    return row ? calledBy(resource, row) : String(id);
  });
  const more = other.length - names.length;
  throw conflict(
    `The file would change ${listed(more > 0 ? [...names, `${more} more`] : names)} otherwise than when it was requested: what it says was changed since. ${REQUEST_AGAIN}`,
    { details: { records: other } },
  );
}

/** What a change does to a record, without how that is read. */
const essence = ({ changes }: Pick<StoredRecord, 'changes'>): string =>
  JSON.stringify(
    Object.keys(changes)
      .toSorted()
      .map((name) => [name, changes[name]?.from ?? null, changes[name]?.to ?? null]),
  );
