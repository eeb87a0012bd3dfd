import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import { conflict, invalid, type FieldError } from '#kernel/errors.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { readBody } from '#server/engine/request-body.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { answers, arrayOf, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { presentJob, type JobRow } from '#server/platform/jobs/store.ts';
import { beginFinalizing, FLAGS, readFlags, type FinalizeAsked } from '../finalize/begin-finalizing.ts';
import { FINALIZATION } from '../finalize/finalize-job.ts';
import { confirmByReview } from '../finalize/hold-invoices.ts';
import { guardBilling, type BillingParts } from '../parts.ts';
import { askForWorkbook } from '../pre-ap/workbook-job.ts';
import { unknownFields } from '../routes/fields-of.ts';
import { demandState, type HeldRun, holdRun, readRun } from '../runs/run.ts';
import { difference, run } from '../schemas.ts';
import { compareReview } from './compare-review.ts';
import type { Difference } from './difference.ts';
import { readReview } from './read-review.ts';
import type { ReviewedWorkbook } from './review-row.ts';
import { acceptReview, dropReview, keepReview } from './settle-review.ts';

const fair = fairUse({ atOnce: 4, perMinute: 60, noun: 'uploads' });
const ACCEPT = 'accept_differences';
const flag = { type: 'boolean' };
const flags = Object.fromEntries(FLAGS.map((name) => [name, flag]));
const input = object({ provider: { enum: BILL_PROVIDERS }, ...flags }, [...FLAGS]);
const fields = object(
  {
    data: text('The reviewed workbook (XLSX) as base64 or as a data URL.'),
    input,
    [ACCEPT]: { ...flag, description: 'Book what the workbook changes; it may stand in `input` as well.' },
  },
  [ACCEPT],
);

interface AskedReview extends FinalizeAsked {
  provider: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands beside the file. @throws {Refusal} 422 that names every wrong field */
function readAsked(body: Record<string, unknown>, hasFile: boolean): AskedReview {
  const { input: told, data: _data, [ACCEPT]: accepted, ...others } = body;
  const errors: FieldError[] = unknownFields(others, []);
  if (!hasFile) errors.push({ field: 'data', message: 'data must be the file as base64.' });
  const said = isObject(told) ? told : {};
  if (!isObject(told))
    errors.push({ field: 'input', message: 'input must tell the provider and the options.' });
  errors.push(...unknownFields(said, ['provider', ...FLAGS]));
  const provider = BILL_PROVIDERS.find((one) => one === said['provider']);
  if (provider === undefined)
    errors.push({ field: 'provider', message: `provider must be one of ${BILL_PROVIDERS.join(', ')}.` });
  const asked = readFlags({ ...said, ...(accepted !== undefined && { [ACCEPT]: accepted }) }, errors);
  if (errors.length > 0 || provider === undefined) throw invalid(errors);
  return { provider, ...asked };
}

/** The run of a workbook, which must be as it was when the workbook was made. @throws {Refusal} 404, 409, 422 */
async function heldRun(
  tx: PoolClient,
  { run: id, version }: ReviewedWorkbook,
  provider: string,
): Promise<HeldRun> {
  const held = await holdRun(tx, id);
  if (held.provider !== provider)
    throw invalid([
      {
        field: 'provider',
        message: `The workbook is that of run ${id}, whose provider is ${held.provider}.`,
      },
    ]);
  demandState(held, ['ready', 'needs_review'], 'no reviewed workbook is taken for it');
  const { rows } = await tx.query<{ revision: number }>('SELECT revision FROM billing_runs WHERE id = $1', [
    id,
  ]);
  if (rows[0]?.revision !== version)
    throw conflict(
      `Run ${id} has changed since this workbook was made. Please review the workbook that the run has now.`,
    );
  return held;
}

/**
 * `POST /api/cloud_bills/parse_pre_ap` takes a reviewed workbook back and finalizes its run; where it differs from what was
 * sent, the differences are answered first.
 */
export function reviewRoute(scope: FastifyInstance, parts: BillingParts): void {
  const { services, queue, jobs } = parts;
  const resource = services.registry.get(cloudBills.name);
  scope.post(
    '/api/cloud_bills/parse_pre_ap',
    {
      bodyLimit: services.importLimit,
      config: { ...fair.config, fileMember: 'data' },
      onRequest: [async (request: FastifyRequest) => void guardBilling(request), fair.onRequest],
      schema: {
        tags: [resource.label[1]],
        summary: 'Finalize a billing run with its reviewed Pre-AP workbook',
        description:
          'Answers 202 with the run and its job: finalizing, or in need of a review where the workbook differs and the ' +
          'differences are not accepted.',
        headers: keyHeader,
        body: { anyOf: [fields, object({ [resource.singular]: fields })] },
        response: answers(
          202,
          'It is finalizing, or the workbook differs',
          object({
            data: object({ billing_run: run, job: { $ref: 'job#' }, differences: arrayOf(difference) }),
          }),
          [404, 409, 413, 422],
        ),
      },
    },
    async (request, reply) => {
      const actor = guardBilling(request);
      noQuery(request);
      const body = readBody(resource, request.body);
      const bytes = typeof body['data'] === 'string' ? request.bodyFile : null;
      const asked = readAsked(body, bytes !== null && bytes.length > 0);
      const workbook = await readReview(bytes ?? new Uint8Array());
      await queue.ready();
      const answer = await longWork(() =>
        services.once(request, reply, async (tx) => {
          const held = await heldRun(tx, workbook, asked.provider);
          const { job, differences } = await take(parts, tx, held, workbook, asked, {
            actor,
            requestId: request.id,
          });
          const billing_run = await readRun(tx, held.id);
          return { status: 202, body: { data: { billing_run, job: presentJob(job), differences } } };
        }),
      );
      jobs.wake(FINALIZATION);
      return answer;
    },
  );
}

async function take(
  { jobs }: BillingParts,
  tx: PoolClient,
  held: HeldRun,
  workbook: ReviewedWorkbook,
  asked: AskedReview,
  who: { actor: Actor; requestId: string },
): Promise<{ job: JobRow; differences: Difference[] }> {
  const review = await compareReview(tx, held, workbook.rows);
  await confirmByReview(tx, held, workbook.version, who.actor);
  const { differences } = review;
  const by = who.actor.email;
  if (differences.length > 0 && !asked.accept) {
    await keepReview(tx, held, review, by);
    // Its job tells who began the run.
    const job = await askForWorkbook(tx, jobs, held.id, { createdBy: by, requestId: who.requestId });
    return { job, differences };
  }
  if (differences.length > 0) await acceptReview(tx, held, review, by);
  else await dropReview(tx, held);
  return { job: await beginFinalizing(tx, jobs, held, asked.options, who), differences };
}
