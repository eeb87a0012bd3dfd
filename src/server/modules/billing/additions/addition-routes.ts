import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseId } from '#kernel/ids.ts';
import { answers, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { guardBilling, tags, type BillingParts } from '../parts.ts';
import { fieldsOf } from '../routes/fields-of.ts';
import { changeOpenRun } from '../runs/reallocate.ts';
import { readRunId } from '../runs/run.ts';
import { run, runParams } from '../schemas.ts';
import { invoiceFields, notNeeded } from './invoice-fields.ts';
import { addLine, noAddition, removeLine, stateTotal } from './change-invoice.ts';
import { ADDED_KINDS } from '#calls/runs.ts';
import { readAddition, readStatedTotal } from './read-addition.ts';

interface OfRun {
  Params: { id: string };
}

const decimal = { type: ['string', 'number'], description: 'A decimal such as "12.50".' };
const line = object(
  {
    ...invoiceFields,
    kind: { enum: ADDED_KINDS },
    amount: { ...decimal, description: 'A decimal such as "12.50"; a credit is below zero.' },
    reason: text('Why it is added.'),
  },
  notNeeded,
);
const total = object(
  {
    ...invoiceFields,
    amount: {
      type: ['string', 'number', 'null'],
      description: 'What the invoice comes to, such as "1234.50"; null takes back what was said before.',
    },
  },
  notNeeded,
);
const either = (fields: Record<string, unknown>) => ({ anyOf: [fields, object({ billing_run: fields })] });
const response = answers(
  202,
  'It is allocated anew',
  object({ data: object({ billing_run: run, job: { $ref: 'job#' } }) }),
  [404, 409, 422],
);

/** What an invoice has beside its file: lines of tax, credit and adjustment, and a total that somebody states. */
export function additionRoutes(scope: FastifyInstance, parts: BillingParts): void {
  const onRequest = async (request: FastifyRequest) => void guardBilling(request);
  scope.post<OfRun>(
    '/api/billing_runs/:id/lines',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Add a line to an invoice that its file leaves out, and allocate the run anew',
        description: 'It belongs to no account, so it is split by the rule for what is shared.',
        params: runParams,
        headers: keyHeader,
        body: either(line),
        response,
      },
    },
    async (request, reply) => {
      noQuery(request);
      const asked = readAddition(fieldsOf(request.body));
      const id = readRunId(request.params.id);
      const refused = 'no line can be added to it';
      return changeOpenRun(parts, request, reply, { id, refused }, (tx, _run, { email }) =>
        addLine(tx, id, asked, email),
      );
    },
  );
  scope.delete<{ Params: { id: string; line: string } }>(
    '/api/billing_runs/:id/lines/:line',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Remove a line that was added, and allocate the run anew',
        params: object({ id: text('The id of the run.'), line: text('The id of the added line.') }),
        headers: keyHeader,
        response,
      },
    },
    async (request, reply) => {
      noQuery(request);
      const id = readRunId(request.params.id);
      const added = parseId(request.params.line);
      if (added === null) throw noAddition(request.params.line.slice(0, 60));
      const refused = 'no line of it can be removed';
      return changeOpenRun(parts, request, reply, { id, refused }, (tx) => removeLine(tx, id, added));
    },
  );
  scope.post<OfRun>(
    '/api/billing_runs/:id/totals',
    {
      onRequest,
      schema: {
        tags,
        summary: 'State what an invoice comes to, and allocate the run anew',
        description: 'It goes before what the file states, and is held against the lines.',
        params: runParams,
        headers: keyHeader,
        body: either(total),
        response,
      },
    },
    async (request, reply) => {
      noQuery(request);
      const asked = readStatedTotal(fieldsOf(request.body));
      const id = readRunId(request.params.id);
      const refused = 'no total of it can be stated';
      return changeOpenRun(parts, request, reply, { id, refused }, (tx, _run, { email }) =>
        stateTotal(tx, id, asked, email),
      );
    },
  );
}
