import { cloudName } from '#kernel/clouds.ts';
import { headingOf } from '#kernel/csv/headings.ts';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { QueryOf } from '#calls/call.ts';
import {
  listServiceSpend,
  listUntaggedSpend,
  SPEND_COLUMNS,
  untaggedSpendCsv,
  type AccountSpend,
} from '#calls/untagged.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { demandedTags } from '#resources/demanded-tags.ts';
import type { Database } from '#server/platform/database/database.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveFile, serveWhole } from '#server/platform/http/serve.ts';
import { monthToClose } from '../../runs/months.ts';
import { readAccounts, readRuns, readServices, readSpend } from './untagged-spend.ts';

/** Rows of the CSV that are written at once. */
const PORTION = 500;

/** The cells of an account in the CSV, by column. */
const cellsOf = (row: AccountSpend): Record<string, unknown> => ({
  ...row,
  provider: row.provider && cloudName(row.provider),
  ...Object.fromEntries(row.lacking.map(({ tag, amount }) => [`lacks_${tag}`, amount])),
  no_tag: row.untagged,
  billing_runs: row.runs.join(' '),
});

/** The rows of the CSV, in portions, between which others are served. */
async function* csvOf(rows: readonly AccountSpend[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([SPEND_COLUMNS.map(headingOf)]);
  for (let at = 0; at < rows.length; at += PORTION) {
    const cells = rows
      .slice(at, at + PORTION)
      .map(cellsOf)
      .map((row) => SPEND_COLUMNS.map((name) => neutraliseCell(String(row[name] ?? ''))));
    yield csvLines(cells);
    await setImmediate();
  }
}

type SpendQuery = Pick<QueryOf<typeof listUntaggedSpend>, 'month' | 'provider' | 'lacks'>;

const filterOf = ({ month = monthToClose(), provider, lacks }: SpendQuery) => ({ month, provider, lacks });

/** The calls for what accounts of a month spend without the demanded tags, by owner. */
export function untaggedRoutes(door: Door, db: Database): void {
  serveWhole(door, listUntaggedSpend, async ({ query }) => {
    const { page, per_page } = query;
    const filter = filterOf(query);
    const { accounts: data, totals } = await readSpend(db, filter, { page, per_page });
    const total = totals.reduce((sum, { accounts }) => sum + accounts, 0);
    const runs = await readRuns(db, filter);
    const tags = demandedTags.map(({ name, label }) => ({ name, label }));
    return { data, meta: { total, page, per_page, month: filter.month, tags, totals, runs } };
  });
  serveFile(door, untaggedSpendCsv, async ({ query }, reply) => {
    const filter = filterOf(query);
    const rows = await readAccounts(db, filter);
    const name = ['untagged_spend', filter.provider, filter.month].filter(Boolean).join('_');
    return asDownload(reply, `${name}.csv`, 'text/csv; charset=utf-8').send(Readable.from(csvOf(rows)));
  });
  serveWhole(door, listServiceSpend, async ({ query }) => {
    const { page, per_page, by_identifier: account } = query;
    const { rows, total } = await readServices(db, { ...filterOf(query), account }, { page, per_page });
    return { data: rows, meta: { total, page, per_page } };
  });
}
