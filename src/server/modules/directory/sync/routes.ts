import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, malformed, Refusal } from '#kernel/errors.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { answerWithSoleJob, soleJobSchema, type SoleJob } from '#server/engine/sole-job.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { answers, object } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { demandAbility } from '#server/policies/roles.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import type { AccessSource } from '../access/source.ts';
import type { Prefixes } from './apply-groups.ts';
import { FirstReading } from './first-reading.ts';
import { DIRECTORY_SYNC, directorySyncJob } from './job.ts';
import { stateOf, stateSchema } from './state.ts';

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

const SYNC = '/api/ad/sync';
const STATE = '/api/ad/state';
const tags = ['Active Directory'];
const READING: SoleJob = {
  kind: DIRECTORY_SYNC,
  title: 'Directory sync',
  underWay: 'The directory is being read already. Follow that job.',
};

function guard(request: FastifyRequest): Actor {
  const actor = askedBy(request);
  demandAbility(actor, 'sync_directory');
  return actor;
}

/** `POST /api/ad/sync` reads the directory and who may do what in the clouds; `GET /api/ad/state` tells how old that is. */
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
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.post(
      SYNC,
      {
        onRequest: async (request) => void guard(request),
        schema: soleJobSchema({
          tags,
          summary: 'Read the directory, and who may do what in the clouds',
          body: object(
            {
              accept_losses: {
                type: 'boolean',
                description: 'Believes the directory where far more is gone than usual.',
              },
            },
            ['accept_losses'],
          ),
        }),
      },
      async (request, reply) => {
        const actor = guard(request);
        noQuery(request);
        const input = { accept_losses: acceptsLosses(request.body) };
        if (at.directory === null) throw new Refusal(503, `No directory is configured. ${at.missing}`);
        return answerWithSoleJob(parts, request, reply, READING, { createdBy: actor.email, input });
      },
    );
    scope.get(
      STATE,
      {
        onRequest: async (request) => void askedBy(request),
        schema: {
          tags,
          summary: 'Tell when the directory was read, and from where',
          response: answers(200, 'How old the snapshot is', object({ data: stateSchema })),
        },
      },
      async (request) => {
        askedBy(request);
        noQuery(request);
        return { data: await stateOf(parts, first.failure) };
      },
    );
    refuseOtherMethods(scope, SYNC, ['POST']);
    refuseOtherMethods(scope, STATE, ['GET']);
  });
}

/** @throws {Refusal} 400 or 422 for a body that says something else */
function acceptsLosses(body: unknown): boolean {
  if (body === undefined) return false;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw malformed('The body must be a JSON object.');
  const { accept_losses: accepts = false, ...others } = body as Record<string, unknown>;
  const wrong = Object.keys(others).map((field) => ({
    field,
    message: `${field.slice(0, 60)} is not known here.`,
  }));
  if (typeof accepts !== 'boolean')
    wrong.push({ field: 'accept_losses', message: 'accept_losses must be true or false.' });
  if (wrong.length > 0) throw invalid(wrong);
  return accepts === true;
}
