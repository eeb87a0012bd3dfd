import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BatchInFull } from '#calls/batches.ts';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { startAws, type AwsSimulator } from '#simulators/aws/aws.ts';
import type { AccountLoop, LoopedAccounts } from '../account-loop.ts';
import { deskOf, type Desk } from '../billing/desk.ts';
import { atLeast, atMost, onlyTold, type Figure } from '../figures.ts';
import { peakDuring } from '../memory.ts';
import { startPortal } from '../portal.ts';
import { createOnce } from '../sized-tables.ts';
import type { World } from '../world.ts';

const ADOPTED = 1000;
const CLOSED = 200;
/** So many deployments are worked on at a time, and so many accounts in the loop. */
const AT_ONCE = 8;
const PATIENCE_MS = 900_000;
const ASK_MS = 250;
const MOST_MB = 512;

const owner = 'owner@example.com';
const TAGS = { CostCenter: 'CC1', Owner: owner };

const accountAt = (at: number) => String(500_000_000_000 + at);
const ESTATE = [
  `INSERT INTO companies (code) VALUES ('1000')`,
  `INSERT INTO cloud_contacts (email, name, terminated) VALUES ('${owner}', 'Owner', false)`,
  `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
   SELECT 'CC1', '1000', m.id, c.id, '2020-01-01', true FROM companies m, cloud_contacts c`,
  `INSERT INTO cloud_parents (terminated, provider_type, identifier, name, managed)
   SELECT false, 'AwsCloudParent', (500000000000 + n)::text, 'account-' || n, false FROM generate_series(0, ${ADOPTED - 1}) n`,
];

const startCloud = (): Promise<AwsSimulator> =>
  startAws({
    delaySeconds: 0,
    mostClosures: CLOSED,
    initial: {
      accounts: Array.from({ length: ADOPTED }, (_, at) => ({ id: accountAt(at), name: `account-${at}` })),
    },
  });

/** The calls of the SDK alone, against a cloud of their own. */
async function measureLoop(): Promise<LoopedAccounts> {
  const aws = await startCloud();
  const child = fork(path.join(projectRoot, 'bench/account-loop.ts'));
  try {
    const answered = once(child, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
    const all = Array.from({ length: ADOPTED }, (_, at) => accountAt(at));
    const wanted: AccountLoop = {
      url: aws.url,
      adopt: all,
      close: all.slice(0, CLOSED),
      tags: TAGS,
      atOnce: AT_ONCE,
    };
    child.send(wanted);
    return ((await answered) as [LoopedAccounts])[0];
  } finally {
    child.kill();
    await aws.close();
  }
}

/** Waits until so many of a kind are done. @throws where one has failed, or they do not end */
async function untilDone(db: Database, kind: string, count: number): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(ASK_MS)) {
    const { rows } = await db.query<{ done: number; failed: number }>(
      `SELECT count(*) FILTER (WHERE state = 'done')::integer AS done, count(*) FILTER (WHERE state = 'failed')::integer AS failed
       FROM cloud_deployments WHERE kind = $1`,
      [kind],
    );
    const { done = 0, failed = 0 } = rows[0] ?? {};
    if (failed > 0) throw new Error(`${failed} of ${kind} have failed.`);
    if (done === count) return;
  }
  throw new Error(`Not every ${kind} came to its end.`);
}

const json = (body: object) => ({ body: JSON.stringify(body) });

/** Has all adopted by one batch, and answers the seconds until it was accepted and until it was done. */
async function adoptAll(db: Database, desk: Desk, ids: readonly number[]) {
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  await desk.post<BatchInFull>(
    '/api/request_batches/adoption',
    'application/json',
    json({ ids, cost_center: 'CC1', reason: 'Their teams were found.' }),
  );
  const accepted = since();
  await untilDone(db, 'account_adoption', ids.length);
  return { accepted, done: since() };
}

/** Has some closed: each is asked for by its owner and approved by somebody else. */
async function closeAll(db: Database, asker: Desk, approver: Desk, ids: readonly number[]): Promise<number> {
  const began = performance.now();
  let next = 0;
  const one = async () => {
    for (let id = ids[next++]; id !== undefined; id = ids[next++]) {
      const { cloud_deployment: asked } = await asker.post<{ cloud_deployment: { id: number } }>(
        `/api/cloud_parents/${id}/life/close`,
        'application/json',
        json({ reason: 'Nobody needs it.' }),
      );
      const approve = `/api/cloud_deployments/${asked.id}/approve`;
      await approver.post(approve, 'application/json', json({ reason: 'So it is.' }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  await untilDone(db, 'account_closure', ids.length);
  return (performance.now() - began) / 1000;
}

/** A thousand adoptions and two hundred closures through the ledger, beside the same calls of the SDK in a loop: no step twice. */
export async function measureAccountLife(world: World, say: (line: string) => void): Promise<Figure[]> {
  const address = new URL(world.connectionString);
  address.pathname = '/account_life';
  await world.db.query('DROP DATABASE IF EXISTS account_life');
  await createOnce(world.connectionString, 'account_life');
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 2 });
  // Before the portal starts, which would fill an empty database with its example.
  for (const sql of ESTATE) await db.query(sql);
  say('the loop of the SDK');
  const looped = await measureLoop();
  const aws = await startCloud();
  const settings = { DATABASE_URL: address.href, LOG_LEVEL: 'warn', AWS_API: aws.url };
  const portal = await startPortal(world.folder, settings);
  try {
    const deskFor = async (email: string) => {
      const token = await createApiToken(db, { email, name: 'account-life', roles: [] });
      return deskOf(portal.url, `Bearer ${token?.token}`);
    };
    const [asker, approver] = [await deskFor(owner), await deskFor('approver@example.com')];
    const { rows } = await db.query<{ id: number }>('SELECT id FROM cloud_parents ORDER BY id');
    const ids = rows.map(({ id }) => id);
    say(`${ADOPTED} adoptions and ${CLOSED} closures by the ledger`);
    const { value, peak } = await peakDuring(portal.pid, async () => ({
      adopted: await adoptAll(db, asker, ids),
      closed: await closeAll(db, asker, approver, ids.slice(0, CLOSED)),
    }));
    const tagged = Object.values(aws.state.accounts).filter(({ tags }) => tags['Owner'] === owner).length;
    const seconds = { unit: 's', digits: 1 } as const;
    return [
      atLeast('accounts that are adopted', tagged, ADOPTED),
      atMost('calls that write tags', aws.faults.calls('TagResource'), ADOPTED),
      atMost('calls that close an account', aws.faults.calls('CloseAccount'), CLOSED),
      onlyTold('until all adoptions were accepted', value.adopted.accepted, seconds),
      onlyTold('until all were adopted', value.adopted.done, {
        ...seconds,
        beside: `the SDK alone ${looped.adopting.toFixed(1)} s`,
      }),
      onlyTold('until all were closed', value.closed, {
        ...seconds,
        beside: `the SDK alone ${looped.closing.toFixed(1)} s`,
      }),
      atMost('the portal meanwhile, resident', peak, MOST_MB, { unit: 'MB' }),
    ];
  } finally {
    await portal.stop();
    await aws.close();
    await db.close();
  }
}
