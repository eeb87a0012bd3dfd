import { cloudName } from '#kernel/clouds.ts';
import { headingOf } from '#kernel/csv/headings.ts';
import type { QueryOf } from '#calls/call.ts';
import { copilotCostsCsv, COST_COLUMNS, listCopilotCosts, type CopilotCost } from '#calls/copilot.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import type { Database } from '#server/platform/database/database.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveFile, serveWhole } from '#server/platform/http/serve.ts';
import { monthToClose } from '../../runs/months.ts';
import { type Months, readCosts } from './costs.ts';

function monthsOf({ month, from, to }: QueryOf<typeof listCopilotCosts>): Months {
  const first = month ?? from ?? to ?? monthToClose();
  return { from: first, to: month ?? to ?? first };
}

/** A line of the CSV for each currency. */
const linesOf = ({ amounts, billing_run: { id, provider, state }, ...row }: CopilotCost): string[][] =>
  amounts.map((of) => {
    const cells: Record<string, unknown> = {
      ...row,
      ...of,
      billing_run: id,
      provider: cloudName(provider),
      state: headingOf(state),
    };
    return COST_COLUMNS.map((name) => neutraliseCell(String(cells[name] ?? '')));
  });

/** `GET /api/github/copilot_costs`: what cost centers are charged for Copilot, month by month, and the same as CSV. */
export function copilotCostsRoutes(door: Door, db: Database): void {
  serveWhole(door, listCopilotCosts, async ({ query }) => {
    const months = monthsOf(query);
    const { rows, totals, runs } = await readCosts(db, months);
    return { data: rows, meta: { total: rows.length, ...months, totals, runs } };
  });
  serveFile(door, copilotCostsCsv, async ({ query }, reply) => {
    const { from, to } = monthsOf(query);
    const { rows } = await readCosts(db, { from, to });
    const name = `copilot_costs_${from === to ? from : `${from}_${to}`}.csv`;
    return asDownload(reply, name, 'text/csv; charset=utf-8').send(
      BYTE_ORDER_MARK + csvLines([COST_COLUMNS.map(headingOf), ...rows.flatMap(linesOf)]),
    );
  });
}
