import { MOST_BUDGETS, type Due, type MyBudget } from '#calls/my-cloud.ts';
import { budgets } from '#resources/budgets.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { isReplaced } from '../../runs/corrected-runs.ts';
import { isBooked } from '../../runs/run-states.ts';
import { bitsOf, isTaggable } from '../../explain/lacks.ts';
import { FORECAST, FORECASTS, PERIOD, spentOf } from '../budgets/spend.ts';

/** The budgets of somebody, each with the newest period in which anything was booked, else the current one. */
export async function budgetsOfOwner(services: EngineServices, email: string): Promise<MyBudget[]> {
  const { rows } = await services.db.query<MyBudget>({
    text: `WITH ${spentOf(services.owned(budgets)('b', '$1'))}, ${FORECASTS}
SELECT b.id, b.name, b.amount::text AS amount, b.currency, b.period, coalesce(c.identifier, b.account) AS charged_to,
  (SELECT ${PERIOD} FROM periods p WHERE p.id = b.id ORDER BY p.booked DESC, p."from" DESC LIMIT 1) AS latest,
  (SELECT ${FORECAST} FROM forecasts f WHERE f.id = b.id) AS forecast
FROM budget b LEFT JOIN cost_centers c ON c.id = b.cost_center_id ORDER BY lower(b.name), b.id LIMIT ${MOST_BUDGETS}`,
    values: [email],
  });
  return rows;
}

/** The accounts of somebody whose lines lack demanded tags in the last month that is final, the largest amounts first. */
export async function untaggedOfOwner(services: EngineServices, email: string): Promise<Due[]> {
  const { rows } = await services.db.query<Due>({
    text: `WITH last AS (
  SELECT max(month) AS month FROM billing_runs r WHERE ${isBooked('r')} AND r.tag_keys IS NOT NULL
), lacking AS (
  SELECT p.id, coalesce(nullif(p.name, ''), p.identifier) AS title, i.currency, round(sum(s.amount), max(i.decimals)) AS amount
  FROM last JOIN billing_runs r ON r.month = last.month AND ${isBooked('r')}
  JOIN billing_tag_sums s ON s.run_id = r.id AND ${isTaggable('s')} AND s.lacks & (${bitsOf('r.tag_keys', `'any'`)}) <> 0
  JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
  JOIN cloud_parents p ON lower(btrim(p.identifier)) = lower(s.account)
  WHERE ${services.owned(cloudParents)('p', '$1')} AND NOT ${isReplaced('s.run_id', 's.invoice', isBooked('d'))}
  GROUP BY 1, 2, 3 HAVING sum(s.amount) > 0
)
SELECT 'tags' AS kind, '${cloudParents.name}' AS model, id, title,
  string_agg(amount || ' ' || currency, ', ' ORDER BY currency) AS detail, NULL AS day, false AS over
FROM lacking GROUP BY id, title ORDER BY max(amount) DESC, id`,
    values: [email],
  });
  return rows;
}
