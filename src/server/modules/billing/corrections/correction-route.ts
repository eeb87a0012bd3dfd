import type { FastifyInstance } from 'fastify';
import { conflict } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { answers, arrayOf, integer, object, text, textOrNull } from '#server/platform/http/describe.ts';
import { limitOf, pageOf, pageParameters, readTexts, type Page } from '#server/platform/http/query.ts';
import { money } from '../money.ts';
import { readingWhole, tags, type BillingParts } from '../parts.ts';
import { demandRun, readRunId } from '../runs/run.ts';
import { cloud, runParams } from '../schemas.ts';
import { bookedBefore, correctedBy } from './corrected-runs.ts';

const PLACE = 'cloud, reference, currency, company_code, gl_account, cost_center, wbs_element';

/** All places of the invoices of a difference run, with what is booked before it and by it. */
const PLACES = `
places AS (
  SELECT ${PLACE}, sum(before) AS before, sum(difference) AS difference, min(posting) AS posting FROM (
    SELECT ${PLACE}, amount AS before, 0 * amount AS difference, NULL::integer AS posting FROM ${bookedBefore('$1')} b
    UNION ALL
    SELECT ${PLACE}, 0 * amount, amount, n FROM billing_postings WHERE run_id = $1) both_sides
  GROUP BY ${PLACE}
)`;

const COUNTS = `
WITH ${PLACES}
SELECT count(*) FILTER (WHERE posting IS NOT NULL)::integer AS total,
  count(*) FILTER (WHERE posting IS NULL AND before <> 0)::integer AS unchanged FROM places`;

const TOTALS = `
WITH ${PLACES}
SELECT currency, sum(before)::text AS before, sum(before + difference)::text AS now, sum(difference)::text AS difference
FROM places GROUP BY currency ORDER BY currency`;

const CHANGED = `
WITH ${PLACES}
SELECT posting, cloud AS provider, reference, currency, company_code, gl_account, cost_center, wbs_element, before::text AS before,
  (before + difference)::text AS now, difference::text AS difference
FROM places WHERE posting IS NOT NULL
ORDER BY reference, currency, company_code, gl_account, cost_center, wbs_element, cloud`;

interface Correction {
  rows: Record<string, unknown>[];
  total: number;
  unchanged: number;
  totals: Record<string, unknown>[];
}

/** A page of what a difference run changes, and what all of it comes to. */
async function readCorrection(db: Runner, run: number, page: Page): Promise<Correction> {
  const values = [run];
  const counted = await db.query<{ total: number; unchanged: number }>({ text: COUNTS, values });
  const totals = await db.query<Record<string, unknown>>({ text: TOTALS, values });
  const { rows } = await db.query<Record<string, unknown>>({ text: `${CHANGED} ${limitOf(page)}`, values });
  return { rows, totals: totals.rows, ...(counted.rows[0] ?? { total: 0, unchanged: 0 }) };
}

const sides = {
  before: { ...money, description: 'What is booked by the runs that it corrects.' },
  now: { ...money, description: 'What is booked with it.' },
  difference: { ...money, description: 'What it books.' },
};
const currency = text('Such as EUR');
const row = object({
  posting: { ...integer, description: 'The id of the posting.' },
  provider: cloud,
  reference: text('Invoice number'),
  currency,
  company_code: text('Company code'),
  gl_account: text('GL account'),
  cost_center: { ...textOrNull, description: 'Either this or the WBS element.' },
  wbs_element: textOrNull,
  ...sides,
});

/** `GET …/correction`: what a difference run changes, posting by posting. */
export function correctionRoute(scope: FastifyInstance, { db }: BillingParts): void {
  scope.get<{ Params: { id: string } }>(
    '/api/billing_runs/:id/correction',
    {
      ...readingWhole,
      schema: {
        tags,
        summary: 'Tell what a difference run changes: what is booked before it, with it, and the difference',
        params: runParams,
        querystring: { type: 'object', properties: pageParameters },
        response: answers(
          200,
          'A page of the postings that change, and what all of them come to',
          object({
            data: arrayOf(row),
            meta: object({
              total: integer,
              page: integer,
              per_page: integer,
              unchanged: { ...integer, description: 'How many postings stay as they are, and are left out.' },
              totals: {
                description: 'Of all places of its invoices, by currency.',
                ...arrayOf(object({ currency, ...sides })),
              },
            }),
          }),
          [404, 409],
        ),
      },
    },
    async (request) => {
      const page = pageOf(readTexts(request.query, ['page', 'per_page']));
      const id = readRunId(request.params.id);
      await demandRun(db, id);
      if ((await correctedBy(db, id)).length === 0)
        throw conflict(`Run ${id} books no difference: it is no correction of another run.`);
      const { rows, ...meta } = await readCorrection(db, id, page);
      return { data: rows, meta: { ...meta, ...page } };
    },
  );
}
