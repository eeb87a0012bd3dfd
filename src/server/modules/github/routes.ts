import type { FastifyInstance } from 'fastify';
import { openDoor } from '#server/engine/door.ts';
import type { GitHubParts } from './parts.ts';
import { seatRoutes } from './seat-routes.ts';
import { copilotSyncJob } from './sync-job.ts';
import { seatSyncRoutes } from './sync-routes.ts';

/** The seats of Copilot: read on demand and by themselves, added and removed. */
export async function registerGitHub(app: FastifyInstance, parts: GitHubParts): Promise<void> {
  parts.jobs.define(copilotSyncJob(parts));
  await app.register(async (scope) => {
    const door = openDoor(scope, parts.services);
    seatSyncRoutes(door, parts);
    seatRoutes(door, parts);
  });
}
