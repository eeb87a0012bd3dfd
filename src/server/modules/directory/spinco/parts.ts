import type { FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Database } from '#server/platform/database/database.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { demandAbility } from '#server/policies/roles.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import { requesterOf } from '#server/engine/requester.ts';

/** The directory, or why there is none. */
export type DirectoryAtHand = { directory: Directory } | { directory: null; missing: string };

/** The parts that change groups. */
export interface ChangeParts {
  db: Database;
  services: EngineServices;
  queue: Queue;
  jobs: Jobs;
  at: DirectoryAtHand;
  /** With what the names of groups begin whose members may be changed here. */
  prefixes: readonly string[];
}

/** Who may change groups of the directory. @throws {Refusal} 401, 403 without the right */
export function guardGroups(request: FastifyRequest): Who {
  const actor = actorOf(request);
  demandAbility(actor, 'change_directory_groups');
  return requesterOf(request, actor);
}

/** The directory. @throws {Refusal} 409 where none is connected */
export function directoryOf(at: DirectoryAtHand): Directory {
  if (at.directory === null) throw new Refusal(409, `Groups cannot be changed here. ${at.missing}`);
  return at.directory;
}

/** Calls the directory within a request. @throws {Refusal} 409 where it refuses, 503 where it cannot be reached */
export async function callDirectory<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { kind, message, retryAfterSeconds } = error;
    if (kind === 'refused') throw new Refusal(409, message);
    throw new Refusal(503, `The directory cannot be read now. ${message}`, {
      headers: { 'retry-after': String(retryAfterSeconds ?? 10) },
    });
  }
}
