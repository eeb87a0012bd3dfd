import { Readable } from 'node:stream';
import {
  listRunningCosts,
  listRunningDays,
  refreshRunningCosts,
  RUNNING_COLUMNS,
  runningCostsCsv,
} from '#calls/running-costs.ts';
import type { QueryOf } from '#calls/call.ts';
import { cloudName } from '#kernel/clouds.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { headingOf } from '#kernel/csv/headings.ts';
import { serveSoleJob } from '#server/engine/sole-job.ts';
import { today } from '#server/platform/database/today.ts';
import { BYTE_ORDER_MARK, csvLines, csvPortions } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveFile, serveWhole } from '#server/platform/http/serve.ts';
import type { BillingParts } from '../../runs/parts.ts';
import type { SourceAtHand } from '../../intake/sources/source.ts';
import { readAllCosts, readCosts, readDays } from './costs.ts';
import { lastFailure, readMonths, readReadings } from './readings.ts';
import { demandAnySource, RUNNING } from './running-job.ts';

type Query = Pick<QueryOf<typeof listRunningDays>, 'month' | 'provider' | 'q'>;

const filterOf = ({ month = today().slice(0, 7), provider, q }: Query) => ({ month, provider, q });

/** The calls for what the running month costs so far. */
export function runningRoutes(door: Door, parts: BillingParts, sources: readonly SourceAtHand[]): void {
  const { db } = parts;
  serveWhole(door, listRunningCosts, async ({ query }) => {
    const { page, per_page } = query;
    const filter = filterOf(query);
    const { rows, total, totals } = await readCosts(db, filter, { page, per_page });
    const readings = await readReadings(db, sources, filter.month);
    const [months, failed] = [await readMonths(db), await lastFailure(db)];
    return {
      data: rows,
      meta: { total, page, per_page, month: filter.month, months, totals, readings, failed },
    };
  });
  serve(door, listRunningDays, ({ query }) => readDays(db, filterOf(query)));
  serveFile(door, runningCostsCsv, async ({ query }, reply) => {
    const filter = filterOf(query);
    const rows = await readAllCosts(db, filter);
    const readings = new Map(
      (await readReadings(db, sources, filter.month)).map((one) => [one.provider, one]),
    );
    const state = (of: (typeof rows)[number]) =>
      `Not final, as of ${readings.get(of.provider)?.read_at ?? ''}`.trim();
    const cells = rows.map((row): Record<(typeof RUNNING_COLUMNS)[number], string | null> => ({
      ...row,
      month: filter.month,
      provider: cloudName(row.provider),
      state: state(row),
    }));
    async function* file(): AsyncGenerator<string> {
      yield BYTE_ORDER_MARK + csvLines([RUNNING_COLUMNS.map(headingOf)]);
      yield* csvPortions(cells.map((row) => RUNNING_COLUMNS.map((name) => neutraliseCell(row[name] ?? ''))));
    }
    const name = ['running_costs', filter.provider, filter.month].filter(Boolean).join('_');
    return asDownload(reply, `${name}.csv`, 'text/csv; charset=utf-8').send(
      Readable.from(file(), { objectMode: false }),
    );
  });
  serveSoleJob(door, refreshRunningCosts, parts, RUNNING, () => demandAnySource(sources));
}
