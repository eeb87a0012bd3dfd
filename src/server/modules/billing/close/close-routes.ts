import type { FastifyInstance, FastifyRequest } from 'fastify';
import { malformed } from '#kernel/errors.ts';
import { XLSX_TYPE } from '#server/platform/files/xlsx.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { answers, arrayOf, fileOf, keyHeader, object, orNull, text } from '#server/platform/http/describe.ts';
import { invalid, type FieldError } from '#kernel/errors.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { numberOf, oneOf, readTexts } from '#server/platform/http/query.ts';
import { guardBilling, guardReading, readingMuch, tags, type BillingParts } from '../parts.ts';
import { sumOf } from '../pre-ap/pre-ap-sheet.ts';
import { fieldsOf, unknownFields } from '../routes/fields-of.ts';
import { accrualSheets, fileNameOf, postingsToBook } from './accrual-sheet.ts';
import { readAccrual, readAccrualId, readAccrualPostings } from './accrual.ts';
import { readBoard } from './board.ts';
import { accrual, accrualParams, accrualPosting, board, comparison, suggestion } from './close-schemas.ts';
import { compareAccrual } from './compare-accrual.ts';
import { askedOf, keepAccrual, readAsked, reverseAccrual } from './keep-accrual.ts';
import { monthIn, monthToClose } from './months.ts';
import { suggestAccrual } from './suggest-accrual.ts';

interface OfAccrual {
  Params: { id: string };
}

const MONTHS = 6;
const MOST_MONTHS = 24;
const reading = { onRequest: async (request: FastifyRequest) => void guardReading(request) };
const working = { onRequest: async (request: FastifyRequest) => void guardBilling(request) };
const asked = {
  provider: text('Whose invoice has not come.'),
  month: text('YYYY-MM, the month that it stands for.'),
  percent: {
    type: ['number', 'string'],
    description: 'Of the amounts of the last final month; 100 unless told.',
  },
};
const body = object(asked, ['percent']);

/** The sums of postings by currency. */
function totalsOf(postings: readonly { currency: string; amount: string }[]) {
  const groups = Map.groupBy(postings, ({ currency }) => currency);
  return [...groups].map(([currency, of]) => ({ currency, amount: sumOf(of.map(({ amount }) => amount)) }));
}

/** How far each month of each provider is, and the accruals that stand for invoices that have not come. */
export function closeRoutes(scope: FastifyInstance, parts: BillingParts): void {
  boardRoute(scope, parts);
  readingRoutes(scope, parts);
  changingRoutes(scope, parts);
}

function boardRoute(scope: FastifyInstance, { db }: BillingParts): void {
  scope.get(
    '/api/month_close',
    {
      ...reading,
      schema: {
        tags,
        summary: 'Tell how far each month of each provider is, and what is missing until it is closed',
        querystring: {
          type: 'object',
          properties: {
            month: text('YYYY-MM, the last one that is told; by default the month before this one.'),
            months: { type: 'integer', description: `How many months, ${MONTHS} unless told.` },
          },
        },
        response: answers(200, 'Provider by provider', object({ data: board })),
      },
    },
    async (request) => {
      const texts = readTexts(request.query, ['month', 'months']);
      const month = monthIn(texts, 'month') ?? monthToClose();
      const written = texts.get('months') || null;
      const count = written === null ? MONTHS : numberOf('months', written, MOST_MONTHS);
      return { data: await readBoard(db, month, count) };
    },
  );
  scope.get(
    '/api/billing_accruals/suggestion',
    {
      ...reading,
      schema: {
        tags,
        summary: 'Tell what would be accrued for a month, from the last final month of the provider',
        querystring: { type: 'object', properties: { ...asked, percent: text('100 unless told.') } },
        response: answers(200, 'What would be accrued', object({ data: suggestion })),
      },
    },
    async (request) => {
      const texts = readTexts(request.query, ['provider', 'month', 'percent']);
      const errors: FieldError[] = [];
      const wanted = askedOf(Object.fromEntries(texts), errors);
      if (errors.length > 0) throw malformed(errors.map(({ message }) => message).join(' '));
      const { from, left_out, postings } = await suggestAccrual(db, wanted);
      return { data: { from, left_out, percent: wanted.percent, totals: totalsOf(postings), postings } };
    },
  );
}

