import type { PoolClient } from 'pg';
import { takenBack, type UndoDone } from '#calls/undo.ts';
import { conflict, Refusal } from '#kernel/errors.ts';
import type { Author } from '#kernel/history.ts';
import type { Resource } from '#kernel/resource.ts';
import type { JobOutcome } from '#kernel/work.ts';
import { undoneAfter } from '#server/platform/database/savepoint.ts';
import { readRowsById } from '../records.ts';
import { demandWaiting, isSamePerson, lockWaiting, madeBy, NOT_ONESELF } from '../review/decide.ts';
import { keepRehearsed, rehearsedOf } from '../review/keep-waiting.ts';
import { asApproved, ruleOf } from '../review/rules.ts';
import { decideStored, recordsOf, type StoredWaiting } from '../review/waiting-store.ts';
import type { EngineServices } from '../services.ts';
import type { Who } from '../writes/write-statements.ts';
import { readWaysBack } from './lines.ts';
import { planUndo, presentPlan, type UndoPlan } from './plan.ts';
import { takeBack } from './take-back.ts';

/** The model of which an undo would change fields that a second person approves; null where it would not, or is about several models. */
export async function heldIn(tx: PoolClient, { parts }: UndoPlan): Promise<Resource | null> {
  const [part, ...others] = parts.filter(({ ways }) => ways.length > 0);
  if (!part || others.length > 0) return null;
  const { fields } = await ruleOf(tx, part.resource);
  const isHeld = part.ways.some(
    ({ how }) => typeof how === 'object' && fields.some((name) => Object.hasOwn(how.values, name)),
  );
  return isHeld ? part.resource : null;
}

/**
 * Keeps a whole undo for a second person. It is made first and undone: what it would change back is known, and what it takes back beside
 * that is counted.
 * @throws {Refusal} 409 where nothing could be taken back
 */
export async function keepUndo(
  services: EngineServices,
  tx: PoolClient,
  resource: Resource,
  { plan, changes }: { plan: UndoPlan; changes: readonly number[] },
  who: Who,
): Promise<UndoDone & { waits: number; outcome: JobOutcome }> {
  const { registry } = services;
  const changed = plan.parts.flatMap(({ ways }) =>
    ways.flatMap(({ id, how }) => (typeof how === 'object' ? [id] : [])),
  );
  const before = await readRowsById(tx, registry, resource, changed);
  const { rehearsed, count } = await undoneAfter(tx, async () => {
    await tx.query('SELECT keep_sums()');
    const done = await presentPlan(tx, registry, await takeBack(tx, services, plan, asApproved(who)));
    const after = await readRowsById(tx, registry, resource, changed);
    const rows = [...after.values()];
    return {
      rehearsed: await rehearsedOf(tx, resource, before, rows, who.requestId),
      count: takenBack(done),
    };
  });
  if (rehearsed.length === 0) throw conflict('Nothing of this is left that could be taken back.');
  const id = await keepRehearsed(tx, resource, rehearsed, who);
  await tx.query('UPDATE waiting_changes SET undoes = $2, undoes_others = $3 WHERE id = $1', [
    id,
    changes,
    count - rehearsed.length,
  ]);
  const counts = [{ label: 'Waiting for a second person', count }];
  return {
    models: [],
    left: [],
    left_total: 0,
    waits: id,
    outcome: { counts, problems: [], problem_total: 0, file: null },
  };
}

/**
 * Makes an undo that waited: all of it, in the name of its requester.
 * @throws {Refusal} 403 for its requester; 409 where it was decided, or not all of it can be taken back any more
 */
export async function approveUndo(
  services: EngineServices,
  tx: PoolClient,
  _resource: Resource,
  change: StoredWaiting,
  who: Who,
  decision: string | null,
): Promise<void> {
  const approver: Author = { email: who.actor.email, name: who.actor.name };
  if (isSamePerson(change.by_email, approver.email)) throw new Refusal(403, NOT_ONESELF);
  demandWaiting(change);
  const plan = await planUndo(tx, await readWaysBack(tx, services.registry, change.undoes ?? []));
  await tx.query('SELECT keep_sums()');
  const back = await takeBack(tx, services, plan, madeBy(change, approver, who.requestId));
  await tx.query('SELECT write_sums()');
  // Whoever decided on it meanwhile has said so by now.
  await lockWaiting(tx, change.id);
  const done = await presentPlan(tx, services.registry, back);
  const records = await recordsOf(tx, [change.id]);
  const changed = done.models.reduce((sum, counts) => sum + counts.changed, 0);
  if (changed !== records.length || takenBack(done) - changed !== change.undoes_others) {
    const [first] = done.left;
    const why = first ? ` ${first.name}: ${first.error}` : '';
    throw conflict(
      `Not all of this can be taken back as it could when it was requested.${why} Refuse this change; it can be requested again.`,
    );
  }
  await decideStored(tx, change.id, 'approved', approver, decision);
}
