import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '#kernel/work.ts';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { startGraph } from '#simulators/graph/graph.ts';
import type { InitialDirectory } from '#simulators/graph/state.ts';
import { deskOf, type Desk } from '../billing/desk.ts';
import type { LoopedDirectory } from '../directory-loop.ts';
import { atLeast, atMost, onlyTold, type Figure } from '../figures.ts';
import { peakDuring } from '../memory.ts';
import { startPortal } from '../portal.ts';
import { createOnce } from '../sized-tables.ts';
import type { World } from '../world.ts';

const PEOPLE = 5000;
const GROUPS = 5000;
/** Groups of so many people; the others share what is left of the memberships. */
const LARGE = { groups: 10, members: 2000 };
const MEMBERS = 6;
const MEMBERSHIPS = 50_000;
const MOST_SECONDS = 60;
const MOST_MB = 512;
const MOST_LIST_MS = 100;
const PATIENCE_MS = 600_000;
const ASK_MS = 100;

const idOf = (kind: number, at: number) =>
  `00000000-0000-4000-${8000 + kind}-${String(at).padStart(12, '0')}`;

function directory(): InitialDirectory {
  const people = Array.from({ length: PEOPLE }, (_, at) => ({
    id: idOf(0, at),
    name: `Person ${at}`,
    userPrincipalName: `person.${at}@example.com`,
    email: `person.${at}@example.com`,
    enabled: true,
  }));
  const groups = Array.from({ length: GROUPS }, (_, at) => ({
    id: idOf(1, at),
    name: `APP_${['AWS', 'AZURE', 'GCP'][at % 3]}_TEAM_${at}`,
    description: null,
    email: null,
    dynamic: false,
    syncedElsewhere: false,
    members: Array.from({ length: at < LARGE.groups ? LARGE.members : MEMBERS }, (_, place) =>
      idOf(0, (at * 7 + place * (at < LARGE.groups ? 1 : 13)) % PEOPLE),
    ),
    owners: [idOf(0, (at * 11) % PEOPLE)],
  }));
  return { people, groups };
}

/** Once through everything, with what loading the library takes, as in the portal's first reading. */
async function measureLoop(url: string): Promise<LoopedDirectory> {
  const child = fork(path.join(projectRoot, 'bench/directory-loop.ts'), {
    env: { ...process.env, GRAPH_URL: url },
  });
  try {
    const answered = once(child, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
    child.send('loop');
    return ((await answered) as [LoopedDirectory])[0];
  } finally {
    child.kill();
  }
}

/** Asks for a reading and waits for its end; `lists` gets the milliseconds of each list that was asked for meanwhile. */
async function sync(desk: Desk, lists: number[]) {
  const began = performance.now();
  const asked = await desk.post<{ job: Job }>('/api/ad/sync', 'application/json', { body: '{}' });
  while (performance.now() - began < PATIENCE_MS) {
    const job = await desk.get<Job>(`/api/jobs/${asked.job.id}`);
    const seconds = (performance.now() - began) / 1000;
    if (job.state === 'failed') throw new Error(job.error ?? 'The reading has failed.');
    if (job.state === 'done') {
      const counted = (what: string) =>
        job.outcome?.counts?.find(({ label }) => label === `Directory: ${what}`)?.count ?? 0;
      return { seconds, counted };
    }
    const listed = performance.now();
    await desk.get('/api/ad_groups?page=1&per_page=25');
    lists.push(performance.now() - listed);
    await pause(ASK_MS);
  }
  throw new Error('The reading did not come to its end.');
}

/** A large directory is read twice, beside a loop that only reads. */
export async function measureDirectory(world: World, say: (line: string) => void): Promise<Figure[]> {
  const address = new URL(world.connectionString);
  address.pathname = '/directory';
  await world.db.query('DROP DATABASE IF EXISTS directory');
  await createOnce(world.connectionString, 'directory');
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 2 });
  // Before the portal starts, which would fill an empty database with its example.
  await db.query(`INSERT INTO companies (code) VALUES ('1000')`);
  const simulator = await startGraph({ initial: directory() });
  const portal = await startPortal(world.folder, {
    DATABASE_URL: address.href,
    LOG_LEVEL: 'warn',
    DIRECTORY_SYNC: 'off',
    GRAPH_API: simulator.url,
  });
  try {
    const token = await createApiToken(db, {
      email: 'bench@skyledger.example',
      name: 'directory',
      roles: [],
    });
    const desk = deskOf(portal.url, `Bearer ${token?.token}`);
    say(`${GROUPS} groups and ${MEMBERSHIPS} memberships are read`);
    const lists: number[] = [];
    const { value, peak } = await peakDuring(portal.pid, async () => [
      await sync(desk, lists),
      await sync(desk, lists),
    ]);
    const [first, second] = value;
    say('the plain loop');
    const loop = await measureLoop(simulator.url);
    if (!first || !second) throw new Error('Not every reading was measured.');
    const p95 = lists.toSorted((a, b) => a - b)[Math.ceil(lists.length * 0.95) - 1] ?? Number.NaN;
    const changes = ['memberships begun', 'memberships ended', 'groups changed', 'people changed'];
    const beside = { digits: 2, beside: `the loop ${loop.seconds.toFixed(1)} s` };
    return [
      atLeast('memberships that the first reading added', first.counted('memberships begun'), MEMBERSHIPS),
      atLeast('memberships that the plain loop reads', loop.memberships, MEMBERSHIPS),
      atMost('first reading', first.seconds, MOST_SECONDS, { unit: 's', digits: 1 }),
      onlyTold('first reading, times the plain loop', first.seconds / loop.seconds, beside),
      onlyTold('second reading', second.seconds, { unit: 's', digits: 1 }),
      atMost(
        'records that it changed',
        changes.reduce((all, what) => all + second.counted(what), 0),
        0,
      ),
      atMost('the portal meanwhile, resident', peak, MOST_MB, { unit: 'MB' }),
      atMost('list of groups meanwhile, p95', p95, MOST_LIST_MS, {
        unit: 'ms',
        beside: `${lists.length} of them`,
      }),
    ];
  } finally {
    await portal.stop();
    await simulator.close();
    await db.close();
  }
}
