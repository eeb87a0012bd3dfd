import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';
import { atMost, onlyTold, type Figure } from '../figures.ts';
import { residentMb } from '../memory.ts';
import { startPortal } from '../portal.ts';
import { growthOf, type Sample } from '../slope.ts';
import { startSoak } from '../soak-load.ts';
import type { World } from '../world.ts';

const SAMPLES = 240;
const SHORTEST_PAUSE_MS = 1000;
/** Of the time: code is compiled, pools and caches are filled, before anything is held flat. */
const WARM_UP_SHARE = 0.2;
const SETTLE_MS = 15_000;

/** What may grow over the whole time, in the unit of each. */
const MOST_GROWTH = { memory: 20, connections: 1, files: 3, queue: 1 } as const;
type Watched = keyof typeof MOST_GROWTH;
const UNITS: Record<Watched, string> = { memory: 'MB', connections: '', files: '', queue: '' };
const TOLD: Record<Watched, string> = {
  memory: 'resident memory',
  connections: 'connections to the database',
  files: 'open files and sockets',
  queue: 'jobs and mails that wait',
};

/** The file descriptors of a process; Linux alone tells them. */
const openFiles = (pid: number): number =>
  process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0;

async function ofDatabase(db: Database): Promise<{ connections: number; queue: number }> {
  const { rows } = await db.query<{ connections: number; queue: number }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity
              WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend') AS connections,
            (SELECT count(*)::int FROM jobs WHERE state IN ('queued', 'running'))
              + (SELECT count(*)::int FROM outbox WHERE state IN ('queued', 'sending')) AS queue`,
  );
  return rows[0] ?? { connections: 0, queue: 0 };
}

/**
 * An hour of mixed load (`--minutes`): lists, searches, changes, imports, downloads, reports and streams of events at
 * once. What the portal holds must neither grow nor be left behind.
 */
export async function measureSoak(world: World, say: (line: string) => void): Promise<Figure[]> {
  const { connectionString, folder, authorization, db, minutes } = world;
  const portal = await startPortal(folder, { DATABASE_URL: connectionString, DATA_DIR: `${folder}/soak` });
  const watched: Record<Watched, Sample[]> = { memory: [], connections: [], files: [], queue: [] };
  try {
    const began = performance.now();
    const seconds = minutes * 60;
    const load = startSoak(portal.url, authorization, began + seconds * 1000);
    const every = Math.max(SHORTEST_PAUSE_MS, (seconds * 1000) / SAMPLES);
    const sample = async () => {
      const at = (performance.now() - began) / 1000;
      const values = {
        memory: residentMb(portal.pid),
        files: openFiles(portal.pid),
        ...(await ofDatabase(db)),
      };
      for (const key of Object.keys(watched) as Watched[]) watched[key].push({ at, value: values[key] });
      return { at, ...values };
    };
    for (let next = 0; performance.now() - began < seconds * 1000; next -= every) {
      const { at, memory, connections, files, queue } = await sample();
      if (next <= 0) {
        say(
          `${(at / 60).toFixed(1)} of ${minutes} minutes: ${memory.toFixed(0)} MB, ${connections} connections, ` +
            `${files} files, ${queue} waiting`,
        );
        next = seconds * 100;
      }
      await pause(every);
    }
    await load.over;
    await pause(SETTLE_MS);
    const left = await ofDatabase(db);
    for (const [does, { times, reason }] of load.failures) say(`${does} failed ${times} times: ${reason}`);
    const failed = [...load.failures.values()].reduce((sum, { times }) => sum + times, 0);
    const acts = Object.values(load.done).reduce((sum, times) => sum + times, 0);
    say(
      Object.entries(load.done)
        .map(([does, times]) => `${does} ${times}`)
        .join(', '),
    );
    return [
      onlyTold(`soak: what was done in ${minutes} minutes`, acts),
      atMost('soak: what failed', failed, 0),
      ...(Object.keys(watched) as Watched[]).map((key) => figureOf(key, watched[key], seconds)),
      atMost('soak: waiting once all is done', left.queue, 0),
    ];
  } finally {
    await portal.stop();
  }
}

function figureOf(key: Watched, all: readonly Sample[], seconds: number): Figure {
  const warm = all.filter(({ at }) => at >= seconds * WARM_UP_SHARE);
  const values = warm.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(0));
  const over = ((seconds * (1 - WARM_UP_SHARE)) / 60).toFixed(0);
  return atMost(`soak: growth of ${TOLD[key]}`, growthOf(warm), MOST_GROWTH[key], {
    unit: UNITS[key],
    digits: 1,
    beside: `${least} to ${most} over ${over} minutes`,
  });
}
