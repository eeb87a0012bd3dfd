import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '#kernel/work.ts';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { startAws } from '#simulators/aws/aws.ts';
import { AGGREGATOR } from '#simulators/aws/config.ts';
import { startAzure } from '#simulators/azure/azure.ts';
import { startGcp } from '#simulators/gcp/gcp.ts';
import { deskOf, type Desk } from '../billing/desk.ts';
import { atLeast, atMost, onlyTold, type Figure } from '../figures.ts';
import { peakDuring } from '../memory.ts';
import type { Looped, PagingPlan } from '../paging-loop.ts';
import { startPortal } from '../portal.ts';
import { createOnce } from '../sized-tables.ts';
import type { World } from '../world.ts';

/** Of all three clouds together. */
const ACCOUNTS = 10_000;
const MACHINES = 100_000;
const MOST_MB = 512;
const MOST_LIST_MS = 100;
const LISTS = ['cloud_parents', 'virtual_machines'].map((name) => `/api/${name}?page=1&per_page=25`);
const PATIENCE_MS = 600_000;
const ASK_MS = 100;

/** The numbers that fall to a cloud: every third one. */
const numbersOf = (all: number, cloud: number) =>
  Array.from({ length: all }, (_, at) => at).filter((at) => at % 3 === cloud);

const subscription = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const awsAccount = (at: number) => String(200_000_000_000 + at);
/** The account of the same cloud in which a machine runs. */
const homeOf = (machine: number) => machine % (ACCOUNTS - (ACCOUNTS % 3));

async function startClouds() {
  const aws = await startAws({
    initial: {
      accounts: numbersOf(ACCOUNTS, 0).map((at) => ({ id: awsAccount(at), name: `account-${at}` })),
      machines: numbersOf(MACHINES, 0).map((at) => ({
        resourceId: `i-${String(at).padStart(17, '0')}`,
        accountId: awsAccount(homeOf(at)),
        awsRegion: 'eu-central-1',
        name: `machine-${at}`,
        configuration: { instanceType: 't3.micro', state: { name: 'running' } },
      })),
    },
  });
  const azure = await startAzure({
    initial: {
      subscriptions: numbersOf(ACCOUNTS, 1).map((at) => ({
        id: subscription(at),
        displayName: `subscription-${at}`,
      })),
      machines: numbersOf(MACHINES, 1).map((at) => ({
        id: `/subscriptions/${subscription(homeOf(at))}/resourceGroups/bench/providers/Microsoft.Compute/virtualMachines/machine-${at}`,
        name: `machine-${at}`,
        subscriptionId: subscription(homeOf(at)),
        location: 'westeurope',
        size: 'Standard_D2s_v5',
        powerState: 'PowerState/running',
        tags: {},
      })),
    },
  });
  const gcp = await startGcp({
    initial: {
      projects: numbersOf(ACCOUNTS, 2).map((at) => ({ projectId: `bench-project-${at}` })),
      machines: numbersOf(MACHINES, 2).map((at) => ({
        id: String(at),
        name: `machine-${at}`,
        projectId: `bench-project-${homeOf(at)}`,
        zone: 'europe-west3-a',
        machineType: 'e2-medium',
        status: 'RUNNING',
      })),
    },
  });
  return {
    plan: { aws: aws.url, azure: azure.url, gcp: gcp.url } satisfies PagingPlan,
    close: async () => void (await Promise.all([aws.close(), azure.close(), gcp.close()])),
  };
}

