import type { FastifyInstance } from 'fastify';
import type { CopilotStanding } from '#kernel/directory/copilot-seats.ts';
import { Refusal } from '#kernel/errors.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { demandNoFields } from '#server/engine/request-body.ts';
import { answerWithSoleJob, emptyBody, soleJobSchema, type SoleJob } from '#server/engine/sole-job.ts';
import { answers, arrayOf, integer, moment, object, orNull, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { guardSeats, type GitHubParts } from './parts.ts';
import { readOrganizations } from './readings.ts';
import { COPILOT_SYNC, MISSING } from './sync-job.ts';

const SYNC: SoleJob = {
  kind: COPILOT_SYNC,
  title: 'Copilot sync',
  underWay: 'The seats of Copilot are being read already. Follow that job.',
};

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
  const { services, github } = parts;
  const resource = services.registry.get(githubCopilotUsers.name);
  const tags = [resource.label[1]];
  scope.post(
    `/api/${resource.name}/sync`,
    {
      onRequest: async (request) => void guardSeats(request),
      schema: soleJobSchema({
        tags,
        summary: 'Read the seats of Copilot of all organizations',
        body: emptyBody(resource),
      }),
    },
    async (request, reply) => {
      const { actor } = guardSeats(request);
      noQuery(request);
      demandNoFields(resource, request.body);
      if (!github) throw new Refusal(503, MISSING);
      return answerWithSoleJob(parts, request, reply, SYNC, { createdBy: actor.email });
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
