import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '#kernel/errors.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { answers, keyHeader, object } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { guardBilling, readingMuch, tags, type BillingParts } from '../parts.ts';
import {
  bookDifference,
  demandOpen,
  demandUndecided,
  joinRuns,
  leaveOut,
  replaceExisting,
  runThatGoesOn,
} from '../runs/answer-existing.ts';
import { figuresOf } from '../runs/figures.ts';
import { INTAKE } from '../runs/job-kinds.ts';
import { changeOpenRun } from '../runs/reallocate.ts';
import { demandState, holdRun, readRun, readRunId } from '../runs/run.ts';
import { EXISTING } from '../runs/take-file.ts';
import { figures, otherIsBooked } from '../part-schemas.ts';
import { begun, runParams } from '../schemas.ts';
import { fieldsOf, unknownFields } from './fields-of.ts';

interface OfRun {
  Params: { id: string };
}

const fields = object({ existing: { enum: EXISTING } });

/** @throws {Refusal} 422 */
function readAnswer(body: Record<string, unknown>): (typeof EXISTING)[number] {
  const errors = unknownFields(body, ['existing']);
  const answer = EXISTING.find((one) => one === body['existing']);
  if (!answer) errors.push({ field: 'existing', message: `existing must be one of ${EXISTING.join(', ')}.` });
  if (errors.length > 0 || !answer) throw invalid(errors);
  return answer;
}

/** What becomes of an open run with an invoice of another one: both sides, and the answer. */
export function existingRoutes(scope: FastifyInstance, parts: BillingParts): void {
  const { db } = parts;
  scope.get<OfRun>(
    '/api/billing_runs/:id/existing',
    {
      ...readingMuch,
      schema: {
        tags,
        summary: 'Compare a run with the open or final run that has one of its invoices as well',
        params: runParams,
        response: answers(
          200,
          'What both hold',
          object({ data: object({ file: figures, billing_run: figures, booked: otherIsBooked }) }),
          [404, 409],
        ),
      },
    },
    async (request) => {
      noQuery(request);
      const id = readRunId(request.params.id);
      return longWork(() =>
        db.transaction(async (tx) => {
          await readRun(tx, id);
          const { id: other, booked } = await demandUndecided(tx, id);
          return { data: { file: await figuresOf(tx, id), billing_run: await figuresOf(tx, other), booked } };
        }),
      );
    },
  );
  scope.post<OfRun>(
    '/api/billing_runs/:id/existing',
    {
      onRequest: async (request: FastifyRequest) => void guardBilling(request),
      schema: {
        tags,
        summary: 'Say what becomes of a run and the open or final run that has one of its invoices as well',
        description:
          'add makes its files parts of the other run, which is read anew; replace lets it take the place of the other run; leave keeps the other run as it is. ' +
          'Where the other run is final, difference has the run book what differs; leave gives a difference run up, too, as long as it is open.',
        params: runParams,
        headers: keyHeader,
        body: { anyOf: [fields, object({ billing_run: fields })] },
        response: {
          ...answers(202, 'The run that goes on is worked on', begun, [404, 409, 422]),
          ...answers(200, 'The run that goes on as it is', begun),
        },
      },
    },
    async (request, reply) => {
      noQuery(request);
      const id = readRunId(request.params.id);
      const answer = readAnswer(fieldsOf(request.body));
      if (answer === 'replace')
        return changeOpenRun(parts, request, reply, { id, refused: 'it replaces no other run' }, (tx) =>
          replaceExisting(tx, id),
        );
      if (answer === 'difference')
        return changeOpenRun(parts, request, reply, { id, refused: 'it books no difference' }, (tx) =>
          bookDifference(tx, id),
        );
      return settle(parts, request, reply, { id, answer });
    },
  );
}

/** Ends a run whose files are left out, or are parts of the other run from now on. */
async function settle(
  { services, queue, jobs }: BillingParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, answer }: { id: number; answer: 'add' | 'leave' },
): Promise<FastifyReply> {
  const { email: by } = guardBilling(request);
  await queue.ready();
  const sent = await services.once(request, reply, async (tx) => {
    const held = await holdRun(tx, id);
    demandState(held, ['needs_review', 'ready'], 'nothing is decided of it');
    if (answer === 'leave') {
      const other = await runThatGoesOn(tx, id);
      await leaveOut(tx, held, other, by);
      return { status: 200, body: { data: { billing_run: await readRun(tx, other), job: null } } };
    }
    const other = demandOpen(await demandUndecided(tx, id));
    const job = await joinRuns(tx, jobs, id, other, { by, requestId: request.id });
    return { status: 202, body: { data: { billing_run: await readRun(tx, other), job: presentJob(job) } } };
  });
  jobs.wake(INTAKE);
  return sent;
}
