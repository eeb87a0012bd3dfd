import { Readable } from 'node:stream';
import {
  CHARGE_COLUMNS,
  explainMyCharge,
  listMyCharges,
  listMyLines,
  listMySpend,
  myChargesCsv,
  readMyRunning as readMyRunningCall,
} from '#calls/my-cloud.ts';
import { listMyElsewhere } from '#calls/my-elsewhere.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { headingOf } from '#kernel/csv/headings.ts';
import { Refusal } from '#kernel/errors.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { BYTE_ORDER_MARK, csvLines, csvPortions } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { heavyWorkFor } from '#server/platform/http/heavy-answer.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveFile, serveWhole } from '#server/platform/http/serve.ts';
import { portionsOf } from '../../explain/all-rows.ts';
import { readLines } from '../../explain/details.ts';
import { explainPosting } from '../../explain/posting.ts';
import { readMyElsewhere } from './elsewhere.ts';
import { readMyRunning } from './mine-running.ts';
import { isMine, readMyCharges, readMySpend } from './charged.ts';

/** What is charged to the cost centers of who asks, down to the lines of invoices. */
export function mineRoutes(door: Door, services: EngineServices): void {
  const { db } = services;
  serve(door, listMySpend, ({ actor }) => readMySpend(services, actor.email));

  serve(door, readMyRunningCall, ({ actor }) => readMyRunning(services, actor.email));

  serveWhole(door, listMyElsewhere, async ({ actor, query: page }) => {
    const { rows, total } = await readMyElsewhere(services, actor.email, page);
    return { data: rows, meta: { total, ...page } };
  });

  serveWhole(door, listMyCharges, async ({ actor, query: { month, ...page } }) => {
    const { rows, total } = await readMyCharges(services, actor.email, month, page);
    return { data: rows, meta: { total, ...page } };
  });

  serveFile(door, myChargesCsv, async ({ actor, query: { month } }, reply) => {
    const portions = portionsOf(
      (page) => readMyCharges(services, actor.email, month, page),
      heavyWorkFor(reply),
    );
    async function* file(): AsyncGenerator<string> {
      yield BYTE_ORDER_MARK + csvLines([CHARGE_COLUMNS.map(headingOf)]);
      for await (const { rows } of portions)
        yield* csvPortions(rows.map((row) => CHARGE_COLUMNS.map((name) => neutraliseCell(row[name]))));
    }
    return asDownload(reply, `my_cloud_${month}.csv`, 'text/csv; charset=utf-8').send(
      Readable.from(file(), { objectMode: false }),
    );
  });

  /** @throws {Refusal} 403 for what is charged to others, and for what is not there */
  const demandMine = async (email: string, charge: { run: number; posting: number }): Promise<void> => {
    if (await isMine(db, services, email, charge)) return;
    throw new Refusal(
      403,
      `Posting ${charge.posting} of billing run ${charge.run} is not charged to a cost center in your name.`,
    );
  };

  serve(door, explainMyCharge, async ({ actor, params: charge }) => {
    await demandMine(actor.email, charge);
    return explainPosting(db, charge.run, charge.posting);
  });

  serveWhole(door, listMyLines, async ({ actor, params: charge, query: page }) => {
    await demandMine(actor.email, charge);
    const filter = { account: null, kind: null, posting: charge.posting, gaps: null };
    const { rows, total } = await readLines(db, charge.run, filter, page);
    // Who else bears a part of a line is none of theirs.
    const own = rows.map((row) => ({
      ...row,
      posting: charge.posting,
      parts: row.parts.filter(({ posting }) => posting === charge.posting),
    }));
    return { data: own, meta: { total, ...page } };
  });
}
