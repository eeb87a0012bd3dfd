import pg from 'pg';
import { PgBoss, type Db } from 'pg-boss';
import type { Database, Statement } from '../database/database.ts';

const SUPERVISE_SECONDS = 5;

type BossStatement = Statement & { types: typeof pg.types };

/** A connection of ours as pg-boss takes it: it reads dates and numbers as the driver gives them by default. */
function bossDatabase(query: (statement: BossStatement) => Promise<{ rows: unknown[] }>): Db {
  return {
    executeSql: (text, values) =>
      query(values ? { text, values, types: pg.types } : { text, types: pg.types }),
  };
}

/** A transaction of ours as pg-boss takes it. */
export const bossTransaction = (tx: pg.PoolClient): Db => bossDatabase((statement) => tx.query(statement));

/**
 * pg-boss on our connections, not started.
 * @param schedules whether it looks for what is due by itself
 */
export function makeBoss(db: Database, schedules: boolean): PgBoss {
  return new PgBoss({
    db: bossDatabase((statement) => db.query(statement)),
    schedule: schedules,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
}
