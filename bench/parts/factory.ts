import { setTimeout as pause } from 'node:timers/promises';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { startAws } from '#simulators/aws/aws.ts';
import { startAzure } from '#simulators/azure/azure.ts';
import type { Faults } from '#simulators/faults/faults.ts';
import { startGcp } from '#simulators/gcp/gcp.ts';
import { deskOf, type Desk } from '../billing/desk.ts';
import { atLeast, atMost, onlyTold, type Figure } from '../figures.ts';
import { peakDuring } from '../memory.ts';
import { startPortal } from '../portal.ts';
import { createOnce } from '../sized-tables.ts';
import type { World } from '../world.ts';

const REQUESTS = 1000;
/** So many are sent at a time. */
const AT_ONCE = 8;
const PATIENCE_MS = 900_000;
const ASK_MS = 500;
const MOST_MB = 512;
const MOST_LIST_MS = 100;
const LIST = '/api/cost_centers?page=1&per_page=25';
/** One call in so many is told to come back, and one in twice as many gets no answer although it did its work. */
const THROTTLED_IN = 10;
const CALLS_PER_SECOND = 60;

interface Asked {
  path: string;
  body: Record<string, unknown>;
}

const owner = 'owner@example.com';

/** The request with this number: the clouds take turns. */
function askedFor(at: number): Asked {
  const number = String(at).padStart(4, '0');
  const named = `bench-${number}`;
  const tags = { cost_center_tag: 'CC1', owner_tag: owner, project_name_tag: named };
  if (at % 3 === 1)
    return {
      path: '/api/azure-subscriptions/create',
      body: { subscription_name: named, group_id: 'sandboxes', ...tags },
    };
  if (at % 3 === 2) return { path: '/api/gcp-project/create', body: { project_name: named, ...tags } };
  return {
    path: '/api/account/create',
    body: {
      accountEmail: `${named}@example.com`,
      accountName: named,
      ou: 'sandbox',
      costCenterTag: 'CC1',
      departmentTag: 'Cloud',
      businessUnitTag: 'CIO',
      ownerTag: owner,
      projectNameTag: named,
      billingContact: owner,
      operationsContact: owner,
      securityContact: owner,
    },
  };
}

const ESTATE = [
  `INSERT INTO companies (code) VALUES ('1000')`,
  `INSERT INTO departments (name) VALUES ('Cloud')`,
  `INSERT INTO business_units (name) VALUES ('CIO')`,
  `INSERT INTO cloud_contacts (email, name, terminated) VALUES ('${owner}', 'Owner', false)`,
  `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
   SELECT 'CC1', '1000', m.id, c.id, '2020-01-01', true FROM companies m, cloud_contacts c`,
];

/** Plans what goes wrong with the calls that make something, spread over all of them. */
function plan(faults: Faults, operation: string, calls: number): void {
  for (let at = 0; at < calls; at += THROTTLED_IN) {
    faults.plan(operation, 'throttled');
    if (at % (2 * THROTTLED_IN) === 0) faults.plan(operation, 'lost');
  }
}

/** Sends every request, and answers the seconds until all were accepted. */
async function sendAll(desk: Desk): Promise<number> {
  const folder = (await desk.get<{ options: { value: string }[] }[]>('/api/gcp-folders'))[0]?.options[0]
    ?.value;
  const began = performance.now();
  let next = 0;
  const send = async () => {
    while (next < REQUESTS) {
      const { path, body } = askedFor(next++);
      const whole = path.includes('gcp') ? { ...body, folder_id: folder } : body;
      await desk.post(path, 'application/json', { body: JSON.stringify(whole) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return (performance.now() - began) / 1000;
}

/** Waits until nothing is under way, and looks at a list now and then. @returns the milliseconds of each list in order */
async function untilOver(db: Database, desk: Desk): Promise<number[]> {
  const lists: number[] = [];
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const { rowCount } = await db.query(
      `SELECT 1 FROM cloud_deployments WHERE state IN ('running', 'waiting_provider') LIMIT 1`,
    );
    if (rowCount === 0) return lists.toSorted((a, b) => a - b);
    const began = performance.now();
    await desk.get(LIST);
    lists.push(performance.now() - began);
    await pause(ASK_MS);
  }
  throw new Error('Not every request came to its end.');
}

const countNamed = (names: readonly string[]): { made: number; twice: number } => {
  const ours = names.filter((name) => name.startsWith('bench-'));
  const made = new Set(ours).size;
  return { made, twice: ours.length - made };
};

/** A thousand requests over three clouds that throttle, lose answers and take their time: each is made once. */
export async function measureFactory(world: World, say: (line: string) => void): Promise<Figure[]> {
  const address = new URL(world.connectionString);
  address.pathname = '/factory';
  await world.db.query('DROP DATABASE IF EXISTS factory');
  await createOnce(world.connectionString, 'factory');
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 2 });
  const aws = await startAws({ delaySeconds: 1, accountsAtOnce: 50 });
  const azure = await startAzure({ delaySeconds: 1, tagDelaySeconds: 0 });
  const gcp = await startGcp({ delaySeconds: 1, callsPerSecond: CALLS_PER_SECOND });
  plan(aws.faults, 'CreateAccount', REQUESTS / 3);
  plan(azure.faults, 'Alias_Create', REQUESTS / 3);
  plan(gcp.faults, 'CreateProject', REQUESTS / 3);
  // Before the portal starts, which would fill an empty database with its example.
  for (const sql of ESTATE) await db.query(sql);
  const portal = await startPortal(world.folder, {
    DATABASE_URL: address.href,
    LOG_LEVEL: 'warn',
    AWS_API: aws.url,
    AZURE_API: azure.url,
    GCP_API: gcp.url,
  });
  try {
    const token = await createApiToken(db, {
      email: 'bench@skyledger.example',
      name: 'factory',
      roles: [],
    });
    const desk = deskOf(portal.url, `Bearer ${token?.token}`);
    say(`${REQUESTS} requests are sent`);
    const began = performance.now();
    const { value, peak } = await peakDuring(portal.pid, async () => {
      const accepted = await sendAll(desk);
      return { accepted, lists: await untilOver(db, desk) };
    });
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await db.query<{ done: number }>(
      `SELECT count(*)::integer AS done FROM cloud_deployments WHERE state = 'done'`,
    );
    const counted = [
      countNamed(Object.values(aws.state.accounts).map(({ name }) => name)),
      countNamed(azure.state.subscriptions.map(({ displayName }) => displayName)),
      countNamed([...gcp.projects.values()].map(({ displayName }) => displayName)),
    ];
    const sum = (of: 'made' | 'twice') => counted.reduce((all, one) => all + one[of], 0);
    const p95 = value.lists[Math.ceil(value.lists.length * 0.95) - 1] ?? Number.NaN;
    return [
      atLeast('requests for accounts that are done', rows[0]?.done ?? 0, REQUESTS),
      atLeast('accounts made for them', sum('made'), REQUESTS),
      atMost('accounts made twice', sum('twice'), 0),
      onlyTold('until all were accepted', value.accepted, { unit: 's', digits: 1 }),
      onlyTold('until all were done', seconds, { unit: 's', digits: 1 }),
      atMost('the portal meanwhile, resident', peak, MOST_MB, { unit: 'MB' }),
      atMost('lists meanwhile, p95', p95, MOST_LIST_MS, {
        unit: 'ms',
        beside: `${value.lists.length} of them`,
      }),
    ];
  } finally {
    await portal.stop();
    await Promise.all([aws.close(), azure.close(), gcp.close()]);
    await db.close();
  }
}
