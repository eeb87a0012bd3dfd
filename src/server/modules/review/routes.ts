import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import {
  approveChange,
  listWaiting,
  listWaitingRecords,
  refuseChange,
  withdrawChange,
  type WaitingChange,
} from '#calls/peer-review.ts';
import { readWaitingFile } from '#calls/waiting-files.ts';
import { notFound, Refusal } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { hasReview } from '#kernel/reviewable.ts';
import { openDoor } from '#server/engine/door.ts';
import { approveFile } from '#server/engine/import/waiting/approve-file.ts';
import { readPreview } from '#server/engine/import/waiting/file-store.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { readableRecords } from '#server/engine/readable-records.ts';
import { requesterOf } from '#server/engine/requester.ts';
import { approve, isSamePerson, lockWaiting, NOT_ONESELF } from '#server/engine/review/decide.ts';
import {
  decideStored,
  findStored,
  listStored,
  pageOfRecords,
  type StoredWaiting,
} from '#server/engine/review/waiting-store.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { approveUndo } from '#server/engine/undo/waiting-undo.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { serve, serveChange, serveWhole } from '#server/platform/http/serve.ts';
import type { Outbox } from '#server/platform/mail/outbox.ts';
import { mailDecision } from './mail.ts';
import { presentChanges, presentRecords } from './present.ts';
import { ruleRoutes } from './rule-routes.ts';

interface ReviewParts {
  db: Database;
  services: EngineServices;
  outbox: Outbox;
  publicUrl: string;
}

/** What people agreed on about changes, and the changes that wait for a second person. */
export async function registerReview(app: FastifyInstance, parts: ReviewParts): Promise<void> {
  const { db, services } = parts;
  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    ruleRoutes(door, services);

    serveWhole(door, listWaiting, async ({ query, actor, request }) => {
      const { by_model: model, by_record: record, by_state: state, ...page } = query;
      if (model !== undefined) demandReviewed(services, model);
      const models = services
        .readable(request, (resource) => hasReview(resource) && (!model || resource.name === model))
        .map(({ name }) => name);
      if (record !== undefined && model !== undefined)
        await demandReadable(services, db, request, { model, id: record });
      const wanted = { models, record: record ?? null, state };
      const { rows, total } = await listStored(db, wanted, page);
      return { data: await presentChanges(db, services, request, actor, rows), meta: { total, ...page } };
    });

    serveWhole(door, listWaitingRecords, async ({ params: { id }, query: page, request }) => {
      const change = await readChange(db, services, request, id);
      const records = await pageOfRecords(db, id, page);
      const data = await presentRecords(db, services, change.model, records);
      return { data, meta: { total: change.total, ...page } };
    });
    serve(door, readWaitingFile, async ({ params: { id }, request }) => {
      await readChange(db, services, request, id);
      const preview = await readPreview(db, id);
      if (!preview) throw notFound(`The file of change ${id}`);
      return preview;
    });
    decisionRoutes(scope, parts);
    refuseOtherMethods(scope, `/api${listWaiting.path}`, ['GET']);
  });
}

function decisionRoutes(scope: FastifyInstance, parts: ReviewParts): void {
  const { services, outbox } = parts;
  const door = openDoor(scope, services);
  const around = async <T>(change: () => Promise<T>): Promise<T> => {
    const answer = await change();
    outbox.wake();
    return answer;
  };
  /** The change as it is once it was decided, of which its requester is notified. */
  const decided = async (
    tx: PoolClient,
    request: FastifyRequest,
    actor: Actor,
    id: number,
  ): Promise<WaitingChange> => {
    const stored = await findStored(tx, id);
    const [data] = stored ? await presentChanges(tx, services, request, actor, [stored]) : [];
    if (!data) throw notFound(`Change ${id}`);
    await mailDecision(tx, parts, data, requesterOf(request, actor));
    return data;
  };

  serveChange(
    door,
    approveChange,
    async (tx, { params: { id }, body: { decision = null }, actor, request }) => {
      const { change, resource } = await demandDecidable(tx, services, request, id);
      const who = requesterOf(request, actor);
      await makerOf(change)(services, tx, resource, change, who, decision);
      return decided(tx, request, actor, id);
    },
    // Thousands of records are changed as one.
    (change) => longWork(() => around(change)),
  );

  serveChange(
    door,
    refuseChange,
    async (tx, { params: { id }, body: { decision }, actor, request }) => {
      await demandDecidable(tx, services, request, id);
      const { by_email } = await lockWaiting(tx, id);
      if (isSamePerson(by_email, actor.email)) throw new Refusal(403, NOT_ONESELF);
      await decideStored(tx, id, 'refused', actor, decision);
      return decided(tx, request, actor, id);
    },
    around,
  );

  serveChange(door, withdrawChange, async (tx, { params: { id }, actor, request }) => {
    await readChange(tx, services, request, id);
    const { by_email } = await lockWaiting(tx, id);
    if (!isSamePerson(by_email, actor.email))
      throw new Refusal(403, 'Somebody else requested this change: only they can withdraw it.');
    await decideStored(tx, id, 'withdrawn', actor);
    const stored = await findStored(tx, id);
    const [data] = stored ? await presentChanges(tx, services, request, actor, [stored]) : [];
    if (!data) throw notFound(`Change ${id}`);
    return data;
  });
}

/** What makes a change once it is approved: a file is imported again, an undo is done again. */
const makerOf = ({ created, undoes }: StoredWaiting) =>
  created !== null ? approveFile : undoes !== null ? approveUndo : approve;

/** @throws {Refusal} 404 for what is no model whose changes can wait */
function demandReviewed({ registry }: EngineServices, model: string): void {
  const resource = registry.find(model);
  if (!resource || !hasReview(resource)) throw notFound(`The model ${model.slice(0, 60)}`);
}

/** A change of a model that the person may see. @throws {Refusal} 403, 404 */
async function readChange(
  runner: Runner,
  services: EngineServices,
  request: FastifyRequest,
  id: number,
): Promise<StoredWaiting> {
  const change = await findStored(runner, id);
  const resource = change && services.registry.find(change.model);
  if (!change || !resource || !services.may(request, 'read', resource)) throw notFound(`Change ${id}`);
  return change;
}

/** A change that the person may decide on, but for its requester. @throws {Refusal} 403, 404 */
async function demandDecidable(
  tx: PoolClient,
  services: EngineServices,
  request: FastifyRequest,
  id: number,
): Promise<{ change: StoredWaiting; resource: Resource }> {
  const change = await readChange(tx, services, request, id);
  const resource = services.registry.get(change.model);
  services.guard(request, 'update', resource);
  return { change, resource };
}

/** @throws {Refusal} 404 for a record that the person may not read, or that never was */
async function demandReadable(
  services: EngineServices,
  runner: Runner,
  request: FastifyRequest,
  record: { model: string; id: number },
): Promise<void> {
  const [found] = await readableRecords(services, runner, request, [record]);
  if (!found) throw notFound(`The record ${record.id}`);
}
