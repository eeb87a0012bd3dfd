import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answers, arrayOf, keyHeader, object, pageMeta, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { numberOf, pageOf, pageParameters, readTexts } from '#server/platform/http/query.ts';
import { guardBilling, guardReading, tags, type BillingParts } from '../parts.ts';
import { fieldsOf } from '../routes/fields-of.ts';
import { changeOpenRun } from '../runs/reallocate.ts';
import { demandRun, readRunId } from '../runs/run.ts';
import { run, runParams } from '../schemas.ts';
import { decide, readDecision } from './decide.ts';
import { readDoubled } from './doubled.ts';
import { readPools } from './read-pools.ts';
import { readBearers } from './read-seats.ts';
import { bearer, copilotOfRun } from './schemas.ts';

interface OfRun {
  Params: { id: string };
}

const MOST_POSTINGS = 1_000_000_000;
const decision = object({
  organization: text('As `billed_twice` calls it.'),
  reason: text('Why both runs charge it.'),
});

/** What a run charges for GitHub: by organization, by seat, and what another run charges as well. */
export function copilotRunRoutes(scope: FastifyInstance, parts: BillingParts): void {
  const { db } = parts;
  const onRequest = async (request: FastifyRequest) => void guardReading(request);
  scope.get<OfRun>(
    '/api/billing_runs/:id/copilot',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Tell what a billing run charges for GitHub, and what another one charges as well',
        params: runParams,
        response: answers(200, 'By organization', object({ data: copilotOfRun }), [404]),
      },
    },
    async (request) => {
      noQuery(request);
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      const doubled = await readDoubled(db, id);
      const billed_twice = doubled.map(({ cloud: _cloud, lines: _lines, ...told }) => told);
      return { data: { accounts: await readPools(db, id), billed_twice } };
    },
  );
  scope.get<OfRun>(
    '/api/billing_runs/:id/seats',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List who bears what a billing run charges for GitHub, as it was when the run was allocated',
        params: runParams,
        querystring: {
          type: 'object',
          properties: {
            ...pageParameters,
            by_posting: { type: 'integer', description: 'The id of a posting of the run.' },
            by_identifier: text('The account of the lines.'),
            by_charged: text('The cost center or WBS element that is charged.'),
          },
        },
        response: answers(200, 'A page of them', object({ data: arrayOf(bearer), meta: pageMeta }), [404]),
      },
    },
    async (request) => {
      const texts = readTexts(request.query, [
        'page',
        'per_page',
        'by_posting',
        'by_identifier',
        'by_charged',
      ]);
      const page = pageOf(texts);
      const posted = texts.get('by_posting') || null;
      const asked = {
        posting: posted === null ? null : numberOf('by_posting', posted, MOST_POSTINGS),
        account: texts.get('by_identifier')?.trim() || null,
        charged: texts.get('by_charged')?.trim() || null,
      };
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      const { rows, total } = await readBearers(db, id, asked, page);
      return { data: rows, meta: { total, ...page } };
    },
  );
  scope.post<OfRun>(
    '/api/billing_runs/:id/copilot_decisions',
    {
      onRequest: async (request) => void guardBilling(request),
      schema: {
        tags,
        summary: 'Say why GitHub Copilot of an organization is charged by this run and by another one',
        params: runParams,
        headers: keyHeader,
        body: { anyOf: [decision, object({ billing_run: decision })] },
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
      const asked = readDecision(fieldsOf(request.body));
      const id = readRunId(request.params.id);
      const refused = 'nothing can be decided in it';
      return changeOpenRun(parts, request, reply, { id, refused }, (tx, _run, { email }) =>
        decide(tx, id, asked, email),
      );
    },
  );
}
