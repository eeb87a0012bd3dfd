import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { answerOnce } from '#server/engine/idempotency.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { startOwnPostgres } from './own-postgres.ts';

/** A PostgreSQL that waits for a standby which is not there, until `confirm`. */
async function startWaiting() {
  const { connectionString } = await startOwnPostgres();
  await migrate(connectionString);
  const address = new URL(connectionString);
  address.username = 'postgres';
  address.pathname = '/postgres';
  const administrator = new pg.Client({ connectionString: address.href });
  await administrator.connect();
  onTestFinished(() => administrator.end());
  const demand = async (standbys: string) => {
    await administrator.query(`ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
    await administrator.query('SELECT pg_reload_conf()');
    const current = async () => (await administrator.query('SHOW synchronous_standby_names')).rows;
    await expect.poll(current).toEqual([{ synchronous_standby_names: standbys }]);
    // Sessions wait once the process that makes checkpoints has read it as well, which it does before it makes one.
    await administrator.query('CHECKPOINT');
  };
  const db = openDatabase({ connectionString, poolSize: 2 });
  onTestFinished(() => db.close());
  await demand('nobody');
  /** Ends the wait for the standby of what was asked, as an administrator does who sees it hang. */
  const cancelled = async (asked: Promise<unknown>): Promise<unknown> => {
    const outcome = asked.catch((error: unknown) => error);
    const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND backend_type = 'client backend'`;
    await expect.poll(async () => (await administrator.query(cancel)).rowCount).toBe(1);
    return outcome;
  };
  return { db, cancelled, confirm: () => demand('') };
}

const refused = {
  status: 503,
  message: 'The standby of the database has not confirmed this yet. Please try again shortly.',
  headers: { 'Retry-After': expect.any(String) },
};

it(
  'acknowledges nothing that no standby has confirmed, though PostgreSQL calls it committed',
  { timeout: 600_000 },
  async () => {
    const { db, cancelled, confirm } = await startWaiting();
    const add = (code: string) => ({ text: 'INSERT INTO companies (code) VALUES ($1)', values: [code] });
    expect(await cancelled(db.query(add('alone 1')))).toMatchObject(refused);
    expect(await cancelled(db.transaction((tx) => tx.query(add('alone 2'))))).toMatchObject(refused);
    const count = `SELECT count(*)::int AS n FROM companies WHERE code LIKE 'alone _'`;
    // What only reads waits for nobody; the connections are good again.
    expect((await db.query(count)).rows).toEqual([{ n: 2 }]);
    await confirm();
    expect((await db.query(add('alone 3'))).rowCount).toBe(1);
  },
);

it(
  'answers a request that comes again only when its first answer is safe, and does it once',
  { timeout: 600_000 },
  async () => {
    const { db, cancelled, confirm } = await startWaiting();
    const key = { scope: randomBytes(32), fingerprint: randomBytes(32) };
    const ask = () =>
      answerOnce(db, key, async (tx) => {
        await tx.query(`INSERT INTO companies (code) VALUES ('asked for')`);
        return { status: 201, body: {} };
      });
    expect(await cancelled(ask())).toMatchObject(refused);
    expect(await cancelled(ask())).toMatchObject(refused);
    await confirm();
    expect(await ask()).toEqual({ status: 201, body: '{}', replayed: true });
    const { rows } = await db.query(`SELECT count(*)::int AS n FROM companies WHERE code = 'asked for'`);
    expect(rows).toEqual([{ n: 1 }]);
  },
);
