import pg from 'pg';
import { PgBoss, type Db } from 'pg-boss';
import type { Database, Statement } from '../database/database.ts';
import { holdLock } from '../database/hold-lock.ts';
import type { DueWork } from './due-work.ts';

const SUPERVISE_SECONDS = 5;
/** Its statements with a BEGIN of their own. */
const OWN_TRANSACTION = /\bBEGIN;/;
/** Its fetch that first counts what runs, and the queue that it names; names of queues have no quotes. */
const COUNTING_FETCH = /\bgroup_filtered AS\b[^]*\bname = '([^']+)'/;

type BossStatement = Statement & { types: typeof pg.types };

/** A connection of ours as pg-boss takes it: it reads dates and numbers as the driver gives them by default. */
function bossDatabase(query: (statement: BossStatement) => Promise<{ rows: unknown[] }>): Db {
  return {
    executeSql: (text, values) =>
      query(values ? { text, values, types: pg.types } : { text, types: pg.types }),
  };
}

/**
 * One fetch of a queue at a time, in all processes together: two at once would both count before either has taken its
 * work, and more would run than the queue says. The statement names its queue, so its text is what they wait for.
 */
const fetchInTurn = (db: Database, statement: BossStatement) =>
  db.transaction(async (tx) => {
    await holdLock(tx, 'fetch of a queue', statement.text);
    return tx.query(statement);
  });

/** What pg-boss asks for outside of our transactions. */
async function ask(db: Database, due: DueWork, statement: BossStatement): Promise<{ rows: unknown[] }> {
  const fetched = COUNTING_FETCH.exec(statement.text)?.[1];
  if (fetched !== undefined) return (await due.has(fetched)) ? fetchInTurn(db, statement) : { rows: [] };
  // One that fails in the middle must not leave its transaction open on a connection of the pool.
  if (OWN_TRANSACTION.test(statement.text)) return db.transaction((tx) => tx.query(statement));
  return db.query(statement);
}

/** A transaction of ours as pg-boss takes it. */
export const bossTransaction = (tx: pg.PoolClient): Db => bossDatabase((statement) => tx.query(statement));

/**
 * pg-boss on our connections, not started.
 * @param due tells whether a queue is worth the wait for its turn to fetch
 * @param schedules whether it looks for what is due by itself
 */
export function makeBoss(db: Database, due: DueWork, schedules: boolean): PgBoss {
  return new PgBoss({
    db: bossDatabase((statement) => ask(db, due, statement)),
    schedule: schedules,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
}
