import pg from 'pg';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { JobKind } from '#server/platform/jobs/kind.ts';
import { guardBilling } from '../../runs/parts.ts';
import { readBillingExport } from '../big-query/billing-export.ts';
import { keepUnbilled, runningMonth } from './unbilled.ts';

/** Names the jobs that refresh what the dashboard and the chart sum up. */
export const REFRESH = 'dashboard_refresh';

const CHART = 'Sum up the bills';
const DASHBOARD = 'Count the records';

const EXPORT = 'Read the billing export';

/**
 * Sums up all bills anew for the chart, and counts all records for the dashboard. Triggers keep both as records change, so
 * this finds a difference only where somebody wrote past them, such as by a restoration of single tables. Where Google's
 * billing export is configured, it comes last: what the running month costs so far is put in the place of what was read
 * before.
 */
export function refreshJob({ db, config }: { db: Database; config: Config }): JobKind {
  const { billingExport } = config;
  return {
    name: REFRESH,
    guard: guardBilling,
    attempts: 3,
    steps: [CHART, DASHBOARD, ...(billingExport ? [EXPORT] : [])],
    async run(context) {
      await context.step(CHART);
      const bills = await sumBills(db);
      context.signal.throwIfAborted();
      await context.step(DASHBOARD);
      const records = await countRecords(db);
      if (!billingExport) return async () => ({ bills, records });
      context.signal.throwIfAborted();
      await context.step(EXPORT);
      const month = await runningMonth(db);
      const costs = await readBillingExport(billingExport, month);
      return async (tx) => {
        await keepUnbilled(tx, { month, source: billingExport.table, by: context.createdBy }, costs);
        return {
          bills,
          records,
          unbilled_month: month,
          unbilled_projects: new Set(costs.map(({ project }) => project)).size,
        };
      };
    },
  };
}

/** Who writes bills meanwhile waits, so that no bill is summed twice or left out. @returns how many there are */
const sumBills = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.query('LOCK TABLE cloud_bills IN SHARE ROW EXCLUSIVE MODE');
    await tx.query('DELETE FROM cloud_bill_sums');
    await tx.query(
      `INSERT INTO cloud_bill_sums (identifier, network, date, currency, amount, bills)
       SELECT identifier, coalesce(cost_center_networks_id, 0), date, currency, sum(amount), count(*) FROM cloud_bills GROUP BY 1, 2, 3, 4`,
    );
    const { rows } = await tx.query<{ bills: number }>(
      'SELECT coalesce(sum(bills), 0)::bigint AS bills FROM cloud_bill_sums',
    );
    return rows[0]?.bills ?? 0;
  });

/** Each model by itself, so that who writes others does not wait. @returns how many records there are in all */
async function countRecords(db: Database): Promise<number> {
  const { rows } = await db.query<{ resource: string }>(
    'SELECT DISTINCT resource FROM record_counts WHERE to_regclass(quote_ident(resource)) IS NOT NULL ORDER BY 1',
  );
  let total = 0;
  for (const { resource } of rows) {
    const table = pg.escapeIdentifier(resource);
    total += await db.transaction(async (tx) => {
      await tx.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
      await tx.query('DELETE FROM record_counts WHERE resource = $1', [resource]);
      const counted = await tx.query<{ records: number }>(
        `INSERT INTO record_counts (resource, records) SELECT $1, count(*) FROM ${table} RETURNING records`,
        [resource],
      );
      return counted.rows[0]?.records ?? 0;
    });
  }
  return total;
}
