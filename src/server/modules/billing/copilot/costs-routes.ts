import type { FastifyInstance } from 'fastify';
import { MONTH } from '#kernel/dates.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { malformed } from '#kernel/errors.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { answers, arrayOf, object, text } from '#server/platform/http/describe.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { monthToClose } from '../close/months.ts';
import { readingMuch, readingWhole, type BillingParts } from '../parts.ts';
import { type CopilotCost, type Months, readCosts } from './costs.ts';
import { copilotCost, copilotTotals } from './schemas.ts';

const tags = ['GitHub'];
const MOST_MONTHS = 60;
const CSV_COLUMNS = [
  'month',
  'cost_center',
  'wbs_element',
  'company_code',
  'owner_email',
  'business_unit',
  'seats',
  'fallback_seats',
  'amount',
  'currency',
  'billing_run',
  'provider',
  'state',
];

const months = {
  type: 'object',
  properties: {
    month: text('YYYY-MM; by default the month before this one.'),
    from: text('YYYY-MM, the first of several months.'),
    to: text('YYYY-MM, the last of several months.'),
  },
};

const numberOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

/** @throws {Refusal} 400 */
function readMonths(query: unknown): Months {
  const texts = readTexts(query, ['month', 'from', 'to']);
  const read = (name: string): string | null => {
    const month = texts.get(name)?.trim() || null;
    if (month !== null && !MONTH.test(month)) throw malformed(`${name} must be a month such as 2026-03.`);
    return month;
  };
  const [month, from, to] = [read('month'), read('from'), read('to')];
  if (month !== null && (from !== null || to !== null))
    throw malformed('month cannot be given together with from and to.');
  const first = month ?? from ?? to ?? monthToClose();
  const last = month ?? to ?? from ?? first;
  const count = numberOf(last) - numberOf(first) + 1;
  if (count < 1) throw malformed('to must not lie before from.');
  if (count > MOST_MONTHS) throw malformed(`At most ${MOST_MONTHS} months can be asked for at once.`);
  return { from: first, to: last };
}

/** A line of the CSV for each currency. */
const linesOf = ({ amounts, billing_run: { id, provider, state }, ...row }: CopilotCost): string[][] =>
  amounts.map((of) => {
    const cells: Record<string, unknown> = { ...row, ...of, billing_run: id, provider, state };
    return CSV_COLUMNS.map((name) => neutraliseCell(String(cells[name] ?? '')));
  });

/** `GET /api/github/copilot_costs`: what cost centers are charged for Copilot, month by month, and the same as CSV. */
export function copilotCostsRoutes(scope: FastifyInstance, { db }: BillingParts): void {
  scope.get(
    '/api/github/copilot_costs',
    {
      ...readingWhole,
      schema: {
        tags,
        summary: 'List what each cost center is charged for GitHub Copilot in a month, by billing run',
        description:
          'Runs that failed, were superseded or reversed do not count. What nobody is charged for has neither cost center nor WBS element.',
        querystring: months,
        response: answers(200, 'All of them', object({ data: arrayOf(copilotCost), meta: copilotTotals })),
      },
    },
    async (request) => {
      const asked = readMonths(request.query);
      const { rows, totals, runs } = await readCosts(db, asked);
      return { data: rows, meta: { total: rows.length, ...asked, totals, runs } };
    },
  );
  scope.get(
    '/api/github/copilot_costs.csv',
    {
      ...readingMuch,
      schema: {
        tags,
        summary: 'Download what each cost center is charged for GitHub Copilot as CSV',
        querystring: months,
        response: answers(200, 'CSV', { content: { 'text/csv': { schema: { type: 'string' } } } }),
      },
    },
    async (request, reply) => {
      const asked = readMonths(request.query);
      const { rows } = await readCosts(db, asked);
      const name = `copilot_costs_${asked.from === asked.to ? asked.from : `${asked.from}_${asked.to}`}.csv`;
      return asDownload(reply, name, 'text/csv; charset=utf-8').send(
        BYTE_ORDER_MARK + csvLines([CSV_COLUMNS, ...rows.flatMap(linesOf)]),
      );
    },
  );
}
