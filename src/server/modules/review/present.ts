import type { FastifyRequest } from 'fastify';
import type { WaitingChange, WaitingRecord } from '#calls/peer-review.ts';
import { describeRecords } from '#server/engine/activity/described-records.ts';
import { changesOf } from '#server/engine/history.ts';
import { isSamePerson, NOT_ONESELF } from '#server/engine/review/decide.ts';
import { recordsOf, type StoredRecord, type StoredWaiting } from '#server/engine/review/waiting-store.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** So many records of each change are answered with it. */
const MOST_SHOWN = 20;

/** The records of changes, with what is to be changed of each in the words of the history. */
export async function presentRecords(
  runner: Runner,
  { registry }: EngineServices,
  model: string,
  records: readonly StoredRecord[],
): Promise<WaitingRecord[]> {
  const resource = registry.get(model);
  const named = records.map(({ id }) => ({ model, id }));
  const recordAt = await describeRecords(runner, registry, named);
  return records.map(({ id, changes }) => {
    const { title, is } = recordAt({ model, id });
    return { id, title, is, changes: changesOf(resource, changes) };
  });
}

/** Changes as they are answered to a person, who may see the records of their models. */
export async function presentChanges(
  runner: Runner,
  services: EngineServices,
  request: FastifyRequest,
  actor: Actor,
  stored: readonly StoredWaiting[],
): Promise<WaitingChange[]> {
  const ids = stored.map(({ id }) => id);
  const records = Map.groupBy(await recordsOf(runner, ids, MOST_SHOWN), ({ change_id: id }) => id);
  const data: WaitingChange[] = [];
  for (const change of stored) {
    const own = await presentRecords(runner, services, change.model, records.get(change.id) ?? []);
    data.push({ ...presentOne(services, request, actor, change), records: own });
  }
  return data;
}

function presentOne(
  services: EngineServices,
  request: FastifyRequest,
  actor: Actor,
  change: StoredWaiting,
): Omit<WaitingChange, 'records'> {
  const {
    id,
    model,
    state,
    at,
    by_email,
    by_name,
    reason,
    total,
    created,
    made,
    undoes_others: others,
  } = change;
  const resource = services.registry.get(model);
  const waits = state === 'waiting';
  const isOwn = isSamePerson(by_email, actor.email);
  const mayChange = services.may(request, 'update', resource);
  const whyNot = isOwn
    ? NOT_ONESELF
    : mayChange
      ? null
      : `You have no right to change ${resource.label[1]}, so somebody else decides on it.`;
  const { decided_at, decided_by_email: email, decided_by_name: name, decision } = change;
  return {
    id,
    model,
    state,
    at,
    by: { email: by_email, name: by_name },
    reason,
    total,
    file: created === null ? null : { created, changes: made },
    undo: others === null ? null : { others },
    decided:
      decided_at === null ? null : { at: decided_at, by: email === null ? null : { email, name }, decision },
    may_decide: waits && whyNot === null,
    may_not: waits ? whyNot : null,
    may_withdraw: waits && isOwn,
  };
}
