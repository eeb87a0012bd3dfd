import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, onlyTold, type Figure } from '../figures.ts';
import { peakDuring, residentMb } from '../memory.ts';
import { startPortal } from '../portal.ts';
import { ROWS, type World } from '../world.ts';

const MOST_MEMORY_MB = 150;
const SETTLE_MS = 2000;
const EVERY_MS = 50;
const PATIENCE_MS = 120_000;

interface Job {
  id: string;
  state: string;
  error: string | null;
  /** How many rows each sheet has, once it is done. */
  result: { rows: Record<string, number> } | null;
}

/** The inventory report of all rows, and how long a list takes while it is made. */
export async function measureReport(world: World, say: (line: string) => void): Promise<Figure[]> {
  const { connectionString, folder, authorization } = world;
  const portal = await startPortal(folder, { DATABASE_URL: connectionString, DATA_DIR: `${folder}/report` });
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${portal.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
  try {
    const list = '/cost_centers?page=1&per_page=25';
    for (let round = 0; round < 20; round += 1) await ask(list);
    await pause(SETTLE_MS);
    const idle = residentMb(portal.pid);
    say(`the report of ${ROWS} rows; idle at ${idle.toFixed(0)} MB`);
    const waits: number[] = [];
    const began = performance.now();
    const { peak } = await peakDuring(portal.pid, async () => {
      const { job } = await ask<{ job: Job }>('/cost_centers/send_report', { email: true });
      for (;;) {
        const asked = performance.now();
        await ask(list);
        waits.push(performance.now() - asked);
        const { state, error, result } = await ask<Job>(`/jobs/${job.id}`);
        if (state === 'failed') throw new Error(`The report failed: ${error}`);
        if (state === 'done') {
          const rows = Math.max(0, ...Object.values(result?.rows ?? {}));
          if (rows < ROWS) throw new Error(`The report has only ${rows} rows.`);
          return;
        }
        if (performance.now() - began > PATIENCE_MS) throw new Error(`The report is still ${state}.`);
        await pause(EVERY_MS);
      }
    });
    const seconds = (performance.now() - began) / 1000;
    const sorted = waits.toSorted((a, b) => a - b);
    const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
    const library = await plainWorkbook(connectionString);
    return [
      onlyTold('the same rows by a library alone: memory', library.mb, {
        unit: 'MB',
        beside: `in ${library.seconds.toFixed(1)} s`,
      }),
      atMost('report of 100,000 rows: memory above idle', peak - idle, MOST_MEMORY_MB, {
        unit: 'MB',
        beside: `idle ${idle.toFixed(0)} MB, ready in ${seconds.toFixed(1)} s`,
      }),
      onlyTold('list while the report is made, p95', p95, {
        unit: 'ms',
        beside: `slowest ${(sorted.at(-1) ?? Number.NaN).toFixed(0)} ms of ${sorted.length}`,
      }),
    ];
  } finally {
    await portal.stop();
  }
}

/** The plainest way to the same workbook. */
async function plainWorkbook(connectionString: string): Promise<{ mb: number; seconds: number }> {
  const program = fileURLToPath(new URL('../library-workbook.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, connectionString]);
  return JSON.parse(stdout) as { mb: number; seconds: number };
}
