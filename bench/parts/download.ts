import { setTimeout as pause } from 'node:timers/promises';
import { atMost, median, onlyTold, type Figure } from '../figures.ts';
import { peakDuring, residentMb } from '../memory.ts';
import { startPortal } from '../portal.ts';
import { ROWS, type World } from '../world.ts';

const ROUNDS = 3;
const MOST_MEMORY_MB = 100;
const MOST_WAIT = 0.2;
const MOST_RESIDENT_MB = 300;
const SETTLE_MS = 2000;

interface Download {
  lines: number;
  firstByteMs: number;
  totalMs: number;
}

/** Reads an answer to its end as it comes, keeping nothing of it. */
async function download(url: string, authorization: string): Promise<Download> {
  const began = performance.now();
  const response = await fetch(url, { headers: { authorization } });
  if (response.status !== 200 || !response.body) throw new Error(`${url} answers ${response.status}.`);
  let firstByteMs = 0;
  let lines = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    firstByteMs ||= performance.now() - began;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { lines, firstByteMs, totalMs: performance.now() - began };
}

/** A CSV file of all rows, then the whole list as JSON, from a portal that has just started. */
export async function measureDownload(world: World, say: (line: string) => void): Promise<Figure[]> {
  const { connectionString, folder, authorization } = world;
  const portal = await startPortal(folder, { DATABASE_URL: connectionString });
  const list = `${portal.url}/api/cost_centers`;
  try {
    await download(`${list}?page=1`, authorization);
    await pause(SETTLE_MS);
    const idle = residentMb(portal.pid);
    say(`CSV of ${ROWS} rows; idle at ${idle.toFixed(0)} MB`);
    const files: Download[] = [];
    const { peak } = await peakDuring(portal.pid, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const file = await download(`${list}.csv`, authorization);
        if (file.lines <= ROWS) throw new Error(`The file has only ${file.lines} lines.`);
        files.push(file);
      }
    });
    const share = median(files.map(({ firstByteMs, totalMs }) => firstByteMs / totalMs));
    const totalS = median(files.map(({ totalMs }) => totalMs)) / 1000;

    say(`the whole list of ${ROWS} rows as JSON`);
    const { value: whole, peak: wholePeak } = await peakDuring(portal.pid, () =>
      download(list, authorization),
    );
    const resident = Math.max(peak, wholePeak);
    return [
      atMost('CSV of 100,000 rows: memory above idle', peak - idle, MOST_MEMORY_MB, {
        unit: 'MB',
        beside: `idle ${idle.toFixed(0)} MB, ${ROUNDS} downloads in a row`,
      }),
      atMost('CSV of 100,000 rows: first byte', share, MOST_WAIT, {
        unit: 'of the time',
        digits: 3,
        beside: `total ${totalS.toFixed(1)} s`,
      }),
      onlyTold('JSON of 100,000 rows', whole.totalMs / 1000, {
        unit: 's',
        digits: 1,
        beside: `memory at most ${wholePeak.toFixed(0)} MB`,
      }),
      atMost('server resident, 100,000 rows served', resident, MOST_RESIDENT_MB, { unit: 'MB' }),
    ];
  } finally {
    await portal.stop();
  }
}
