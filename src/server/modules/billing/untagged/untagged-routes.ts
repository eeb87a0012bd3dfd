import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountSpend } from '#kernel/billing/untagged-spend.ts';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { malformed } from '#kernel/errors.ts';
import { demandedTags } from '#resources/demanded-tags.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { answers, arrayOf, object, pageMeta, text } from '#server/platform/http/describe.ts';
import { oneOf, pageOf, pageParameters, readTexts } from '#server/platform/http/query.ts';
import { monthIn, monthToClose } from '../close/months.ts';
import { guardReading, readingMuch, readingWhole, tags, type BillingParts } from '../parts.ts';
import { LACKS } from './lacks.ts';
import { accountSpend, serviceSpend, spendMeta, spendQuery } from './untagged-schemas.ts';
import { readAccounts, readRuns, readServices, readSpend, type SpendAsked } from './untagged-spend.ts';

/** Rows of the CSV that are written at once. */
const PORTION = 500;
const ASKED = ['month', 'provider', 'lacks'];
const csv = { content: { 'text/csv': { schema: { type: 'string' } } } };

/** @throws {Refusal} 400 */
function readAsked(texts: ReadonlyMap<string, string>): SpendAsked {
  return {
    month: monthIn(texts, 'month') ?? monthToClose(),
    provider: oneOf('provider', texts.get('provider'), BILL_PROVIDERS),
    lacks: oneOf('lacks', texts.get('lacks'), LACKS) ?? 'any',
  };
}

/** The columns of the CSV, and what stands in them. */
const COLUMNS: readonly (readonly [name: string, of: (row: AccountSpend) => unknown])[] = [
  ['owner_name', (row) => row.owner_name],
  ['owner_email', (row) => row.owner_email],
  ['provider', (row) => row.provider],
  ['identifier', (row) => row.identifier],
  ['name', (row) => row.name],
  ['cost_center', (row) => row.cost_center],
  ['currency', (row) => row.currency],
  ['amount', (row) => row.amount],
  ['spend', (row) => row.spend],
  ['share', (row) => row.share],
  ['no_tag', (row) => row.untagged],
  ...demandedTags.map(
    ({ name }) =>
      [`lacks_${name}`, (row: AccountSpend) => row.lacking.find(({ tag }) => tag === name)?.amount] as const,
  ),
  ['lines', (row) => row.lines],
  ['billing_runs', (row) => row.runs.join(' ')],
];

/** The rows of the CSV, in portions, between which others are served. */
async function* csvOf(rows: readonly AccountSpend[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([COLUMNS.map(([column]) => column)]);
  for (let at = 0; at < rows.length; at += PORTION) {
    const cells = rows
      .slice(at, at + PORTION)
      .map((row) => COLUMNS.map(([, of]) => neutraliseCell(String(of(row) ?? ''))));
    yield csvLines(cells);
    await setImmediate();
  }
}

/** What accounts of a month spend without the tags that are demanded, by owner. */
export function untaggedRoutes(scope: FastifyInstance, { db }: BillingParts): void {
  const onRequest = async (request: FastifyRequest) => void guardReading(request);
  scope.get(
    '/api/untagged_spend',
    {
      ...readingWhole,
      schema: {
        tags,
        summary: 'List the accounts that spend without demanded tags in a month, by owner',
        description:
          'Usage, credits and adjustments of accounts count, in all billing runs but those that failed, were superseded or reversed. The owner with the largest amount comes first.',
        querystring: { type: 'object', properties: { ...spendQuery, ...pageParameters } },
        response: answers(200, 'A page of them', object({ data: arrayOf(accountSpend), meta: spendMeta })),
      },
    },
    async (request) => {
      const texts = readTexts(request.query, [...ASKED, 'page', 'per_page']);
      const [asked, page] = [readAsked(texts), pageOf(texts)];
      const { accounts: data, totals } = await readSpend(db, asked, page);
      const total = totals.reduce((sum, { accounts }) => sum + accounts, 0);
      const runs = await readRuns(db, asked);
      const told = demandedTags.map(({ name, label }) => ({ name, label }));
      return { data, meta: { total, ...page, month: asked.month, tags: told, totals, runs } };
    },
  );
  scope.get(
    '/api/untagged_spend.csv',
    {
      ...readingMuch,
      schema: {
        tags,
        summary: 'Download the accounts that spend without demanded tags as CSV',
        querystring: { type: 'object', properties: spendQuery },
        response: answers(200, 'CSV', csv),
      },
    },
    async (request, reply) => {
      const asked = readAsked(readTexts(request.query, ASKED));
      const rows = await readAccounts(db, asked);
      const name = ['untagged_spend', asked.provider, asked.month].filter(Boolean).join('_');
      return asDownload(reply, `${name}.csv`, 'text/csv; charset=utf-8').send(Readable.from(csvOf(rows)));
    },
  );
  scope.get(
    '/api/untagged_spend/services',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List what the services of an account spend without demanded tags, by billing run',
        querystring: {
          type: 'object',
          properties: {
            ...spendQuery,
            by_identifier: text('The account, subscription or project; it must be told.'),
            ...pageParameters,
          },
        },
        response: answers(200, 'A page of them', object({ data: arrayOf(serviceSpend), meta: pageMeta })),
      },
    },
    async (request) => {
      const texts = readTexts(request.query, [...ASKED, 'by_identifier', 'page', 'per_page']);
      const [asked, page] = [readAsked(texts), pageOf(texts)];
      const account = texts.get('by_identifier')?.trim() || null;
      if (account === null) throw malformed('by_identifier must be the account, subscription or project.');
      const { rows, total } = await readServices(db, { ...asked, account }, page);
      return { data: rows, meta: { total, ...page } };
    },
  );
}
