import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, malformed, Refusal } from '#kernel/errors.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { answers, arrayOf, keyHeader, moment, object, orNull, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { JOB_COLUMNS, type JobRow, presentJob } from '#server/platform/jobs/store.ts';
import { can } from '#server/policies/roles.ts';
import type { Directory } from '#server/providers/graph/interface.ts';
import type { AccessSource } from '../access/source.ts';
import { DIRECTORY } from './apply.ts';
import type { Prefixes } from './apply-groups.ts';
import { DIRECTORY_SYNC, directorySyncJob, syncActor } from './job.ts';

interface SyncRouteParts {
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
/** One reading at a time: a second would read the same. */
const RUN_KEY = 'all';
const TITLE = 'Directory sync';

function guard(request: FastifyRequest): Actor {
  const actor = askedBy(request);
  if (!can(actor, 'sync_directory'))
    throw new Refusal(403, 'You have no right to read the directory. Ask an administrator for it.');
  return actor;
}

/** `POST /api/ad/sync` reads the directory and who may do what in the clouds; `GET /api/ad/state` tells how old that is. */
export async function registerDirectorySync(app: FastifyInstance, parts: SyncRouteParts): Promise<void> {
  const { services, queue, jobs, at, sources, prefixes, cron } = parts;
  const { db, registry } = services;
  if (at.directory !== null)
    jobs.define(directorySyncJob({ db, registry, directory: at.directory, sources, prefixes, cron }));
  if (parts.readsFirst && at.directory !== null) app.addHook('onListen', () => void readFirst(parts));
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.post(
      SYNC,
      {
        onRequest: async (request) => void guard(request),
        schema: {
          tags,
          summary: 'Read the directory, and who may do what in the clouds',
          description: 'Answers 202 with a job; follow it at /api/jobs/{id}. 409 while one is under way.',
          headers: keyHeader,
          body: object(
            {
              accept_losses: {
                type: 'boolean',
                description: 'Believes the directory where far more is gone than usual.',
              },
            },
            ['accept_losses'],
          ),
          response: answers(
            202,
            'They are read',
            object({ data: object({ job: { $ref: 'job#' } }) }),
            [409, 422],
          ),
        },
      },
      async (request, reply) => {
        const actor = guard(request);
        noQuery(request);
        const input = { accept_losses: acceptsLosses(request.body) };
        if (at.directory === null) throw new Refusal(503, `No directory is configured. ${at.missing}`);
        await queue.ready();
        const answer = await services.once(request, reply, async (tx) => {
          if (await jobs.isUnderWay(tx, DIRECTORY_SYNC, RUN_KEY))
            throw new Refusal(409, 'The directory is being read already. Follow that job.');
          const asked = { kind: DIRECTORY_SYNC, title: TITLE, input, runKey: RUN_KEY };
          const job = await jobs.ask(
            tx,
            { ...asked, createdBy: actor.email, requestId: request.id },
            randomUUID(),
          );
          return { status: 202, body: { data: { job: presentJob(job) } } };
        });
        jobs.wake(DIRECTORY_SYNC);
        return answer;
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
        return { data: await stateOf(parts) };
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

const momentOrNull = orNull(moment);
const stateSchema = object({
  read_at: { ...momentOrNull, description: 'When all of it was last read; null: not yet.' },
  reading: { ...orNull({ $ref: 'job#' }), description: 'The job that reads it just now.' },
  simulated: { type: 'boolean', description: 'Whether a simulator stands for the directory.' },
  place: { ...orNull(text('Tenant, or Simulator')), description: 'Which directory it is.' },
  missing: { ...orNull(text('What to do')), description: 'Why no directory can be read.' },
  sources: arrayOf(object({ name: text('directory, or a cloud'), read_at: momentOrNull })),
});

async function stateOf({ services: { db }, at, sources }: SyncRouteParts) {
  const { rows: read } = await db.query<{ name: string; read_at: string }>({
    text: 'SELECT name, read_at FROM ad_sources',
  });
  const { rows: jobs } = await db.query<JobRow>({
    text: `SELECT ${JOB_COLUMNS} FROM jobs WHERE kind = $1 AND state IN ('queued', 'running')
      ORDER BY created_at LIMIT 1`,
    values: [DIRECTORY_SYNC],
  });
  const names = [...(at.directory === null ? [] : [DIRECTORY]), ...sources.map(({ name }) => name)];
  const readAt = (name: string) => read.find((one) => one.name === name)?.read_at ?? null;
  const told = names.map((name) => ({ name, read_at: readAt(name) }));
  const moments = told.flatMap(({ read_at: moment }) => moment ?? []);
  const isWhole = moments.length > 0 && moments.length === told.length;
  return {
    // As old as the oldest of it.
    read_at: isWhole ? new Date(Math.min(...moments.map((moment) => Date.parse(moment)))) : null,
    reading: jobs[0] ? presentJob(jobs[0]) : null,
    simulated: at.directory?.reached.simulated ?? false,
    place: at.directory?.reached.place ?? null,
    missing: at.directory === null ? at.missing : null,
    sources: told,
  };
}

/** Asks for a reading where nothing was ever read, so that a portal that is looked at has something to show. */
async function readFirst({ services: { db }, queue, jobs }: SyncRouteParts): Promise<void> {
  try {
    const { rows } = await db.query({ text: 'SELECT 1 FROM ad_sources LIMIT 1' });
    if (rows.length > 0) return;
    await queue.ready();
    await db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('first directory sync', 0))`);
      if (await jobs.isUnderWay(tx, DIRECTORY_SYNC, RUN_KEY)) return;
      const asked = { kind: DIRECTORY_SYNC, title: TITLE, input: {}, runKey: RUN_KEY };
      await jobs.ask(tx, { ...asked, createdBy: syncActor.email, requestId: `first-${randomUUID()}` });
    });
    jobs.wake(DIRECTORY_SYNC);
  } catch {
    // Nobody waits for it; somebody can ask for it, and so does the next start.
  }
}
