import type { FastifyInstance } from 'fastify';
import { whoAsks } from '#server/engine/who-asks.ts';
import { answers, integer, keyHeader, object, textOrNull } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { guardBilling, tags, type BillingParts } from '../parts.ts';
import { assign, readAssignment } from '../runs/assign.ts';
import { changeOpenRun } from '../runs/reallocate.ts';
import { readRunId } from '../runs/run.ts';
import { run, runParams } from '../schemas.ts';
import { fieldsOf } from './fields-of.ts';

const fields = object(
  {
    identifier: {
      ...textOrNull,
      description:
        'The account, subscription or project, or the place of what has none, as the exception has it; null for all that belongs to none.',
    },
    cost_center_id: integer,
    keep: {
      type: 'boolean',
      default: false,
      description:
        'Only for a place: whether a version of the rules keeps it for the months to come, and not this run alone.',
    },
  },
  ['keep'],
);

/** `POST …/assign` says where an account belongs: in the inventory, and in the run, which is allocated anew. */
export function assignRoute(scope: FastifyInstance, parts: BillingParts): void {
  scope.post<{ Params: { id: string } }>(
    '/api/billing_runs/:id/assign',
    {
      onRequest: async (request) => void guardBilling(request),
      schema: {
        tags,
        summary: 'Say which cost center an account is charged to, and allocate the run anew',
        description:
          'The inventory is told as well. Answers 202 with the run, which is processing, and its job.',
        params: runParams,
        headers: keyHeader,
        body: { anyOf: [fields, object({ billing_run: fields })] },
        response: answers(
          202,
          'It is allocated anew',
          object({ data: object({ billing_run: run, job: { $ref: 'job#' } }) }),
          [404, 409, 422],
        ),
      },
    },
    async (request, reply) => {
      noQuery(request);
      const body = fieldsOf(request.body);
      const id = readRunId(request.params.id);
      const asked = readAssignment(body);
      const refused = 'nothing can be assigned in it';
      return changeOpenRun(parts, request, reply, { id, refused }, async (tx, _run, actor) => {
        const who = whoAsks(request, actor);
        const { center, detail } = await assign(tx, parts.services, id, asked, who);
        return { name: `Charge ${asked.identifier ?? 'what belongs to no account'} to ${center}`, detail };
      });
    },
  );
}
