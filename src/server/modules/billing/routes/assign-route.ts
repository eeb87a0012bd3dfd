import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { malformed } from '#kernel/errors.ts';
import { answers, integer, keyHeader, object, textOrNull } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { guardBilling, tags, type BillingParts } from '../parts.ts';
import { assign, readAssignment } from '../runs/assign.ts';
import { addStep, demandState, holdRun, readRun, readRunId } from '../runs/run.ts';
import { ALLOCATION } from '../runs/work.ts';
import { run, runParams } from '../schemas.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a body, bare or wrapped in the name of what they are of. @throws {Refusal} 400 for what is no object */
function fieldsOf(body: unknown): Record<string, unknown> {
  const fields = isObject(body) && Object.keys(body).length === 1 ? (body['billing_run'] ?? body) : body;
  if (!isObject(fields)) throw malformed('The body must be a JSON object.');
  return fields;
}

const fields = object({
  identifier: {
    ...textOrNull,
    description: 'The account, subscription or project; null for what belongs to none.',
  },
  cost_center_id: integer,
});

/** `POST …/assign` says where an account belongs: in the inventory, and in the run, which is allocated anew. */
export function assignRoute(scope: FastifyInstance, { services, queue, jobs }: BillingParts): void {
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
      const actor = guardBilling(request);
      noQuery(request);
      const body = fieldsOf(request.body);
      const id = readRunId(request.params.id);
      const asked = readAssignment(body);
      await queue.ready();
      const answer = await services.once(request, reply, async (tx) => {
        const held = await holdRun(tx, id);
        demandState(held, ['needs_review', 'ready'], 'nothing can be assigned in it');
        const { center, detail } = await assign(tx, services, id, asked, { actor, requestId: request.id });
        const what = asked.identifier ?? 'what belongs to no account';
        await addStep(tx, id, { name: `Charge ${what} to ${center}`, by: actor.email, done: true, detail });
        const job = await jobs.ask(
          tx,
          {
            kind: ALLOCATION,
            title: `Allocation of billing run ${id}`,
            input: { run: id },
            createdBy: actor.email,
            requestId: request.id,
          },
          randomUUID(),
        );
        await tx.query(
          `UPDATE billing_runs SET state = 'processing', job_id = $2, changed_at = now() WHERE id = $1`,
          [id, job.id],
        );
        return { status: 202, body: { data: { billing_run: await readRun(tx, id), job: presentJob(job) } } };
      });
      jobs.wake(ALLOCATION);
      return answer;
    },
  );
}
