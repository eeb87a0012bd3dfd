import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { startPostgresPair, type PostgresPair } from '#tests/support/postgres-pair.ts';
import { atMost, median, onlyTold, type Figure } from '../figures.ts';
import { startPortal, type ServingProcess } from '../portal.ts';
import type { World } from '../world.ts';

const ROUNDS = 3;
const PORTALS = 2;
/** Changes at a time on each portal, and the pause of each after an answer. */
const WRITERS = 4;
const BETWEEN_MS = 5;
const BEFORE_MS = 3000;
const PATIENCE_MS = 120_000;
/** Of what the portal adds to the time that the database takes for its promotion. */
const MOST_AFTER_MS = 1000;

interface Change {
  sent: number;
  answered: number;
  /** 0 where the connection broke. */
  status: number;
}

interface Pause {
  /** From the first change that was refused to the first one that was accepted. */
  whole: number;
  promotion: number;
  /** From the end of the promotion to the first change that was accepted. */
  after: number;
}

/**
 * How long nothing can be changed when the primary is killed under load and its synchronous standby promoted at once, with two
 * portals. How soon a failure is noticed is for whoever promotes, so that is no part of it.
 */
export async function measureFailover({ folder }: World, say: (line: string) => void): Promise<Figure[]> {
  const pauses: Pause[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`the primary is killed, round ${round} of ${ROUNDS}`);
    const pair = await startPostgresPair();
    try {
      pauses.push(await pauseOf(pair, path.join(folder, `failover-${round}`)));
    } finally {
      await pair.stop();
    }
  }
  const mid = (key: keyof Pause) => median(pauses.map((one) => one[key]));
  const slowest = Math.max(...pauses.map(({ whole }) => whole)).toFixed(0);
  const ms = { unit: 'ms' };
  return [
    onlyTold('fail-over: from refused to accepted changes', mid('whole'), {
      ...ms,
      beside: `slowest of ${ROUNDS} ${slowest} ms`,
    }),
    onlyTold('fail-over: of it the promotion', mid('promotion'), ms),
    atMost('fail-over: a change is accepted after the promotion', mid('after'), MOST_AFTER_MS, ms),
  ];
}

async function pauseOf(pair: PostgresPair, folder: string): Promise<Pause> {
  mkdirSync(folder);
  const portals: ServingProcess[] = [];
  try {
    for (let n = 0; n < PORTALS; n += 1) {
      const dataDir = path.join(folder, String(n));
      mkdirSync(dataDir);
      portals.push(
        await startPortal(dataDir, {
          DATABASE_URL: pair.connectionString,
          DATA_DIR: dataDir,
          SECRET_KEY: 'the same secret key for all of the processes',
        }),
      );
    }
    return await killedUnderLoad(
      pair,
      portals.map(({ url }) => url),
      await newToken(pair),
    );
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()));
  }
}

async function newToken(pair: PostgresPair): Promise<string> {
  const db = openDatabase({ connectionString: pair.connectionString, poolSize: 1 });
  try {
    const made = await createApiToken(db, { email: 'bench@example.com', name: 'bench', roles: ['admin'] });
    return made?.token ?? '';
  } finally {
    await db.close();
  }
}

async function killedUnderLoad(pair: PostgresPair, urls: string[], token: string): Promise<Pause> {
  const changes: Change[] = [];
  let isOver = false;
  const write = async (url: string, name: string) => {
    for (let n = 0; !isOver; n += 1) {
      const sent = performance.now();
      const status = await create(url, token, `${name} ${n}`);
      changes.push({ sent, answered: performance.now(), status });
      await pause(BETWEEN_MS);
    }
  };
  const writers = urls.flatMap((url, at) =>
    Array.from({ length: WRITERS }, (_, n) => write(url, `company ${at}.${n}`)),
  );
  try {
    await pause(BEFORE_MS);
    const accepted = changes.filter(({ status }) => status === 201).length;
    if (accepted === 0) throw new Error(`No change was accepted before: ${changes[0]?.status}.`);
    const killed = performance.now();
    pair.killPrimary();
    pair.leadToStandby();
    await pair.promote();
    const promoted = performance.now();
    const isLater = ({ sent, status }: Change) => status === 201 && sent > killed;
    while (!changes.some(isLater)) {
      if (performance.now() - promoted > PATIENCE_MS) throw new Error('No change was accepted afterwards.');
      await pause(BETWEEN_MS);
    }
    const refused = changes.find(({ answered, status }) => status !== 201 && answered > killed)?.answered;
    const again = changes.find(isLater)?.answered ?? Number.NaN;
    if (refused === undefined) throw new Error('No change was refused.');
    return { whole: again - refused, promotion: promoted - killed, after: Math.max(0, again - promoted) };
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
}

async function create(url: string, token: string, code: string): Promise<number> {
  try {
    const answer = await fetch(`${url}/api/companies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    if (error instanceof TypeError) return 0;
    throw error;
  }
}