/** Twice through all pages; the first time with what loading the libraries takes, as the portal's first. */
async function measureLoop(plan: PagingPlan): Promise<Looped[]> {
  const child = fork(path.join(projectRoot, 'bench/paging-loop.ts'), {
    env: { ...process.env, PAGING_PLAN: JSON.stringify(plan) },
  });
  try {
    const loops: Looped[] = [];
    for (let round = 0; round < 2; round += 1) {
      const answered = once(child, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
      child.send('loop');
      loops.push(((await answered) as [Looped])[0]);
    }
    return loops;
  } finally {
    child.kill();
  }
}

interface Synced {
  seconds: number;
  /** What the job counted, all clouds together, such as `machines read`. */
  counted: (what: string) => number;
}

/** Asks for a reading and waits for its end; `lists` gets the milliseconds of each list that was asked for meanwhile. */
async function sync(desk: Desk, lists: number[]): Promise<Synced> {
  const began = performance.now();
  const asked = await desk.post<{ job: Job }>('/api/cloud_parents/sync', 'application/json', { body: '{}' });
  for (let round = 0; performance.now() - began < PATIENCE_MS; round += 1) {
    const job = await desk.get<Job>(`/api/jobs/${asked.job.id}`);
    const seconds = (performance.now() - began) / 1000;
    if (job.state === 'failed') throw new Error(job.error ?? 'The reading has failed.');
    if (job.state === 'done') {
      const counts = job.outcome?.counts ?? [];
      const counted = (what: string) =>
        counts.filter(({ label }) => label.endsWith(`: ${what}`)).reduce((all, { count }) => all + count, 0);
      return { seconds, counted };
    }
    const listed = performance.now();
    await desk.get(LISTS[round % LISTS.length] ?? '');
    lists.push(performance.now() - listed);
    await pause(ASK_MS);
  }
  throw new Error('The reading did not come to its end.');
}

/** Three clouds with many accounts and machines are read into the inventory, twice, beside a loop that only reads. */
export async function measureSync(world: World, say: (line: string) => void): Promise<Figure[]> {
  const address = new URL(world.connectionString);
  address.pathname = '/sync';
  await world.db.query('DROP DATABASE IF EXISTS sync');
  await createOnce(world.connectionString, 'sync');
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 2 });
  // Before the portal starts, which would fill an empty database with its example.
  await db.query(`INSERT INTO companies (code) VALUES ('1000')`);
  const clouds = await startClouds();
  const portal = await startPortal(world.folder, {
    DATABASE_URL: address.href,
    LOG_LEVEL: 'warn',
    INVENTORY_SYNC: 'off',
    AWS_API: clouds.plan.aws,
    AWS_CONFIG_AGGREGATOR: AGGREGATOR,
    AZURE_API: clouds.plan.azure,
    GCP_API: clouds.plan.gcp,
  });
  try {
    const token = await createApiToken(db, { email: 'bench@skyledger.example', name: 'sync', roles: [] });
    const desk = deskOf(portal.url, `Bearer ${token?.token}`);
    say(`${ACCOUNTS} accounts and ${MACHINES} machines are read`);
    const lists: number[] = [];
    const { value: syncs, peak } = await peakDuring(portal.pid, async () => [
      await sync(desk, lists),
      await sync(desk, lists),
    ]);
    say('the plain loop');
    return figuresOf(syncs, await measureLoop(clouds.plan), lists, peak);
  } finally {
    await portal.stop();
    await clouds.close();
    await db.close();
  }
}

function figuresOf(syncs: Synced[], loops: Looped[], lists: number[], peak: number): Figure[] {
  const [first, second] = syncs;
  const [loaded, loop] = loops;
  if (!first || !second || !loaded || !loop) throw new Error('Not every reading was measured.');
  const p95 = lists.toSorted((a, b) => a - b)[Math.ceil(lists.length * 0.95) - 1] ?? Number.NaN;
  const beside = ({ seconds }: Synced, plain: Looped) =>
    `${seconds.toFixed(1)} s, the loop ${plain.seconds.toFixed(1)} s`;
  const changes = ['accounts', 'machines'].flatMap((what) =>
    ['added', 'changed', 'terminated'].map((deed) => second.counted(`${what} ${deed}`)),
  );
  return [
    atLeast('accounts that the first reading added', first.counted('accounts added'), ACCOUNTS),
    atLeast('machines that it added', first.counted('machines added'), MACHINES),
    atLeast('machines that the plain loop reads', loop.machines, MACHINES),
    atMost(
      'records that a second reading changed',
      changes.reduce((all, count) => all + count, 0),
      0,
    ),
    onlyTold('first reading, times the plain loop', first.seconds / loaded.seconds, {
      digits: 2,
      beside: beside(first, loaded),
    }),
    onlyTold('second reading, times the plain loop', second.seconds / loop.seconds, {
      digits: 2,
      beside: beside(second, loop),
    }),
    atMost('the portal meanwhile, resident', peak, MOST_MB, { unit: 'MB' }),
    atMost('lists meanwhile, p95', p95, MOST_LIST_MS, { unit: 'ms', beside: `${lists.length} of them` }),
  ];
}
