import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import {
  changeSelection,
  deleteSelection,
  previewSelection,
  selectionDone,
  selectionFile,
  undoSelection,
} from '#calls/selections.ts';
import { MOST_AT_ONCE } from '#kernel/bulk.ts';
import { conflict, notFound, Refusal } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { serve, serveChange, serveFile } from '#server/platform/http/serve.ts';
import { presentJob, type JobRow } from '#server/platform/jobs/store.ts';
import type { Background } from '../background.ts';
import { openDoor } from '../door.ts';
import { csvExport, csvFileName } from '../lists/csv-export.ts';
import { demandReason } from '../review/rules.ts';
import type { EngineServices, Use } from '../services.ts';
import type { Who } from '../writes/write-statements.ts';
import { demandUndo } from './kept-undo.ts';
import { checkChanges, previewChange } from './preview.ts';
import { rightOf, SELECTION_JOB, titleOf, type SelectionInput } from './selection-job.ts';
import { selectNow, wantedOf } from './selected.ts';

/** Thousands of changes in one request. */
const fair = fairUse({ atOnce: 4, perMinute: 120, noun: 'changes of many records' });

/** What each of the routes works with. */
interface Parts {
  door: Door;
  services: EngineServices;
  background: Background;
}

/** The routes of selected records: what a change would do, the change itself by a job, and the way back. */
export function selectionRoutes(
  scope: FastifyInstance,
  services: EngineServices,
  background: Background,
): void {
  const parts = { door: openDoor(scope, services, { heavy: fair }), services, background };
  previewRoute(parts);
  changeRoutes(parts);
  undoRoute(parts);
  fileRoute(parts);
}

function previewRoute({ door, services, background }: Parts): void {
  serve(door, previewSelection, async ({ body, request }) => {
    const { model, changes, ...chosen } = body;
    const isChange = Object.keys(changes).length > 0;
    const resource = modelOf(services, model, 'read');
    services.guard(request, 'read', resource);
    const use = isChange ? 'update' : 'read';
    const who = services.guard(request, use, modelOf(services, model, use));
    const wanted = wantedOf(chosen);
    const selected = await selectNow(services, resource, wanted, who);
    await checkChanges(services.db, resource, changes, who);
    if (!isChange || selected.ids.length <= MOST_AT_ONCE)
      return { preview: await previewChange(services, resource, selected, changes, who), job: null };
    const input = { ...wanted, what: 'preview' as const, model, changes, total: selected.ids.length };
    const job = await wakingAfter(background)(() =>
      services.db.transaction((tx) => enqueue(tx, background, resource, who, input)),
    );
    return { preview: null, job };
  });
}

function changeRoutes({ door, services, background }: Parts): void {
  /** The model of the records and who changes them, once it is sure that they may see and change them. */
  const guarded = (request: FastifyRequest, model: string, use: 'update' | 'delete') => {
    const resource = modelOf(services, model, use);
    services.guard(request, 'read', resource);
    return { resource, who: services.guard(request, use, resource) };
  };

  serveChange(
    door,
    changeSelection,
    async (tx, { body: { model, changes, total, state, ...chosen }, request }) => {
      const { resource, who } = guarded(request, model, 'update');
      const wanted = wantedOf(chosen);
      if (Object.keys(changes).length === 0) throw new Refusal(422, 'Name at least one field to change.');
      await checkChanges(tx, resource, changes, who);
      await demandReason(tx, resource, who);
      const input = { ...wanted, what: 'change' as const, model, changes, total, state };
      return { job: await enqueue(tx, background, resource, who, input) };
    },
    wakingAfter(background),
  );

  serveChange(
    door,
    deleteSelection,
    async (tx, { body: { model, total, state, ...chosen }, request }) => {
      const { resource, who } = guarded(request, model, 'delete');
      await demandReason(tx, resource, who);
      const input = { ...wantedOf(chosen), what: 'delete' as const, model, total, state };
      return { job: await enqueue(tx, background, resource, who, input) };
    },
    wakingAfter(background),
  );
}

function undoRoute({ door, services, background }: Parts): void {
  serveChange(
    door,
    undoSelection,
    async (tx, { body: { job: id }, actor, request }) => {
      const { model, what, changed } = await doneJob(tx, id, actor.email);
      const input = { what: 'undo' as const, model, total: changed, of: { job: id, what } };
      const right = rightOf(input);
      const resource = modelOf(services, model, right);
      const who = services.guard(request, right, resource);
      if (await background.jobs.isUnderWay(tx, SELECTION_JOB, id))
        throw conflict('This is being undone already.');
      await demandUndo(tx, id);
      return { job: await enqueue(tx, background, resource, who, input, id) };
    },
    wakingAfter(background),
  );
}

function fileRoute({ door, services }: Parts): void {
  serveFile(door, selectionFile, async ({ body: { model, ids }, request }, reply) => {
    const resource = modelOf(services, model, 'export');
    services.guard(request, 'export', resource);
    const { csv } = resource;
    if (!csv) throw new Refusal(422, `${resource.label[1]} are not downloaded.`);
    const file = await csvExport(services.registry, resource, csv, services.lists(resource), { ids });
    return asDownload(reply, csvFileName(csv), 'text/csv; charset=utf-8').send(file);
  });
}

/** A model whose records can be selected for a use. @throws {Refusal} 404 where there is none, 422 where they cannot */
function modelOf({ registry }: EngineServices, name: string, use: Use): Resource {
  const resource = registry.find(name);
  if (!resource) throw notFound(`The list ${name.slice(0, 60)}`);
  const has = use === 'export' ? resource.csv !== undefined : resource.actions.includes(use);
  if (resource.source !== 'table' || !has)
    throw new Refusal(422, `${resource.label[1]} cannot be selected for this.`);
  return resource;
}

/** Enqueues work with selected records. @returns its job, as answers name it */
async function enqueue(
  tx: PoolClient,
  { jobs }: Background,
  resource: Resource,
  { actor: { email, name }, zone, reason, via, requestId }: Who,
  wanted: Omit<SelectionInput, 'actor' | 'zone' | 'reason' | 'via'>,
  runKey?: string,
) {
  const input = { ...wanted, actor: { email, name }, zone, reason, via: via && [...via] };
  const job = {
    kind: SELECTION_JOB,
    title: titleOf(resource, input),
    input,
    createdBy: email,
    requestId,
    ...(runKey && { runKey }),
  };
  return presentJob(await jobs.enqueue(tx, job, randomUUID()));
}

/** Makes a change that enqueues work, and wakes the queue once the job is there. */
const wakingAfter =
  ({ queue, jobs }: Background) =>
  async <T>(change: () => Promise<T>): Promise<T> => {
    await queue.ready();
    const reply = await change();
    jobs.wake(SELECTION_JOB);
    return reply;
  };

/** What a finished job of a person has changed or deleted. @throws {Refusal} 404 where there is no such job of theirs, 409 before it is done */
async function doneJob(tx: PoolClient, id: string, email: string) {
  const { rows } = await tx.query<Pick<JobRow, 'state' | 'result'>>(
    'SELECT state, result FROM jobs WHERE id = $1 AND kind = $2 AND created_by = $3 FOR UPDATE',
    [id, SELECTION_JOB, email],
  );
  const [job] = rows;
  const done = selectionDone.safeParse(job?.result);
  if (!job) throw notFound(`Job ${id}`);
  if (job.state !== 'done' || !done.success || done.data.what === 'undo')
    throw conflict('Only a change or deletion that is done can be undone.');
  return { ...done.data, what: done.data.what };
}