function readingRoutes(scope: FastifyInstance, { db }: BillingParts): void {
  scope.get<OfAccrual>(
    '/api/billing_accruals/:id',
    {
      ...reading,
      schema: {
        tags,
        summary: 'Read an accrual, with what its invoices came to',
        params: accrualParams,
        response: answers(
          200,
          'The accrual',
          object({
            data: object({
              accrual,
              postings: arrayOf(accrualPosting),
              comparison: {
                description: 'null until a run of the month is final.',
                ...orNull(comparison),
              },
            }),
          }),
          [404],
        ),
      },
    },
    async (request) => {
      noQuery(request);
      const found = await readAccrual(db, readAccrualId(request.params.id));
      const postings = await readAccrualPostings(db, found.id);
      return { data: { accrual: found, postings, comparison: await compareAccrual(db, found) } };
    },
  );
  scope.get<OfAccrual>(
    '/api/billing_accruals/:id/sheet.xlsx',
    {
      ...readingMuch,
      schema: {
        tags,
        summary: 'Download the sheet that finance books of an accrual, or of its reversal',
        description: 'The columns are those of the Pre-AP sheet of a run.',
        params: accrualParams,
        querystring: reversalQuery,
        response: answers(200, 'The workbook', fileOf(XLSX_TYPE), [404]),
      },
    },
    async (request, reply) => {
      const reversal = readReversal(request);
      const found = await readAccrual(db, readAccrualId(request.params.id));
      const sheets = accrualSheets(found, await postingsToBook(db, found, reversal), reversal);
      return asDownload(reply, `${fileNameOf(found, reversal)}.xlsx`, XLSX_TYPE).send(sheets);
    },
  );
}

export const reversalQuery = {
  type: 'object',
  properties: {
    reversal: {
      type: 'string',
      enum: ['true', 'false'],
      description: 'Whether it takes back what was booked.',
    },
  },
};

/** @throws {Refusal} 400 */
export const isReversal = (texts: ReadonlyMap<string, string>): boolean =>
  oneOf('reversal', texts.get('reversal'), ['true', 'false']) === 'true';

const readReversal = (request: FastifyRequest) => isReversal(readTexts(request.query, ['reversal']));

function changingRoutes(scope: FastifyInstance, { db, services }: BillingParts): void {
  scope.post(
    '/api/billing_accruals',
    {
      ...working,
      schema: {
        tags,
        summary: 'Accrue a month whose invoice has not come, from the last final month of the provider',
        description:
          'Nothing is booked by it: finance books its sheet, and the reversal once the invoice is there.',
        headers: keyHeader,
        body: { anyOf: [body, object({ billing_accrual: body })] },
        response: answers(201, 'The accrual', object({ data: accrual }), [409, 422]),
      },
    },
    async (request, reply) => {
      const { email } = guardBilling(request);
      noQuery(request);
      const wanted = readAsked(fieldsOf(request.body, 'billing_accrual'));
      return services.once(request, reply, async (tx) => {
        const id = await keepAccrual(tx, wanted, { email, requestId: request.id });
        return { status: 201, body: { data: await readAccrual(tx, id) } };
      });
    },
  );
  scope.post<OfAccrual>(
    '/api/billing_accruals/:id/reverse',
    {
      ...working,
      schema: {
        tags,
        summary: 'Take an accrual back',
        params: accrualParams,
        headers: keyHeader,
        response: answers(200, 'The accrual', object({ data: accrual }), [404, 409, 422]),
      },
    },
    async (request, reply) => {
      const { email } = guardBilling(request);
      noQuery(request);
      const errors = unknownFields(fieldsOf(request.body === undefined ? {} : request.body), []);
      if (errors.length > 0) throw invalid(errors);
      const { id } = await readAccrual(db, readAccrualId(request.params.id));
      return services.once(request, reply, async (tx) => {
        await reverseAccrual(tx, id, email);
        return { status: 200, body: { data: await readAccrual(tx, id) } };
      });
    },
  );
}
