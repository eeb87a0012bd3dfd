import { Readable } from 'node:stream';
import type { ChainStep } from '#calls/exceptions.ts';
import {
  CHARGE_COLUMNS,
  explainMyCharge,
  listMyCharges,
  listMyLines,
  listMySpend,
  myChargesCsv,
  readMyRunning as readMyRunningCall,
  type MadeOfCharge,
} from '#calls/my-cloud.ts';
import { listMyElsewhere } from '#calls/my-elsewhere.ts';
import type { Line, Posting } from '#calls/run-details.ts';
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
import { readLines, readPosting } from '../../explain/details.ts';
import { explainPosting } from '../../explain/posting.ts';
import { readMyElsewhere } from './elsewhere.ts';
import { readMyRunning } from './mine-running.ts';
import { isMine, readMyCharges, readMySpend } from './charged.ts';

/** Whether a way from what an account names leads to where a posting is charged. */
const leadsTo = (
  { cost_center: center, wbs_element: wbs }: Pick<Posting, 'cost_center' | 'wbs_element'>,
  chain: readonly ChainStep[],
): boolean => chain.at(-1)?.identifier === (center ?? wbs);

/** Replaces the way of an account that leads to somebody else, where a pool or a reviewed workbook has it charged here. */
const NO_WAY = { named: null, cloud_parent_id: null, chain: [] };

/** A line as it is shown to a person who is charged a part of it: without who bears the other parts, or would without the pool. */
function ownPartOf(row: Line, posting: Posting): Line {
  const parts = row.parts.filter((part) => part.posting === posting.id);
  const isShared = row.pool !== null || parts.length < row.parts.length;
  const isElsewhere = isShared && !leadsTo(posting, row.chain);
  return {
    ...row,
    ...(isElsewhere && { ...NO_WAY, company_code: null, cost_center: null, wbs_element: null }),
    posting: posting.id,
    parts,
  };
}

/** What a charge was made of, as it is shown to the person who is charged. */
const ownMadeOf = (made: MadeOfCharge): MadeOfCharge => ({
  ...made,
  accounts: made.accounts.map((account) =>
    account.share === '1' || leadsTo(made.posting, account.chain) ? account : { ...account, ...NO_WAY },
  ),
});

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
    return ownMadeOf(await explainPosting(db, charge.run, charge.posting));
  });

  serveWhole(door, listMyLines, async ({ actor, params: charge, query: page }) => {
    await demandMine(actor.email, charge);
    const filter = { account: null, kind: null, posting: charge.posting, gaps: null };
    const { rows, total } = await readLines(db, charge.run, filter, page);
    const posting = await readPosting(db, charge.run, charge.posting);
    return { data: rows.map((row) => ownPartOf(row, posting)), meta: { total, ...page } };
  });
}
