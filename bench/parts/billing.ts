import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';
import type { Desk } from '../billing/desk.ts';
import { copyPlainly } from '../billing/plain-copy.ts';
import { BILL_MONTH, secondsOf, until, untilOpen, withBillingPortal, type Run } from '../billing/runs.ts';
import { INVOICE, subscription, writeWideFile } from '../billing/wide-file.ts';
import { atMost, onlyTold, type Figure } from '../figures.ts';
import { peakDuring } from '../memory.ts';
import type { World } from '../world.ts';

/** The largest of the sizes that are measured; `--rows 100000` takes another. */
const linesOf = ({ sizes }: World) => Math.max(...sizes);
const MOST_TIMES = 2.5;
const MOST_MB = 512;
const MOST_LIST_MS = 100;
const MOST_AGAIN_MS = 1000;
/** A person looks at a list now and then. */
const LIST_EVERY_MS = 250;
const LIST = '/api/cost_centers?page=1&per_page=25';

const hasWorkbook = ({ files, id }: Run) => files.some(({ name }) => name === `pre_ap_run_${id}.xlsx`);

/** What finance asks first of a workbook. @throws {Error} where an invoice is not what becomes of it */
async function demandBalance(desk: Desk, id: number): Promise<void> {
  const sums = await desk.get<{ difference: string; unallocated: string; confirmed: boolean }[]>(
    `/api/billing_runs/${id}/reconciliation`,
  );
  const differs = sums.filter(({ difference, unallocated }) => Number(difference) !== Number(unallocated));
  if (sums.length === 0 || differs.length > 0)
    throw new Error(`The workbook does not balance: ${JSON.stringify(differs)}`);
}

/** Asks for a list now and then until `work` is done. @returns its value, and the milliseconds of each list in order */
async function withLists<T>(desk: Desk, work: () => Promise<T>): Promise<{ value: T; lists: number[] }> {
  const lists: number[] = [];
  const end = new AbortController();
  const looking = (async () => {
    while (!end.signal.aborted) {
      const began = performance.now();
      await desk.get(LIST);
      lists.push(performance.now() - began);
      await pause(LIST_EVERY_MS);
    }
  })();
  try {
    const value = await work();
    return { value, lists: lists.toSorted((a, b) => a - b) };
  } finally {
    end.abort();
    await looking;
  }
}

/** A month of Azure as wide as Azure writes it, from its first byte to its workbook, beside COPY of it and a sum. */
export async function measureBilling(world: World, say: (line: string) => void): Promise<Figure[]> {
  const file = path.join(world.folder, 'wide-bill.csv');
  const lines = linesOf(world);
  say(`a file of ${lines} lines …`);
  const bytes = await writeWideFile(file, lines);
  try {
    return await withBillingPortal(world, async ({ address, db, portal, desk }) => {
      say('reading it …');
      const { value, peak } = await peakDuring(portal.pid, () => withLists(desk, () => take(desk, file)));
      const { run, total, sent, workbook } = value.value;
      const again = await assignOnce(desk, db, run.id);
      say('plainly …');
      const { copy, sum } = await copyPlainly(address, file);
      const plain = copy + sum;
      const p95 = value.lists[Math.floor(value.lists.length * 0.95)] ?? Number.NaN;
      const seconds = { unit: 's', digits: 1 };
      return [
        atMost(
          `bill of ${run.lines.toLocaleString('en')} lines: to the workbook`,
          total / plain,
          MOST_TIMES,
          {
            unit: 'times COPY and a sum',
            digits: 2,
            beside: `${total.toFixed(1)} s, ${plain.toFixed(1)} s; ${(bytes / 1e6).toFixed(0)} MB`,
          },
        ),
        onlyTold('of it the file is sent and kept', sent, seconds),
        ...run.steps.map((step) => onlyTold(`of it ${step.name.toLowerCase()}`, secondsOf(step), seconds)),
        onlyTold('of it the workbook', workbook, seconds),
        atMost('the portal meanwhile, resident', peak, MOST_MB, { unit: 'MB' }),
        atMost('lists meanwhile, p95', p95, MOST_LIST_MS, {
          unit: 'ms',
          digits: 1,
          beside: `${value.lists.length} of them`,
        }),
        atMost('allocated anew after one account was placed', again, MOST_AGAIN_MS, { unit: 'ms' }),
      ];
    });
  } finally {
    await rm(file, { force: true });
  }
}

interface Taken {
  run: Run;
  /** Seconds. */
  total: number;
  sent: number;
  workbook: number;
}

/** Sends the file and waits for its workbook. */
async function take(desk: Desk, file: string): Promise<Taken> {
  const began = performance.now();
  const query = new URLSearchParams({ provider: 'azure', month: BILL_MONTH, name: 'wide.csv' });
  const begun = await desk.send<{ billing_run: Run }>(`/api/billing_runs?${query}`, file);
  const sent = (performance.now() - began) / 1000;
  const allocated = await untilOpen(desk, begun.billing_run.id);
  const open = performance.now();
  const run = await until(desk, allocated.id, hasWorkbook);
  const ended = performance.now();
  await demandBalance(desk, run.id);
  return { run, sent, workbook: (ended - open) / 1000, total: (ended - began) / 1000 };
}

/** Places the account that the inventory does not know. @returns the milliseconds until its run is allocated anew */
async function assignOnce(desk: Desk, db: Database, run: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(`SELECT id FROM cost_centers WHERE identifier = 'CC7'`);
  const began = performance.now();
  await desk.post(`/api/billing_runs/${run}/assign`, 'application/json', {
    body: JSON.stringify({ identifier: subscription(0), cost_center_id: rows[0]?.id }),
  });
  const { state } = await untilOpen(desk, run);
  if (state !== 'ready') throw new Error(`After the assignment the run of ${INVOICE} is ${state}.`);
  return performance.now() - began;
}
