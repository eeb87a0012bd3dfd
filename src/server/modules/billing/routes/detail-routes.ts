import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { malformed } from '#kernel/errors.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { BYTE_ORDER_MARK, csvLines, csvPortions } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import {
  answers,
  arrayOf,
  integer,
  object,
  pageMeta,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { heavyWorkFor } from '#server/platform/http/heavy-answer.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import {
  numberOf,
  oneOf,
  pageOf,
  pageParameters,
  readTexts,
  type Page,
} from '#server/platform/http/query.ts';
import {
  beforeReadingMuch,
  guardReading,
  readingMuch,
  readingWhole,
  tags,
  type BillingParts,
} from '../parts.ts';
import { readSpread } from '../allocation/spread.ts';
import { readExceptions, readLines, readPostings, type LinesAsked, type Part } from '../runs/details.ts';
import { demandRun, readRunId } from '../runs/run.ts';
import { partAnswer, portionsOf } from '../runs/whole-part.ts';
import { exception, line, LINE_KINDS, posting } from '../detail-schemas.ts';
import { runParams } from '../schemas.ts';
import { LACKS } from '../untagged/lacks.ts';

interface OfRun {
  Params: { id: string };
}

const CSV_COLUMNS = [
  'company_code',
  'gl_account',
  'cost_center',
  'wbs_element',
  'amount',
  'currency',
  'reference',
  'text',
  'business_unit',
  'owner_email',
];
const MOST_POSTINGS = 1_000_000_000;
const LAST_LINE = 999_999_999;

/** All of a list, or the page of it that is asked for. @throws {Refusal} 400 */
function optionalPage(request: FastifyRequest): Page | null {
  const texts = readTexts(request.query, ['page', 'per_page']);
  return texts.size === 0 ? null : pageOf(texts);
}

/** A row of the file; 0 for what was not in it. @throws {Refusal} 400 */
const lineOf = (row: string) => (row === '0' ? 0 : numberOf('by_line', row, LAST_LINE));

/** @throws {Refusal} 400 */
function gapsOf(texts: ReadonlyMap<string, string>): LinesAsked['gaps'] {
  const lacks = oneOf('by_lacks', texts.get('by_lacks'), LACKS);
  const service = texts.get('by_service') ?? null;
  if (lacks === null && service !== null) throw malformed('by_service can only be given with by_lacks.');
  return lacks === null ? null : { lacks, service };
}

/** What of an invoice belongs to no account and is of one kind, and who bears it. */
const spread = object({
  reference: text('Invoice number'),
  currency: text('Such as EUR'),
  kind: { enum: LINE_KINDS },
  lines: integer,
  amount: text('A decimal with all the digits that the file has.'),
  rule: {
    enum: ['proportional', 'rounding', 'named'],
    description:
      'Split in proportion to what each is charged, a part of the largest posting, or charged to the cost center that was named.',
  },
  charged_to: { ...textOrNull, description: 'The cost center or WBS element that was named.' },
  postings: { ...integer, description: 'How many postings bear it.' },
  exceptions: { ...integer, description: 'How many exceptions bear a part of it as well.' },
});

const paged = { type: 'object', properties: pageParameters };
const meta = object({ total: integer });

