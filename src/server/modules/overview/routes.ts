import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countWaiting as countWaitingCall, listRecentChanges, type WaitingWork } from '#calls/overview.ts';
import { openDoor } from '#server/engine/door.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { recentChanges } from '#server/engine/recent-changes.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { Statements } from '#server/engine/statements.ts';
import { zoneOf } from '#server/engine/time-zone.ts';
import { countRows, countWaiting } from '#server/engine/waiting.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { serveWhole } from '#server/platform/http/serve.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';

interface OverviewParts {
  db: Database;
  services: EngineServices;
  /** Counts the work that waits outside of the models; null where it is none of the person's. */
  others: readonly ((db: Database, actor: Actor) => Promise<WaitingWork | null>)[];
}

/** The overview of a day: the work that waits, and what others did. */
export async function registerOverview(
  app: FastifyInstance,
  { db, services, others }: OverviewParts,
): Promise<void> {
  const { registry } = services;
  const statements = new Statements(() => db.countStatement());
  const onRequest = async (request: FastifyRequest) => void services.readable(request);
  await app.register(async (scope) => {
    const door = { ...openDoor(scope, services), options: { onRequest } };
    serveWhole(door, countWaitingCall, async ({ actor, request }) => {
      const counting = { registry, statements, zone: zoneOf(request) };
      const [inModels, ...elsewhere] = await Promise.all([
        countWaiting(db, services.readable(request), counting),
        countFailedJobs(db, workVisibleTo(actor)),
        ...others.map((count) => count(db, actor)),
      ]);
      const data = [...inModels, ...elsewhere.filter((work) => work !== null)];
      return { data, meta: { total: data.length } };
    });
    serveWhole(door, listRecentChanges, async ({ query: { limit }, request }) => {
      const data = await recentChanges(db, registry, services.readable(request), limit);
      return { data, meta: { total: data.length } };
    });
    for (const { path } of [countWaitingCall, listRecentChanges])
      refuseOtherMethods(scope, `/api${path}`, ['GET']);
  });
}

/** @param who whose jobs; null for everybody's */
const countFailedJobs = async (db: Database, who: string | null): Promise<WaitingWork> => ({
  list: 'jobs',
  filter: 'state',
  value: 'failed',
  label: 'Failed',
  tone: 'bad',
  ...(await countRows(db, {
    name: 'failed-jobs',
    rows: "SELECT FROM jobs WHERE state = 'failed' AND created_by = coalesce($1, created_by)",
    values: [who],
  })),
});
