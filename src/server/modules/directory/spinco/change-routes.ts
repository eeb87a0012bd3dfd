import type { FastifyInstance } from 'fastify';
import { spincoSgChanges } from '#resources/spinco-sg-changes.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { parseRow } from '#server/engine/records.ts';
import { answers, arrayOf, keyHeader, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { askedSchema, readAsked } from './asked.ts';
import { beginChange, SPINCO_SG_CHANGE, type Deed } from './changes.ts';
import { demandRight, foresee, presentForeseen } from './foreseen.ts';
import { asking, directoryOf, guardGroups, tags, type ChangeParts } from './parts.ts';

const SUMMARIES: Record<Deed, string> = {
  add: 'Add users to a spin-off security group',
  remove: 'Remove users from a spin-off security group',
};

const problem = object({ field: text('Its name in the body'), message: text('What is wrong') });
const foreseenUser = object({
  user: text('As it was given'),
  name: { ...textOrNull, description: 'Of the directory; null where it does not know them' },
  enabled: { type: 'boolean', description: 'They may sign in' },
  member: { type: 'boolean', description: 'They are in the group already' },
  problem: { ...textOrNull, description: 'Why they cannot be added or removed' },
});

/** `POST /api/spinco_sgs/add` and `/remove`. */
export function registerChanges(scope: FastifyInstance, parts: ChangeParts): void {
  for (const deed of ['add', 'remove'] as const) serveDeed(scope, parts, deed);
}

function serveDeed(scope: FastifyInstance, parts: ChangeParts, deed: Deed): void {
  const { db, services, queue, jobs, at, prefixes } = parts;
  const resource = services.registry.get(spincoSgChanges.name);
  const url = `/api/spinco_sgs/${deed}`;
  scope.post(
    url,
    {
      onRequest: async (request) => void guardGroups(request),
      schema: {
        tags,
        summary: SUMMARIES[deed],
        description:
          'Every user is looked up before anything is changed. Answers 202 with the change and its job; follow it at ' +
          '/api/spinco_sg_changes/{id}, and what became of each user at /api/spinco_sg_changes/{id}/users. ' +
          'With dry_run nothing is changed: 200 has whom it would be about, and everything that is wrong so far.',
        headers: keyHeader,
        body: askedSchema(),
        response: {
          ...answers(
            200,
            'Whom it would be about',
            object({ data: object({ users: arrayOf(foreseenUser), errors: arrayOf(problem) }) }),
          ),
          ...answers(
            202,
            'It is being changed',
            object({
              data: object({ [resource.singular]: { $ref: `${resource.singular}#` }, job: { $ref: 'job#' } }),
            }),
            [409, 422],
          ),
        },
      },
    },
    async (request, reply) => {
      const who = guardGroups(request);
      noQuery(request);
      const asked = readAsked(request.body);
      const directory = directoryOf(at);
      const foreseen = await asking(() => foresee({ db, directory, prefixes }, asked));
      if (asked.dryRun) return { data: presentForeseen(foreseen) };
      await queue.ready();
      // Refused within: a request that comes again gets its first answer, although the directory is another by now.
      await services.once(request, reply, async (tx) => {
        const { id, job } = await beginChange(tx, parts, { ...demandRight(foreseen), deed, who });
        const data = parseRow(await services.writer(resource).read(id, tx));
        return { status: 202, body: { data: { [resource.singular]: data, job: presentJob(job) } } };
      });
      jobs.wake(SPINCO_SG_CHANGE);
      return reply;
    },
  );
  refuseOtherMethods(scope, url, ['POST']);
}