/** What a run came to: postings, exceptions, and the lines with the way that each of them went. */
export function detailRoutes(scope: FastifyInstance, { db }: BillingParts): void {
  const onRequest = async (request: FastifyRequest) => void guardReading(request);
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    read: (page: Page) => Promise<Part>,
    page: Page | null,
  ) => {
    const body = await partAnswer(read, page, async () => {
      await beforeReadingMuch(request, reply);
      return heavyWorkFor(reply);
    });
    return reply.type('application/json; charset=utf-8').send(body);
  };
  const partRoute = (
    name: string,
    summary: string,
    schema: Record<string, unknown>,
    read: typeof readExceptions,
    guarded: { onRequest: typeof onRequest },
  ) =>
    scope.get<OfRun>(
      `/api/billing_runs/:id/${name}`,
      {
        ...guarded,
        schema: {
          tags,
          summary,
          params: runParams,
          querystring: paged,
          response: answers(200, 'All of them, or a page', object({ data: arrayOf(schema), meta }), [404]),
        },
      },
      async (request, reply) => {
        const page = optionalPage(request);
        const id = readRunId(request.params.id);
        await demandRun(db, id);
        return answer(request, reply, (part) => read(db, id, part), page);
      },
    );
  partRoute('exceptions', 'List what found no place in a billing run', exception, readExceptions, {
    onRequest,
  });
  partRoute(
    'spread',
    'List what of the invoices of a billing run belongs to no account, who bears it and by which rule',
    spread,
    readSpread,
    readingWhole,
  );

  scope.get<OfRun>(
    '/api/billing_runs/:id/postings',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the postings of a billing run',
        params: runParams,
        querystring: {
          type: 'object',
          properties: {
            ...pageParameters,
            by_identifier: text('The account, subscription or project whose lines are a part of it.'),
            by_line: {
              type: 'integer',
              minimum: 0,
              description: 'A row of the file: the postings that it is a part of; 0 for what was not in it.',
            },
            by_reference: text('Invoice number.'),
          },
        },
        response: answers(200, 'All of them, or a page', object({ data: arrayOf(posting), meta }), [404]),
      },
    },
    async (request, reply) => {
      const texts = readTexts(request.query, [
        'page',
        'per_page',
        'by_identifier',
        'by_line',
        'by_reference',
      ]);
      const page = texts.has('page') || texts.has('per_page') ? pageOf(texts) : null;
      const row = texts.get('by_line') || null;
      const asked = {
        account: texts.get('by_identifier')?.trim() || null,
        line: row === null ? null : lineOf(row),
        reference: texts.get('by_reference')?.trim() || null,
      };
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      return answer(request, reply, (part) => readPostings(db, id, asked, part), page);
    },
  );

  scope.get<OfRun>(
    '/api/billing_runs/:id/postings.csv',
    {
      ...readingMuch,
      schema: {
        tags,
        summary: 'Download the postings of a billing run as CSV',
        params: runParams,
        response: answers(200, 'CSV', { content: { 'text/csv': { schema: { type: 'string' } } } }, [404]),
      },
    },
    async (request, reply) => {
      noQuery(request);
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      const portions = portionsOf((page) => readPostings(db, id, null, page), heavyWorkFor(reply));
      async function* file(): AsyncGenerator<string> {
        yield BYTE_ORDER_MARK + csvLines([CSV_COLUMNS]);
        for await (const { rows } of portions)
          yield* csvPortions(
            rows.map((row) => CSV_COLUMNS.map((name) => neutraliseCell(String(row[name] ?? '')))),
          );
      }
      return asDownload(reply, `postings_run_${id}.csv`, 'text/csv; charset=utf-8').send(
        Readable.from(file(), { objectMode: false }),
      );
    },
  );

  scope.get<OfRun>(
    '/api/billing_runs/:id/lines',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the lines of a billing run, each with where it is charged and why',
        params: runParams,
        querystring: {
          type: 'object',
          properties: {
            ...pageParameters,
            by_identifier: text('The account, subscription or project.'),
            by_kind: { type: 'string', enum: LINE_KINDS },
            by_posting: { type: 'integer', description: 'The id of a posting of the run.' },
            by_lacks: {
              type: 'string',
              enum: LACKS,
              description:
                'What lines lack that can bear tags: any demanded tag, all tags, or one of those demanded. None of a run whose tags are not counted.',
            },
            by_service: text('Only with by_lacks: the service; empty for lines of none.'),
          },
        },
        response: answers(200, 'A page of them', object({ data: arrayOf(line), meta: pageMeta }), [404]),
      },
    },
    async (request) => {
      const texts = readTexts(request.query, [
        'page',
        'per_page',
        'by_identifier',
        'by_kind',
        'by_posting',
        'by_lacks',
        'by_service',
      ]);
      const page = pageOf(texts);
      const kind = texts.get('by_kind') || null;
      if (kind !== null && !LINE_KINDS.includes(kind))
        throw malformed(`by_kind must be one of ${LINE_KINDS.join(', ')}.`);
      const posted = texts.get('by_posting') || null;
      const asked = {
        account: texts.get('by_identifier')?.trim() || null,
        kind,
        posting: posted === null ? null : numberOf('by_posting', posted, MOST_POSTINGS),
        gaps: gapsOf(texts),
      };
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      const { rows, total } = await readLines(db, id, asked, page);
      return { data: rows, meta: { total, ...page } };
    },
  );
}
