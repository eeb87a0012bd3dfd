import type { FastifyInstance } from 'fastify';
import { schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import type { GitHubParts } from './parts.ts';
import { registerSeats } from './seat-routes.ts';
import { copilotSyncJob } from './sync-job.ts';
import { registerCopilotSync } from './sync-routes.ts';

/** The seats of Copilot: read on demand and by themselves, added and removed. */
export async function registerGitHub(app: FastifyInstance, parts: GitHubParts): Promise<void> {
  parts.jobs.define(copilotSyncJob(parts));
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    registerCopilotSync(scope, parts);
    registerSeats(scope, parts);
  });
}
