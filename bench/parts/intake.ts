import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../billing/desk.ts';
import { copyPlainly } from '../billing/plain-copy.ts';
import { BILL_MONTH, secondsOf, untilOpen, withBillingPortal, type Run } from '../billing/runs.ts';
import { writeWideFile } from '../billing/wide-file.ts';
import { writeWideParquet } from '../billing/wide-parquet.ts';
import { atMost, onlyTold, type Figure } from '../figures.ts';
import { peakDuring, residentMb } from '../memory.ts';
import { SETTLED_MS } from '../portal.ts';
import type { World } from '../world.ts';

const MOST_TIMES = 2.5;
const MOST_ABOVE_IDLE_MB = 150;
/** How many times as long as one file its parts may take. */
const MOST_TIMES_ONE = 1.15;
const PARTS = 4;

/** A way in which the bill is sent. */
interface Way {
  name: string;
  /** Writes its files. @returns where they are */
  write: (folder: string, lines: number) => Promise<string[]>;
}

const WAYS: Way[] = [
  {
    name: 'CSV',
    write: async (folder, lines) => {
      const file = path.join(folder, 'bill.csv');
      await writeWideFile(file, lines);
      return [file];
    },
  },
  {
    name: `CSV in ${PARTS} parts`,
    write: async (folder, lines) => {
      const each = Math.ceil(lines / PARTS);
      const files = Array.from({ length: PARTS }, (_, at) => path.join(folder, `bill-${at}.csv`));
      for (const [at, file] of files.entries()) await writeWideFile(file, each, at * each);
      return files;
    },
  },
  {
    name: 'Parquet',
    write: async (folder, lines) => {
      const file = path.join(folder, 'bill.parquet');
      await writeWideParquet(file, lines);
      return [file];
    },
  },
];

/** What became of a bill that was sent in one way. */
interface Read {
  run: Run;
  /** Seconds from the first byte until the run is open. */
  seconds: number;
  /** MB of the portal at most, above what it had when idle: while the files were sent, and while they were read. */
  sent: number;
  read: number;
}

/** Sends files as the dialog does. @returns their ids */
async function send(desk: Desk, files: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const file of files) {
    const query = new URLSearchParams({ name: path.basename(file) });
    ids.push((await desk.send<{ id: string }>(`/api/billing_files?${query}`, file)).id);
  }
  return ids;
}

/** Begins a run with files that were sent, and waits until it is open. */
async function open(desk: Desk, ids: readonly string[]): Promise<Run> {
  const query = new URLSearchParams({ provider: 'azure', month: BILL_MONTH, files: ids.join(',') });
  const begun = await desk.post<{ billing_run: Run }>(`/api/billing_runs?${query}`, 'text/plain', {});
  return untilOpen(desk, begun.billing_run.id);
}

/** Reads a bill with a portal that has read nothing before. */
const readOnce = (world: World, files: readonly string[]): Promise<Read> =>
  withBillingPortal(world, async ({ portal, desk }) => {
    await pause(SETTLED_MS);
    const idle = residentMb(portal.pid);
    const began = performance.now();
    const sent = await peakDuring(portal.pid, () => send(desk, files));
    const read = await peakDuring(portal.pid, () => open(desk, sent.value));
    return {
      run: read.value,
      seconds: (performance.now() - began) / 1000,
      sent: sent.peak - idle,
      read: read.peak - idle,
    };
  });

/** One bill of Azure as one CSV, in parts and as Parquet, from its first byte until it is open, beside COPY of its CSV. */
export async function measureIntake(world: World, say: (line: string) => void): Promise<Figure[]> {
  const rows = Math.max(...world.sizes);
  const figures: Figure[] = [];
  let copy = Number.NaN;
  let one = Number.NaN;
  let lines = 0;
  for (const { name, write } of WAYS) {
    say(`${name}: ${rows} lines …`);
    const files = await write(world.folder, rows);
    try {
      const { run, seconds, sent, read } = await readOnce(world, files);
      // What costs nothing is no line.
      lines ||= run.lines;
      if (run.lines !== lines) throw new Error(`${name}: of ${lines} lines ${run.lines} were read.`);
      const [only] = files;
      if (name === 'CSV' && only !== undefined) {
        ({ copy } = await copyPlainly(world.connectionString, only));
        one = seconds;
      }
      const beside = `${seconds.toFixed(1)} s, COPY ${copy.toFixed(1)} s`;
      figures.push(
        atMost(`${name}: until it is open`, seconds / copy, MOST_TIMES, {
          unit: 'times COPY',
          digits: 2,
          beside,
        }),
        ...(files.length > 1
          ? [atMost(`${name}: beside one file`, seconds / one, MOST_TIMES_ONE, { unit: 'times', digits: 2 })]
          : []),
        ...run.steps.map((step) =>
          onlyTold(`of it ${step.name.toLowerCase()}`, secondsOf(step), { unit: 's', digits: 1 }),
        ),
        onlyTold(`${name}: memory above idle while it is sent`, sent, { unit: 'MB' }),
        atMost(`${name}: memory above idle while it is read`, read, MOST_ABOVE_IDLE_MB, { unit: 'MB' }),
      );
    } finally {
      for (const file of files) await rm(file, { force: true });
    }
  }
  return figures;
}
