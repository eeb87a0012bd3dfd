import { Refusal } from '#kernel/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { directoryState, readDirectory } from '#calls/directory.ts';
import { openDoor } from '#server/engine/door.ts';
import { refuseOthersThan } from '#server/engine/other-methods.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { serveSoleJob, type SoleJob } from '#server/engine/sole-job.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { demandAbility } from '#server/policies/roles.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import type { AccessSource } from '../access/source.ts';
import type { Prefixes } from './apply-groups.ts';
import { FirstReading } from './first-reading.ts';
import { DIRECTORY_SYNC, directorySyncJob } from './job.ts';
import { stateOf } from './state.ts';

interface SyncRouteParts {
  log: Log;
  services: EngineServices;
  queue: Queue;
  jobs: Jobs;
  /** The directory, or why there is none. */
  at: { directory: Directory } | { directory: null; missing: string };
  sources: readonly AccessSource[];
  prefixes: Prefixes;
  /** When it is read by itself; null: never. */
  cron: string | null;
  /** Whether it is read once by itself where nothing was ever read. */
  readsFirst: boolean;
}

const READING: SoleJob = {
  kind: DIRECTORY_SYNC,
  title: 'Directory sync',
  underWay: 'The directory is being read already. Follow that job.',
};

function guard(request: FastifyRequest): Actor {
  const actor = actorOf(request);
  demandAbility(actor, 'sync_directory');
  return actor;
}

/** `POST /api/ad/sync` reads the directory and who may do what in the clouds; `GET /api/ad/state` answers how old that is. */
export async function registerDirectorySync(app: FastifyInstance, parts: SyncRouteParts): Promise<void> {
  const { services, jobs, at, sources, prefixes, cron } = parts;
  const { db, registry } = services;
  if (at.directory !== null)
    jobs.define({
      ...directorySyncJob({ db, registry, directory: at.directory, sources, prefixes, cron }),
      guard,
    });
  const first = new FirstReading(parts, READING);
  if (parts.readsFirst && at.directory !== null) app.addHook('onListen', () => void first.begin());
  const missing = at.directory === null ? `No directory is configured. ${at.missing}` : null;
  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    serveSoleJob(door, readDirectory, parts, READING, () => {
      if (missing !== null) throw new Refusal(503, missing);
    });
    serve(door, directoryState, () => stateOf(parts, first.failure));
    refuseOthersThan(scope, [readDirectory, directoryState]);
  });
}
