import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
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

/** The routes of selected records: what a change would do, the change itself by a job, and the way back. */
export function selectionRoutes(
  scope: FastifyInstance,
  services: EngineServices,
  background: Background,
): void {
  const { registry } = services;
  const { queue, jobs } = background;
  const door = openDoor(scope, services, { heavy: fair });

  const modelOf = (name: string, use: Use): Resource => {
    const resource = registry.find(name);
    if (!resource) throw notFound(`The list ${name.slice(0, 60)}`);
    const has = use === 'export' ? resource.csv !== undefined : resource.actions.includes(use);
    if (resource.source !== 'table' || !has)
      throw new Refusal(422, `${resource.label[1]} cannot be selected for this.`);
    return resource;
  };
  const enqueue = async (
    tx: PoolClient,
    who: Who,
    input: Omit<SelectionInput, 'actor' | 'zone' | 'reason' | 'via'>,
    runKey?: string,
  ) => {
    const { email, name } = who.actor;
    const { zone, via, reason } = who;
    const full = { ...input, actor: { email, name }, zone, reason, via: via && [...via] };
    const title = titleOf(registry.get(input.model), full);
    const job = {
      kind: SELECTION_JOB,
      title,
      input: full,
      createdBy: email,
      requestId: who.requestId,
      ...(runKey && { runKey }),
    };
    return presentJob(await jobs.enqueue(tx, job, randomUUID()));
  };
  /** Wakes the queue once the job is there. */
  const around = async <T>(change: () => Promise<T>): Promise<T> => {
    await queue.ready();
    const reply = await change();
    jobs.wake(SELECTION_JOB);
    return reply;
  };

  serve(door, previewSelection, async ({ body, request }) => {
    const { model, changes, ...chosen } = body;
    const isChange = Object.keys(changes).length > 0;
    const resource = modelOf(model, 'read');
    services.guard(request, 'read', resource);
    const who = services.guard(
      request,
      isChange ? 'update' : 'read',
      modelOf(model, isChange ? 'update' : 'read'),
    );
    const wanted = wantedOf(chosen);
    const selected = await selectNow(services, resource, wanted, who);
    await checkChanges(services.db, resource, changes, who);
    if (!isChange || selected.ids.length <= MOST_AT_ONCE)
      return { preview: await previewChange(services, resource, selected, changes, who), job: null };
    const input = { ...wanted, what: 'preview' as const, model, changes, total: selected.ids.length };
    const job = await around(() => services.db.transaction((tx) => enqueue(tx, who, input)));
    return { preview: null, job };
  });

  serveChange(
    door,
    changeSelection,
    async (tx, { body: { model, changes, total, state, ...chosen }, request }) => {
      const resource = modelOf(model, 'update');
      services.guard(request, 'read', resource);
      const who = services.guard(request, 'update', resource);
      const wanted = wantedOf(chosen);
      if (Object.keys(changes).length === 0) throw new Refusal(422, 'Name at least one field to change.');
      await checkChanges(tx, resource, changes, who);
      await demandReason(tx, resource, who);
      return { job: await enqueue(tx, who, { ...wanted, what: 'change', model, changes, total, state }) };
    },
    around,
  );

  serveChange(
    door,
    deleteSelection,
    async (tx, { body: { model, total, state, ...chosen }, request }) => {
      const resource = modelOf(model, 'delete');
      services.guard(request, 'read', resource);
      const who = services.guard(request, 'delete', resource);
      await demandReason(tx, resource, who);
      return { job: await enqueue(tx, who, { ...wantedOf(chosen), what: 'delete', model, total, state }) };
    },
    around,
  );

  serveChange(
    door,
    undoSelection,
    async (tx, { body: { job: id }, actor, request }) => {
      const done = await doneJob(tx, id, actor.email);
      const { model, what, changed } = done;
      const input = { what: 'undo' as const, model, total: changed, of: { job: id, what } };
      const who = services.guard(request, rightOf(input), modelOf(model, rightOf(input)));
      if (await jobs.isUnderWay(tx, SELECTION_JOB, id)) throw conflict('This is being undone already.');
      await demandUndo(tx, id);
      return { job: await enqueue(tx, who, input, id) };
    },
    around,
  );

  serveFile(door, selectionFile, async ({ body: { model, ids }, request }, reply) => {
    const resource = modelOf(model, 'export');
    services.guard(request, 'export', resource);
    const { csv } = resource;
    if (!csv) throw new Refusal(422, `${resource.label[1]} are not downloaded.`);
    const file = await csvExport(registry, resource, csv, services.lists(resource), { ids });
    return asDownload(reply, csvFileName(csv), 'text/csv; charset=utf-8').send(file);
  });
}

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
