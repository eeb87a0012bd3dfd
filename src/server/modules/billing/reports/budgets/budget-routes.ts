import { listBudgetsOfCostCenter, listBudgetsReached, readBudgetSpend } from '#calls/budgets.ts';
import { budgets } from '#resources/budgets.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { noRecord } from '#server/engine/records.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve } from '#server/platform/http/serve.ts';
import { alertRoutes } from './alerts.ts';
import { readOfCostCenter, readReached, readSpend } from './spend.ts';

/** The calls for what is spent of budgets, and which thresholds were reached. */
export function budgetRoutes(door: Door, db: Database): void {
  serve(door, readBudgetSpend, async ({ params: { id } }) => {
    const spend = await readSpend(db, id);
    if (spend === null) throw noRecord(budgets, id);
    return spend;
  });
  alertRoutes(door, db);
  serve(door, listBudgetsReached, ({ query: { month } }) => readReached(db, month));
  serve(door, listBudgetsOfCostCenter, async ({ params: { id } }) => {
    const { rowCount } = await db.query({ text: 'SELECT 1 FROM cost_centers WHERE id = $1', values: [id] });
    if (rowCount === 0) throw noRecord(costCenters, id);
    return readOfCostCenter(db, id);
  });
}
