import type { AnswerOf } from '#calls/call.ts';
import {
  readCorrection as readCorrectionCall,
  type Corrected,
  type CorrectedTotal,
} from '#calls/corrections.ts';
import { conflict } from '#kernel/errors.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveWhole } from '#server/platform/http/serve.ts';
import { demandRun } from '../runs/run.ts';
import { bookedBefore, correctedBy } from '../runs/corrected-runs.ts';

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

/** A page of what a difference run changes, and what all of it comes to. */
async function readCorrection(
  db: Runner,
  run: number,
  page: Page,
): Promise<AnswerOf<typeof readCorrectionCall>> {
  const values = [run];
  const counted = await db.query<{ total: number; unchanged: number }>({ text: COUNTS, values });
  const totals = await db.query<CorrectedTotal>({ text: TOTALS, values });
  const { rows } = await db.query<Corrected>({ text: `${CHANGED} ${limitOf(page)}`, values });
  const { total = 0, unchanged = 0 } = counted.rows[0] ?? {};
  return { data: rows, meta: { total, ...page, unchanged, totals: totals.rows } };
}

/** `GET …/correction`: what a difference run changes, posting by posting. */
export function correctionRoute(door: Door, db: Database): void {
  serveWhole(door, readCorrectionCall, async ({ params: { id }, query }) => {
    await demandRun(db, id);
    if ((await correctedBy(db, id)).length === 0)
      throw conflict(`Run ${id} books no difference: it is no correction of another run.`);
    return readCorrection(db, id, query);
  });
}
