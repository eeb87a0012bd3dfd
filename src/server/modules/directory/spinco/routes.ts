import type { FastifyInstance } from 'fastify';
import { schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import type { Pace } from '#server/platform/jobs/pace.ts';
import { registerChanges } from './change-routes.ts';
import { changeJob } from './job.ts';
import { registerChangedUsers, registerGroups } from './list-routes.ts';
import type { ChangeParts } from './parts.ts';

/** Spin-off security groups: which may be changed, changes of their members, and what became of each user. */
export async function registerSpinco(
  app: FastifyInstance,
  { pace, ...parts }: ChangeParts & { pace: Pace },
): Promise<void> {
  parts.jobs.define(changeJob(parts, pace));
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    registerGroups(scope, parts);
    registerChanges(scope, parts);
    registerChangedUsers(scope, parts);
  });
}
