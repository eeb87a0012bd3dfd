import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { previewUndo, undoChanges } from '#calls/undo.ts';
import { conflict } from '#kernel/errors.ts';
import { grouped } from '#kernel/written.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { serve, serveChange } from '#server/platform/http/serve.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { rightOfUndo } from '../activity/reversible.ts';
import type { Background } from '../background.ts';
import { openDoor } from '../door.ts';
import { refuseOthersThan } from '../other-methods.ts';
import type { EngineServices } from '../services.ts';
import { readUndoneSets, readWaysBack, type UndoneSet } from './lines.ts';
import { planUndo, presentPlan } from './plan.ts';
import { demandSome, UNDO_JOB, type UndoInput } from './undo-job.ts';

/** Thousands of changes in one request. */
const fair = fairUse({ atOnce: 4, perMinute: 120, noun: 'changes of many records' });

/** The routes of the undo: what it would do, and the undo itself by a job. */
export function undoRoutes(
  scope: FastifyInstance,
  services: EngineServices,
  { queue, jobs }: Background,
): void {
  const { registry, db } = services;
  const door = openDoor(scope, services, { heavy: fair });

  /** The sets that a request is about, once it is sure that its person may take all of them back. */
  const guarded = async (runner: Runner, request: FastifyRequest, ids: readonly number[]) => {
    const sets = await readUndoneSets(runner, registry, ids);
    const wanted = new Map(
      sets.map(({ resource, action }) => {
        const right = rightOfUndo(action);
        return [`${resource.name} ${right}`, { resource, right }];
      }),
    );
    const rights = [...wanted.values()].map(({ resource, right }) => {
      services.guard(request, 'read', resource);
      return { right, model: resource.name, who: services.guard(request, right, resource) };
    });
    return { sets, rights };
  };
  const planOf = async (runner: Runner, ids: readonly number[]) => {
    const plan = await presentPlan(
      runner,
      registry,
      await planUndo(runner, await readWaysBack(runner, registry, ids)),
    );
    demandSome(plan);
    return plan;
  };

  serve(door, previewUndo, async ({ body: { changes }, request }) => {
    await guarded(db, request, changes);
    return planOf(db, changes);
  });

  serveChange(
    door,
    undoChanges,
    async (tx, { body: { changes }, actor, request }) => {
      const { sets, rights } = await guarded(tx, request, changes);
      const runKey = keyOf(changes);
      if (await jobs.isUnderWay(tx, UNDO_JOB, runKey)) throw conflict('This is being undone already.');
      await planOf(tx, changes);
      const { zone, via, reason, requestId } = rights[0]?.who ?? { requestId: request.id };
      const input: UndoInput = {
        changes,
        rights: rights.map(({ model, right }) => ({ model, right })),
        actor: { email: actor.email, name: actor.name },
        zone,
        reason,
        via: via && [...via],
      };
      const job = {
        kind: UNDO_JOB,
        title: titleOf(sets),
        input,
        createdBy: actor.email,
        requestId,
        runKey,
      };
      return { job: presentJob(await jobs.enqueue(tx, job, randomUUID())) };
    },
    async (change) => {
      await queue.ready();
      const reply = await change();
      jobs.wake(UNDO_JOB);
      return reply;
    },
  );

  refuseOthersThan(scope, [previewUndo, undoChanges]);
}

/** Names the undo of these changes, in whichever order they are given. */
const keyOf = (changes: readonly number[]): string =>
  createHash('sha256')
    .update(JSON.stringify(changes.toSorted((a, b) => a - b)))
    .digest('hex')
    .slice(0, 32);

/** The title of the job, as people read it: 'Undo of the import of 3 Departments'. */
function titleOf(sets: readonly UndoneSet[]): string {
  const imported = sets.some(({ via }) => via.some(({ kind }) => kind === 'import' || kind === 'upload'));
  const deletes = sets.every(({ action }) => action === 'delete');
  const of = imported ? 'import' : deletes ? 'deletion' : 'change';
  const byModel = Map.groupBy(sets, ({ resource }) => resource);
  const many = [...byModel].map(([{ label }, own]) => {
    const count = own.reduce((sum, { lines }) => sum + lines, 0);
    return `${grouped(count)} ${label[count === 1 ? 0 : 1]}`;
  });
  return `Undo of the ${of} of ${many.join(', ')}`;
}
