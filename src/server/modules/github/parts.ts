import type { FastifyRequest } from 'fastify';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { demandAbility } from '#server/policies/roles.ts';
import type { GitHub } from '#server/providers/github/interface.ts';
import { requesterOf } from '#server/engine/requester.ts';

export interface GitHubParts {
  services: EngineServices;
  queue: Queue;
  jobs: Jobs;
  /** Null: no GitHub is named, and nothing may stand for it. */
  github: GitHub | null;
  /** When the seats of Copilot are read by themselves, five fields; null: only on request. */
  cron: string | null;
}

/**
 * Who reads or changes seats.
 * @throws {Refusal} 401, 403
 */
export function guardSeats(request: FastifyRequest): Who {
  const actor = actorOf(request);
  demandAbility(actor, 'change_copilot_seats');
  return requesterOf(request, actor);
}
