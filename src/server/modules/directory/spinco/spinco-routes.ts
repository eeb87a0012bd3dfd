import type { FastifyInstance } from 'fastify';
import { changeUsers, listChangeable, listChangedUsers } from '#calls/security-groups.ts';
import { openDoor } from '#server/engine/door.ts';
import { refuseOthersThan } from '#server/engine/other-methods.ts';
import type { Pace } from '#server/platform/jobs/pace.ts';
import { changeRoutes } from './change-routes.ts';
import { changeJob } from './job.ts';
import { listRoutes } from './list-routes.ts';
import type { ChangeParts } from './parts.ts';

/** Spin-off security groups: which may be changed, changes of their members, and what became of each user. */
export async function registerSpinco(
  app: FastifyInstance,
  { pace, ...parts }: ChangeParts & { pace: Pace },
): Promise<void> {
  parts.jobs.define(changeJob(parts, pace));
  await app.register(async (scope) => {
    const door = openDoor(scope, parts.services);
    listRoutes(door, parts);
    changeRoutes(door, parts);
    refuseOthersThan(scope, [listChangeable, listChangedUsers, ...Object.values(changeUsers)]);
  });
}
