import type { BillingExportConfig } from '#server/platform/config/bigquery.ts';
import { bigQueryFailure, openBigQuery } from '../../intake/sources/big-query-client.ts';

/** The costs of a project in a month that is not billed yet. */
export interface MonthSoFar {
  /** The project's id; null for what belongs to none, such as tax and support. */
  project: string | null;
  name: string | null;
  /** Such as EUR. */
  currency: string;
  /** Decimals with as many digits as BigQuery keeps; credits are below zero. */
  cost: string;
  credits: string;
}

const MOST_ROWS = 100_000;

/**
 * The costs that Google puts on the invoice of @month, by project and currency. They are floats in the export, which
 * Google itself sums as NUMERIC. Each line has its credits as a list.
 */
const statementOf = (table: string) => `
SELECT project.id AS project_id, ANY_VALUE(project.name) AS project_name, currency,
  CAST(SUM(CAST(cost AS NUMERIC)) AS STRING) AS cost_sum,
  CAST(SUM(IFNULL((SELECT SUM(CAST(credit.amount AS NUMERIC)) FROM UNNEST(credits) AS credit), 0)) AS STRING) AS credit_sum
FROM \`${table}\`
WHERE invoice.month = @month
GROUP BY 1, 3
ORDER BY 1, 3
LIMIT ${MOST_ROWS}`;

interface ExportRow {
  project_id: string | null;
  project_name: string | null;
  currency: string;
  cost_sum: string;
  credit_sum: string;
}

/**
 * Reads what a month costs so far from Google's billing export, with one query, page by page.
 * @param month YYYY-MM
 * @throws {Refusal} 422 where BigQuery refuses the query, 503 where it is not reached
 */
export async function readBillingExport(target: BillingExportConfig, month: string): Promise<MonthSoFar[]> {
  try {
    const client = await openBigQuery(target);
    const [job] = await client.createQueryJob({
      query: statementOf(target.table),
      params: { month: month.replace('-', '') },
      jobPrefix: 'skyledger_month_so_far_',
    });
    const [rows] = (await job.getQueryResults()) as [ExportRow[], ...unknown[]];
    return rows.map(
      ({ project_id: project, project_name: name, currency, cost_sum: cost, credit_sum: credits }) => ({
        project,
        name,
        currency,
        cost,
        credits,
      }),
    );
  } catch (error) {
    throw bigQueryFailure('BigQuery did not return what the running month costs', error);
  }
}
