import { connect } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freezeDatabase } from '#tests/support/postgres-processes.ts';
import { longWork, LONG } from '#server/platform/database/limits.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { atMost, type Figure } from '../figures.ts';
import type { World } from '../world.ts';
import { startWatched } from './watched-portal.ts';

const MOST_REFUSED_MS = 5000;
/** What is known to be away is not asked again. */
const MOST_KNOWN_MS = 1000;
const SILENCE_MS = 2000;
const MOST_LONG_MS = SILENCE_MS + 2 * MOST_REFUSED_MS;
const MOST_READY_MS = 30_000;
const MOST_END_MS = 10_000;
const REQUESTS = 6;
const ms = { unit: 'ms' };

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** A database that takes connections and answers nothing, as a machine that is paused does; Linux only. */
async function measureFrozen(world: World, say: (line: string) => void): Promise<Figure[]> {
  say('a database that answers nothing');
  const portal = await startWatched(world);
  const { connectionString } = world;
  const db = openDatabase({
    connectionString,
    poolSize: 2,
    limits: { long: { ...LONG, silence: SILENCE_MS } },
  });
  const refusal = async (path: string) => {
    const { status } = await fetch(portal.url + path, { headers: { authorization: world.authorization } });
    if (status !== 503) throw new Error(`${path} was answered with ${status} while the database was frozen.`);
  };
  try {
    await refusalOf(db.query('SELECT 1'), false);
    const long = longWork(() => db.query('SELECT pg_sleep(600)'));
    const gone = milliseconds(() => refusalOf(long, true));
    await pause(500);
    const thaw = freezeDatabase(world.dataDir);
    try {
      const waits = await Promise.all(
        Array.from({ length: REQUESTS }, () => milliseconds(() => refusal('/api/companies'))),
      );
      const known = await milliseconds(() => refusal('/readyz'));
      return [
        atMost('frozen database: the slowest refusal', Math.max(...waits), MOST_REFUSED_MS, ms),
        atMost('frozen database: refused once it is known', known, MOST_KNOWN_MS, ms),
        atMost('frozen database: long work of 2 s patience given up', await gone, MOST_LONG_MS, ms),
      ];
    } finally {
      thaw();
    }
  } finally {
    await portal.stop();
    await db.close();
  }
}

/** Waits for the end of `asked`, which must be refused where `isRefused`. */
async function refusalOf(asked: Promise<unknown>, isRefused: boolean): Promise<void> {
  const isOk = await asked.then(
    () => true,
    () => false,
  );
  if (isOk === isRefused) throw new Error(isOk ? 'It was not refused.' : 'It was refused.');
}

/** How soon a portal is ready after it was killed, and how soon one ends of which a request never completes. */
async function measureEnds(world: World, say: (line: string) => void): Promise<Figure[]> {
  say('a portal that is killed, and one that is asked to end');
  const first = await startWatched(world);
  process.kill(first.pid, 'SIGKILL');
  await first.stop();
  let second = first;
  const ready = await milliseconds(async () => {
    second = await startWatched(world);
  });
  const socket = connect(Number(new URL(second.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    'POST /nothing HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n',
  );
  await once(socket, 'data');
  socket.write('{"a"');
  const end = await milliseconds(() => second.stop());
  socket.destroy();
  return [
    atMost('ready after it was killed', ready, MOST_READY_MS, ms),
    atMost('end with a request that never completes', end, MOST_END_MS, ms),
  ];
}

/** What others notice of failures: of the database's, and of the portal's own. */
export async function measureFailureLimits(world: World, say: (line: string) => void): Promise<Figure[]> {
  return [...(await measureEnds(world, say)), ...(await measureFrozen(world, say))];
}
