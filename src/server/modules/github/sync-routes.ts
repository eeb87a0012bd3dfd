import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CopilotStanding } from '#kernel/copilot-seats.ts';
import { Refusal } from '#kernel/errors.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { demandNoFields } from '#server/engine/request-body.ts';
import {
  answers,
  arrayOf,
  integer,
  keyHeader,
  moment,
  object,
  orNull,
  text,
} from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { guardSeats, type GitHubParts } from './parts.ts';
import { readOrganizations } from './readings.ts';
import { COPILOT_SYNC, MISSING } from './sync-job.ts';

/** One reading at a time: a second would read the same. */
const RUN_KEY = 'all';

const standing = object({
  github: { enum: ['real', 'simulated', 'off'] },
  missing: orNull(text('What to do where it is off.')),
  job_id: orNull(text('The reading that waits or runs.')),
  organizations: arrayOf(
    object({
      name: text('The organization'),
      read_at: orNull(moment),
      seats: orNull(integer),
      failed_at: orNull(moment),
      error: orNull(text('What to do')),
    }),
  ),
});

/** `POST …/sync` reads all seats, and `GET …/readings` tells how the last readings ended. */
export function registerCopilotSync(scope: FastifyInstance, parts: GitHubParts): void {
  const { services, queue, jobs, github } = parts;
  const resource = services.registry.get(githubCopilotUsers.name);
  const tags = [resource.label[1]];
  const nothing = object({});
  scope.post(
    `/api/${resource.name}/sync`,
    {
      onRequest: async (request) => void guardSeats(request),
      schema: {
        tags,
        summary: 'Read the seats of Copilot of all organizations',
        description: 'Answers 202 with a job; follow it at /api/jobs/{id}. 409 while one is under way.',
        headers: keyHeader,
        body: { anyOf: [nothing, object({ [resource.singular]: nothing })] },
        response: answers(
          202,
          'They are read',
          object({ data: object({ job: { $ref: 'job#' } }) }),
          [409, 422],
        ),
      },
    },
    async (request, reply) => {
      const { actor } = guardSeats(request);
      noQuery(request);
      demandNoFields(resource, request.body);
      if (!github) throw new Refusal(503, MISSING);
      await queue.ready();
      const answer = await services.once(request, reply, async (tx) => {
        if (await jobs.isUnderWay(tx, COPILOT_SYNC, RUN_KEY))
          throw new Refusal(409, 'The seats of Copilot are being read already. Follow that job.');
        const job = await jobs.ask(
          tx,
          {
            kind: COPILOT_SYNC,
            title: 'Copilot sync',
            input: {},
            createdBy: actor.email,
            requestId: request.id,
            runKey: RUN_KEY,
          },
          randomUUID(),
        );
        return { status: 202, body: { data: { job: presentJob(job) } } };
      });
      jobs.wake(COPILOT_SYNC);
      return answer;
    },
  );
  scope.get(
    `/api/${resource.name}/readings`,
    {
      onRequest: async (request) => void services.guard(request, 'read', resource),
      schema: {
        tags,
        summary: 'Tell of which organizations the seats of Copilot are read, and how the last readings ended',
        response: answers(200, 'How they ended', object({ data: standing })),
      },
    },
    async (request): Promise<{ data: CopilotStanding }> => {
      noQuery(request);
      const { db } = services;
      const { rows } = await db.query<{ id: string }>({
        text: `SELECT id FROM jobs WHERE kind = $1 AND state IN ('queued', 'running') ORDER BY created_at LIMIT 1`,
        values: [COPILOT_SYNC],
      });
      return {
        data: {
          github: github ? (github.reached.simulated ? 'simulated' : 'real') : 'off',
          missing: github ? null : MISSING,
          job_id: rows[0]?.id ?? null,
          organizations: await readOrganizations(db),
        },
      };
    },
  );
}
