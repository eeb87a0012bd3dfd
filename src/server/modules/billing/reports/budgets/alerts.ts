import { ALERT_COLUMNS, budgetAlertsCsv, listBudgetAlerts, type ListedAlert } from '#calls/budgets.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { headingOf } from '#kernel/csv/headings.ts';
import { forecastWords } from '#resources/budgets.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveFile, serveWhole } from '#server/platform/http/serve.ts';
import { ALERT_FORECAST } from './spend.ts';

/** The alerts `a` of budgets that still are there, of the month $1 or of all. */
const ALERTS = `FROM budget_alerts a JOIN budgets b ON b.id = a.budget_id WHERE ($1::date IS NULL OR a.month = $1)`;

const LIST = `SELECT a.budget_id, b.name, b.period, coalesce(c.identifier, b.account, u.name) AS charged_to,
  a.period_start AS "from", a.threshold, a.spent::text AS spent, a.amount::text AS amount, a.currency, ${ALERT_FORECAST} AS forecast,
  a.run_id AS billing_run, a.told_at AS at
FROM (SELECT a.* ${ALERTS} ORDER BY a.told_at DESC, a.budget_id, a.threshold DESC, a.basis LIMIT $2 OFFSET $3) a
JOIN budgets b ON b.id = a.budget_id LEFT JOIN cost_centers c ON c.id = b.cost_center_id
LEFT JOIN business_units u ON u.id = b.business_units_id ORDER BY a.told_at DESC, a.budget_id, a.threshold DESC, a.basis`;

const dayOf = (month: string | undefined) => (month === undefined ? null : `${month}-01`);

async function read(
  db: Runner,
  month: string | undefined,
  limit: number | null,
  offset = 0,
): Promise<ListedAlert[]> {
  return (await db.query<ListedAlert>({ text: LIST, values: [dayOf(month), limit, offset] })).rows;
}

/** The cells of an alert in the CSV, by column. */
const cellsOf = (row: ListedAlert): Record<(typeof ALERT_COLUMNS)[number], unknown> => ({
  ...row,
  forecast: row.forecast?.amount,
  forecast_by: row.forecast && forecastWords(row.period, row.forecast.by),
  at: new Date(row.at).toISOString(),
});

/** The calls for the thresholds that were reached, of all budgets: a few for each month. */
export function alertRoutes(door: Door, db: Database): void {
  serveWhole(door, listBudgetAlerts, async ({ query: { month, page, per_page } }) => {
    const { rows } = await db.query<{ total: number }>({
      text: `SELECT count(*)::integer AS total ${ALERTS}`,
      values: [dayOf(month)],
    });
    const data = await read(db, month, per_page, (page - 1) * per_page);
    return { data, meta: { total: rows[0]?.total ?? 0, page, per_page } };
  });
  serveFile(door, budgetAlertsCsv, async ({ query: { month } }, reply) => {
    const rows = (await read(db, month, null)).map(cellsOf);
    const cells = rows.map((row) => ALERT_COLUMNS.map((name) => neutraliseCell(String(row[name] ?? ''))));
    const name = ['budget_alerts', month].filter(Boolean).join('_');
    return asDownload(reply, `${name}.csv`, 'text/csv; charset=utf-8').send(
      BYTE_ORDER_MARK + csvLines([ALERT_COLUMNS.map(headingOf), ...cells]),
    );
  });
}
