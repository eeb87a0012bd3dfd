import type { FastifyInstance, FastifyRequest } from 'fastify';
import { conflict, invalid } from '#kernel/errors.ts';
import { whoAsks } from '#server/engine/who-asks.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { answers, arrayOf, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { invoiceFields, notNeeded } from '../additions/invoice-fields.ts';
import { demandUncorrected } from '../corrections/corrected-runs.ts';
import { holdInvoices } from '../intake/supersede.ts';
import { guardBilling, readingMuch, tags, type BillingParts } from '../parts.ts';
import { askForWorkbook } from '../pre-ap/workbook-job.ts';
import { fieldsOf, unknownFields } from '../routes/fields-of.ts';
import { askToAllocate } from '../runs/reallocate.ts';
import { addStep, demandRun, demandState, endRun, holdRun, readRun, readRunId } from '../runs/run.ts';
import { ALLOCATION } from '../runs/job-kinds.ts';
import { run, runParams, statement } from '../schemas.ts';
import { settleReview } from '../review/settle-review.ts';
import { beginFinalizing, DIGEST, FLAGS, readDigest, readFlags } from './begin-finalizing.ts';
import { FINALIZATION } from './finalize-job.ts';
import { answerInvoices } from './hold-invoices.ts';
import { mailReversal } from './options/accounts-payable.ts';
import { finalizedRun } from './options/option.ts';
import { askToTakeBack, REVERSAL } from './reversal-job.ts';
import { INVOICES, readAnswers } from './read-answers.ts';
import { reverseBills } from './reverse.ts';
import { readStatements } from './statements.ts';

interface OfRun {
  Params: { id: string };
}

const flag = { type: 'boolean' };
const fields = object(
  {
    ...Object.fromEntries(FLAGS.map((name) => [name, flag])),
    [DIGEST]: text('That of the run whose differences are accepted: others are refused then.'),
    [INVOICES]: {
      description: 'What is said of invoices that are held against nothing.',
      ...arrayOf(
        object(
          {
            ...invoiceFields,
            total: {
              type: ['string', 'number'],
              description: 'What the invoice comes to, such as "1234.50", as its PDF says.',
            },
            note: text('How the invoice was checked, where its total is not stated.'),
          },
          [...notNeeded, 'total', 'note'],
        ),
      ),
    },
  },
  [...FLAGS, DIGEST, INVOICES],
);
const withJob = object({ data: object({ billing_run: run, job: { $ref: 'job#' } }) });

/** Booking a run, taking it back, and what its owners are told. */
export function finalizeRoutes(scope: FastifyInstance, parts: BillingParts): void {
  const onRequest = async (request: FastifyRequest) => void guardBilling(request);
  const { db, services, queue, jobs } = parts;
  scope.post<OfRun>(
    '/api/billing_runs/:id/finalize',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Book a billing run, and do what is asked for with it',
        description:
          'Answers 202 with the run, which is finalizing, and its job. Refuses while anything is unallocated, totals differ or ' +
          'an invoice is held against nothing. Where a total in invoices differs from the lines, all that is said of invoices ' +
          'is kept and the run, which is processing then, is allocated anew with the difference instead of finalized. ' +
          'A run that is final does the options that it has not done.',
        params: runParams,
        headers: keyHeader,
        body: { anyOf: [fields, object({ billing_run: fields })] },
        response: answers(202, 'It is finalizing, or allocated anew', withJob, [404, 409, 422]),
      },
    },
    async (request, reply) => {
      const actor = guardBilling(request);
      noQuery(request);
      const body = fieldsOf(request.body === undefined ? {} : request.body);
      const id = readRunId(request.params.id);
      const errors = unknownFields(body, [...FLAGS, DIGEST, INVOICES]);
      const asked = readFlags(body, errors);
      const seen = readDigest(body, errors);
      const said = readAnswers(body, errors);
      if (errors.length > 0) throw invalid(errors);
      await queue.ready();
      const answer = await services.once(request, reply, async (tx) => {
        const held = await holdRun(tx, id);
        await settleReview(tx, held, { accept: asked.accept, seen }, actor.email);
        const differs = await answerInvoices(tx, held, said, actor);
        const job = differs
          ? await askToAllocate(tx, jobs, id, { createdBy: actor.email, requestId: request.id })
          : await beginFinalizing(tx, jobs, held, asked.options, { actor, requestId: request.id });
        return { status: 202, body: { data: { billing_run: await readRun(tx, id), job: presentJob(job) } } };
      });
      jobs.wake(FINALIZATION);
      jobs.wake(ALLOCATION);
      return answer;
    },
  );
  scope.post<OfRun>(
    '/api/billing_runs/:id/reverse',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Take the bills of a final run back, by a bill against each of them',
        description: 'Refused while a difference run stands on it that is open or final.',
        params: runParams,
        headers: keyHeader,
        response: answers(
          202,
          'It is reversed; the job takes it back in BigQuery where it was loaded, else makes its files anew',
          withJob,
          [404, 409, 422],
        ),
      },
    },
    async (request, reply) => {
      const actor = guardBilling(request);
      noQuery(request);
      const errors = unknownFields(fieldsOf(request.body === undefined ? {} : request.body), []);
      if (errors.length > 0) throw invalid(errors);
      const id = readRunId(request.params.id);
      await queue.ready();
      const answer = await longWork(() =>
        services.once(request, reply, async (tx) => {
          await holdInvoices(tx);
          const held = await holdRun(tx, id);
          if (held.state === 'reversed') throw conflict(`Run ${id} is reversed already.`);
          demandState(held, ['final'], 'there is nothing to be reversed');
          await demandUncorrected(tx, id);
          const count = await reverseBills(tx, services, id, whoAsks(request, actor));
          await mailReversal(tx, parts, await finalizedRun(tx, id, { by: actor, requestId: request.id }));
          const name = `Reverse ${count} ${count === 1 ? 'bill' : 'bills'}`;
          await addStep(tx, id, { name, by: actor.email, done: true });
          await endRun(tx, id, 'reversed');
          await tx.query('UPDATE billing_runs SET revision = revision + 1 WHERE id = $1', [id]);
          const who = { createdBy: actor.email, requestId: request.id };
          const files = await askForWorkbook(tx, jobs, id, who);
          const job = (await askToTakeBack(tx, parts, id, who)) ?? files;
          return {
            status: 202,
            body: { data: { billing_run: await readRun(tx, id), job: presentJob(job) } },
          };
        }),
      );
      jobs.wake(REVERSAL);
      return answer;
    },
  );
  scope.get<OfRun>(
    '/api/billing_runs/:id/statements',
    {
      ...readingMuch,
      schema: {
        tags,
        summary: 'See what owners would be mailed of a billing run',
        params: runParams,
        response: answers(200, 'One for each owner', object({ data: arrayOf(statement) }), [404]),
      },
    },
    async (request) => {
      noQuery(request);
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      return { data: await readStatements(db, id) };
    },
  );
}
