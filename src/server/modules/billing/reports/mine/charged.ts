import { MONTHS_LISTED, SERVICES_LISTED, type MyCharge, type MySpend } from '#calls/my-cloud.ts';
import { costCenters } from '#resources/cost-centers.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page, type PageOf } from '#server/platform/http/query.ts';
import { isReplaced } from '../../runs/corrected-runs.ts';
import { takenByPool } from '../../runs/pooled.ts';
import { isBooked } from '../../runs/run-states.ts';

/**
 * The postings `mine` that final runs booked on the cost centers of $1: whose cost centers are, the model declares.
 * @param which what else holds of the run `r` and the posting `p`, as SQL
 */
const minePostings = (services: EngineServices, which = 'true'): string => `
mine AS MATERIALIZED (
  SELECT p.*, r.month, r.provider FROM billing_postings p JOIN billing_runs r ON r.id = p.run_id
  WHERE ${isBooked('r')} AND ${which} AND p.cost_center_id IN (
    SELECT c.id FROM cost_centers c WHERE ${services.owned(costCenters)('c', '$1')})
)`;

/**
 * By month and currency the lines of accounts by their service; of an invoice that came again those of the newest run. What is left of
 * the postings belongs to no account, or is rounding, so that the parts of a month come to its postings to the cent.
 */
const SPEND = `, months AS (
  SELECT month, currency, sum(amount) AS amount, max(scale(amount)) AS decimals, count(*) AS postings FROM mine GROUP BY 1, 2
), services AS (
  SELECT m.month, m.currency, s.service, sum(s.amount * h.share) AS amount, count(DISTINCT (m.run_id, m.n)) AS postings
  FROM mine m JOIN billing_shares h ON h.run_id = m.run_id AND h.posting = m.n AND NOT h.rounding
  CROSS JOIN LATERAL (
    SELECT l.run_id, l.invoice, l.service, l.amount FROM billing_tag_sums l ${takenByPool('l')}
    WHERE l.run_id = h.run_id AND l.invoice = h.invoice AND l.account = h.account AND q.bearer IS NULL
    UNION ALL
    SELECT p.run_id, p.invoice, nullif(p.service, ''), p.amount FROM billing_pooled p
    WHERE p.run_id = h.run_id AND p.invoice = h.invoice AND p.bearer = h.account) s
  WHERE NOT ${isReplaced('s.run_id', 's.invoice', isBooked('d'))} GROUP BY 1, 2, 3
), largest AS (
  SELECT currency, service, row_number() OVER (PARTITION BY currency ORDER BY sum(abs(amount)) DESC, service) AS place
  FROM services WHERE service IS NOT NULL GROUP BY 1, 2
), listed AS (
  SELECT s.month, s.currency, CASE WHEN l.place <= ${SERVICES_LISTED} THEN 'service' ELSE 'others' END AS part,
    CASE WHEN l.place <= ${SERVICES_LISTED} THEN s.service END AS service, round(sum(s.amount), max(m.decimals)) AS amount,
    max(s.postings) AS postings, min(l.place) AS place
  FROM services s JOIN months m USING (month, currency) LEFT JOIN largest l ON l.currency = s.currency AND l.service = s.service
  GROUP BY 1, 2, 3, 4
), parts AS (
  SELECT * FROM listed
  UNION ALL
  SELECT m.month, m.currency, 'shared', NULL, m.amount - coalesce(t.amount, 0), m.postings, NULL
  FROM months m LEFT JOIN (SELECT month, currency, sum(amount) AS amount FROM listed GROUP BY 1, 2) t USING (month, currency)
  WHERE m.amount <> coalesce(t.amount, 0)
)
SELECT to_char(month, 'YYYY-MM') AS month, currency, part, service, amount::text AS amount, postings::integer AS postings
FROM parts ORDER BY currency, month, place NULLS LAST, part`;

/** What was charged to somebody's cost centers by month and service. */
export async function readMySpend(services: EngineServices, email: string): Promise<MySpend[]> {
  const recent = `r.month > date_trunc('month', today()) - make_interval(months => ${MONTHS_LISTED})`;
  const text = `WITH ${minePostings(services, recent)} ${SPEND}`;
  return (await services.db.query<MySpend>({ text, values: [email] })).rows;
}

const CHARGE = `SELECT run_id AS billing_run, n AS posting, to_char(month, 'YYYY-MM') AS month, provider, reference,
  coalesce(cost_center, wbs_element) AS charged_to, text, amount::text AS amount, currency FROM mine`;

/** What final runs booked on somebody's cost centers in a month, YYYY-MM. */
export async function readMyCharges(
  services: EngineServices,
  email: string,
  month: string,
  page: Page,
): Promise<PageOf<MyCharge>> {
  const mine = `WITH ${minePostings(services, 'r.month = $2::date')}`;
  const values = [email, `${month}-01`];
  const { rows } = await services.db.query<MyCharge>({
    text: `${mine} ${CHARGE} ORDER BY currency, mine.amount DESC, run_id, n ${limitOf(page)}`,
    values,
  });
  const counted = await services.db.query<{ total: number }>({
    text: `${mine} SELECT count(*)::integer AS total FROM mine`,
    values,
  });
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Whether a posting is a charge to one of somebody's cost centers, and booked. */
export async function isMine(
  runner: Runner,
  services: EngineServices,
  email: string,
  { run, posting }: { run: number; posting: number },
): Promise<boolean> {
  const { rowCount } = await runner.query({
    text: `WITH ${minePostings(services, 'p.run_id = $2 AND p.n = $3')} SELECT FROM mine`,
    values: [email, run, posting],
  });
  return (rowCount ?? 0) > 0;
}
