import {
  accrualSheet,
  makeAccrual,
  readAccrual as readAccrualCall,
  reverseAccrual as reverseAccrualCall,
  suggestion,
} from '#calls/accruals.ts';
import { board } from '#calls/close.ts';
import type { Database } from '#server/platform/database/database.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveChange, serveFile } from '#server/platform/http/serve.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { accrualSheets, fileNameOf, postingsToBook } from './accrual-sheet.ts';
import { readAccrual, readAccrualPostings } from './accrual.ts';
import { readBoard } from './board.ts';
import { compareAccrual } from './compare-accrual.ts';
import { keepAccrual, reverseAccrual } from './keep-accrual.ts';
import { monthToClose } from '../runs/months.ts';
import { suggestAccrual } from './suggest-accrual.ts';

/** The sums of postings by currency. */
function totalsOf(postings: readonly { currency: string; amount: string }[]) {
  const groups = Map.groupBy(postings, ({ currency }) => currency);
  return [...groups].map(([currency, of]) => ({
    currency,
    amount: sumOfDecimals(of.map(({ amount }) => amount)),
  }));
}

/** How far each month of each provider is, and the accruals in the place of invoices that have not come. */
export function closeRoutes(door: Door, db: Database): void {
  serve(door, board, ({ query: { month = monthToClose(), months } }) => readBoard(db, month, months));
  serve(door, suggestion, async ({ query }) => {
    const { from, left_out, postings } = await suggestAccrual(db, query);
    return { from, left_out, percent: query.percent, totals: totalsOf(postings), postings };
  });
  serve(door, readAccrualCall, async ({ params: { id } }) => {
    const accrual = await readAccrual(db, id);
    const postings = await readAccrualPostings(db, id);
    return { accrual, postings, comparison: await compareAccrual(db, accrual) };
  });
  serveFile(door, accrualSheet, async ({ params: { id }, query: { reversal } }, reply) => {
    const accrual = await readAccrual(db, id);
    const sheets = accrualSheets(accrual, await postingsToBook(db, accrual, reversal), reversal);
    return asDownload(reply, `${fileNameOf(accrual, reversal)}.xlsx`, accrualSheet.file).send(sheets);
  });
  serveChange(door, makeAccrual, async (tx, { body, actor: { email }, request }) =>
    readAccrual(tx, await keepAccrual(tx, body, { email, requestId: request.id })),
  );
  serveChange(door, reverseAccrualCall, async (tx, { params: { id }, actor }) => {
    await readAccrual(tx, id);
    await reverseAccrual(tx, id, actor.email);
    return readAccrual(tx, id);
  });
}
