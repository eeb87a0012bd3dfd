import type { PoolClient } from 'pg';
import type { DriftChanged } from '#calls/drift.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import {
  DRIFT_FIELDS,
  DRIFT_SUBJECTS,
  driftRepairsOf,
  UNANSWERED,
  type DriftModel,
  type DriftTake,
} from '#resources/drift-repairs.ts';
import { formerValues } from '#server/engine/former-values.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { findOwner, holdFinding, type NewOwner, type Subject } from './subject.ts';

/** The value of the field that says who owns a record: the id of the contact, or the address. */
export const ownership = (model: DriftModel, { id, email }: NewOwner): Values => ({
  [DRIFT_FIELDS[model]]: model === 'cost_centers' ? id : email,
});

/** Changes one record, with its history. */
export async function changeOwned(
  tx: PoolClient,
  services: EngineServices,
  { model, id }: { model: DriftModel; id: number },
  values: Values,
  who: Who,
): Promise<DriftChanged> {
  const { lock_version } = await services.update(model, id, values, who, tx);
  return { model, id, lock_version };
}

/** Answers about a record in place of its owner, who did not in a campaign that is over. */
export type ConfirmSilence = (
  tx: PoolClient,
  record: { model: string; id: number },
  by: string,
) => Promise<void>;

/**
 * Confirms a finding in place of its owner: it is theirs still.
 * @throws {Refusal} 404, 409 where it is no such finding any more, 422
 */
export async function confirmFinding(
  tx: PoolClient,
  subject: Subject,
  confirmSilence: ConfirmSilence,
  by: string,
): Promise<void> {
  await holdFinding(tx, subject);
  if (!UNANSWERED.has(subject.kind))
    throw invalid([{ field: 'take', message: 'confirm does not repair this.' }]);
  await confirmSilence(tx, { model: DRIFT_SUBJECTS[subject.kind], id: subject.id }, by);
}

/**
 * Repairs a finding by changing a record of the portal.
 * @param to the address of who is to be the owner, where somebody is
 * @throws {Refusal} 404, 409 where it is no such finding any more, 422
 */
export async function repairInPortal(
  tx: PoolClient,
  services: EngineServices,
  subject: Subject,
  { take, to }: { take: DriftTake; to: string | null | undefined },
  who: Who,
): Promise<DriftChanged> {
  const row = await holdFinding(tx, subject);
  const model = DRIFT_SUBJECTS[subject.kind];
  if (!driftRepairsOf(row).includes(take) || model === 'ad_groups')
    throw invalid([{ field: 'take', message: `${take} does not repair this.` }]);
  if (take === 'give')
    return changeOwned(
      tx,
      services,
      { model, id: subject.id },
      ownership(model, await findOwner(tx, to)),
      who,
    );
  const { rows } = await tx.query<{ id: number }>({
    text: 'SELECT id FROM cloud_contacts WHERE lower(btrim(email)) = lower(btrim($1)) AND NOT terminated FOR NO KEY UPDATE',
    values: [row['owner']],
  });
  if (!rows[0]) throw conflict('Somebody has terminated the contact meanwhile. Look at the list again.');
  return changeOwned(tx, services, { model: 'cloud_contacts', id: rows[0].id }, { terminated: true }, who);
}

/**
 * Gives records back their values of before the repair, all or none.
 * @throws {Refusal} 409 where one was changed since
 */
export async function takeRecordsBack(
  tx: PoolClient,
  services: EngineServices,
  changed: readonly DriftChanged[],
  who: Who,
): Promise<DriftChanged[]> {
  const back: DriftChanged[] = [];
  // By number: two such requests wait for each other and not in a circle.
  const inOrder = changed.toSorted((a, b) => a.model.localeCompare(b.model) || a.id - b.id);
  for (const { model, id, lock_version: version } of inOrder) {
    const resource = services.registry.get(model);
    const values = await formerValues(tx, resource, id, version, [DRIFT_FIELDS[model]]);
    const row = JSON.parse(
      await services.writer(resource).update(id, values, version, who, tx),
    ) as DriftChanged;
    back.push({ model, id, lock_version: row.lock_version });
  }
  return back;
}
