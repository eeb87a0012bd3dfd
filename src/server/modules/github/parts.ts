import type { FastifyRequest } from 'fastify';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { askedBy } from '#server/platform/http/asked-by.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { demandAbility } from '#server/policies/roles.ts';
import type { GitHub } from '#server/providers/github/interface.ts';
import { whoAsks } from '#server/engine/who-asks.ts';

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
  const actor = askedBy(request);
  demandAbility(actor, 'change_copilot_seats');
  return whoAsks(request, actor);
}
