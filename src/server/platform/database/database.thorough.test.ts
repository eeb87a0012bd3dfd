import { describe, expect, it, onTestFinished } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { createTestDatabase, withDatabase } from '#tests/support/database.ts';
import { LongWork, longWork, REQUEST } from './limits.ts';
import { openDatabase, type Runner } from './database.ts';

const test = withDatabase({ migrated: false, poolSize: 2, waitSeconds: 4 });

/** Connections that somebody has for themselves. */
async function takeConnections(count: number): Promise<{ giveBack: () => Promise<void> }> {
  const end = Promise.withResolvers<void>();
  const taken = Array.from({ length: count }, () => {
    const there = Promise.withResolvers<void>();
    const done = test.db.transaction(async () => {
      there.resolve();
      await end.promise;
    });
    return { there: there.promise, done };
  });
  await Promise.all(taken.map(({ there }) => there));
  return {
    giveBack: async () => {
      end.resolve();
      await Promise.all(taken.map(({ done }) => done));
    },
  };
}

describe('columns', () => {
  it('arrive without losing a digit or a day', async () => {
    const { rows } = await test.db.query(`
      SELECT 9007199254740991::int8 AS exact, 9007199254740993::int8 AS beyond, 10.10::numeric AS money,
        date '2026-03-29' AS day, timestamptz '2026-03-29 01:02:03.123456+02' AS instant,
        '{2026-03-29,NULL}'::date[] AS days, '{1,2}'::int8[] AS ids,
        '{"2026-03-29 00:00:00+00"}'::timestamptz[] AS instants, '{"a":1}'::jsonb AS document`);
    expect(rows[0]).toEqual({
      exact: 9007199254740991,
      beyond: '9007199254740993',
      money: '10.10',
      day: '2026-03-29',
      instant: '2026-03-28T23:02:03.123Z',
      days: ['2026-03-29', null],
      ids: [1, 2],
      instants: ['2026-03-29T00:00:00.000Z'],
      document: { a: 1 },
    });
  });
});

describe('query', () => {
  it('runs named statements as prepared ones', async () => {
    const statement = { name: 'plus-one', text: 'SELECT $1::int + 1 AS sum' };
    expect((await test.db.query({ ...statement, values: [1] })).rows).toEqual([{ sum: 2 }]);
    expect((await test.db.query({ ...statement, values: [41] })).rows).toEqual([{ sum: 42 }]);
  });

  it('answers 422 for a text that no text of the database can be, also within a transaction', async () => {
    const statement = { text: 'SELECT $1::text AS kept', values: ['a\u0000b'] };
    const refused = {
      status: 422,
      message: 'A text of this request contains characters that cannot be stored.',
    };
    await expect(test.db.query(statement)).rejects.toMatchObject(refused);
    await expect(test.db.transaction((tx) => tx.query(statement))).rejects.toMatchObject(refused);
  });

  it('answers 503 with Retry-After when every connection is taken, and works again after', async () => {
    const taken = await takeConnections(2);
    const refusal = await test.db.query('SELECT 1').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 503, headers: { 'Retry-After': expect.any(String) } });
    await taken.giveBack();
    expect((await test.db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('answers 503 when the database cannot be reached', async () => {
    const nowhere = openDatabase({ connectionString: 'postgresql://u:p@127.0.0.1:1/none', poolSize: 1 });
    await expect(nowhere.query('SELECT 1')).rejects.toMatchObject({ status: 503 });
    await nowhere.close();
  });

  it('passes on what a constraint says', async () => {
    await test.db.query('CREATE TABLE unique_names (name text PRIMARY KEY)');
    await test.db.query(`INSERT INTO unique_names VALUES ('a')`);
    await expect(test.db.query(`INSERT INTO unique_names VALUES ('a')`)).rejects.toMatchObject({
      code: '23505',
    });
  });
});

describe('connections', () => {
  const open = (connectionString: string) => {
    const db = openDatabase({ connectionString, poolSize: 1 });
    onTestFinished(() => db.close());
    return db;
  };

  it('are replaced where nothing may be changed on them, as after a fail-over', async () => {
    const db = open(test.connectionString);
    await db.query('CREATE TABLE changed (n int)');
    const change = { text: 'INSERT INTO changed VALUES (1)' };
    for (const attempt of [() => db.query(change), () => db.transaction((tx) => tx.query(change))]) {
      await db.query('SET default_transaction_read_only = on');
      await expect(attempt()).rejects.toMatchObject({
        status: 503,
        headers: { 'Retry-After': expect.any(String) },
        cause: { code: '25006' },
      });
      expect(await attempt()).toMatchObject({ rowCount: 1 });
    }
  });

  it('are in UTC, whatever options their address has', async () => {
    const address = new URL(test.connectionString);
    address.searchParams.set('options', '-c timezone=Asia/Tokyo -c datestyle=German');
    const { rows } = await open(address.href).query(`SELECT timestamptz '2026-03-29 01:02:03+02' AS at`);
    expect(rows).toEqual([{ at: '2026-03-28T23:02:03.000Z' }]);
  });
});

describe('time limits', () => {
  const hurried = { ...REQUEST, statement: 200, lock: 100 };
  const open = () => {
    const limits = { request: hurried };
    const db = openDatabase({ connectionString: test.connectionString, poolSize: 1, limits });
    onTestFinished(() => db.close());
    return db;
  };
  const limitOf = async (runner: Runner) => {
    const { rows } = await runner.query<{ limit: string }>({
      text: `SELECT current_setting('statement_timeout') AS limit`,
    });
    return rows[0]?.limit;
  };

  it('end a statement of a request, alone or in a transaction, and none of long work', async () => {
    const db = open();
    const slow = { text: 'SELECT pg_sleep(0.5)' };
    await expect(db.query(slow)).rejects.toMatchObject({ status: 503, cause: { code: '57014' } });
    await longWork(() => db.query(slow));
    await expect(db.transaction((tx) => tx.query(slow))).rejects.toMatchObject({ status: 503 });
    await longWork(() => db.transaction((tx) => tx.query(slow)));
  });

  it('go with the work, however deep below it queries, and not with the connection', async () => {
    const db = open();
    const deep = async () => {
      await db.query('SELECT 1');
      return db.transaction(limitOf);
    };
    expect(await limitOf(db)).toBe('200ms');
    expect(await longWork(deep)).toBe('1h');
    expect(await deep()).toBe('200ms');
    expect(await Promise.all([longWork(deep), deep(), longWork(deep)])).toEqual(['1h', '200ms', '1h']);
  });

  it('let long work wait for a lock that a request is refused for', async () => {
    const [holder, db, other] = [open(), open(), open()];
    await holder.query('CREATE TABLE guarded (n int)');
    const read = () => db.query('SELECT * FROM guarded');
    let waiting: ReturnType<typeof read> | undefined;
    await holder.transaction(async (tx) => {
      await tx.query('LOCK TABLE guarded');
      await expect(read()).rejects.toMatchObject({ status: 503, cause: { code: '55P03' } });
      waiting = longWork(read);
      const waits = async () =>
        (await test.db.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'guarded'::regclass`))
          .rowCount;
      await expect.poll(waits).toBe(1);
      // A request that comes after it is refused before it.
      await expect(other.query('SELECT * FROM guarded')).rejects.toMatchObject({ cause: { code: '55P03' } });
    });
    expect((await waiting)?.rowCount).toBe(0);
  });

  it('let long work that has begun wait for a connection, and refuse that which has not', async () => {
    const work = new LongWork();
    await work.run(() => test.db.query('SELECT 1'));
    const taken = await takeConnections(2);
    const waiting = work.run(() => test.db.query('SELECT 1 AS one'));
    await expect(longWork(() => test.db.query('SELECT 1'))).rejects.toMatchObject({ status: 503 });
    await taken.giveBack();
    expect((await waiting).rows).toEqual([{ one: 1 }]);
  });
});

describe('transaction', () => {
  it('keeps all of it or nothing', async () => {
    await test.db.query('CREATE TABLE notes (text text)');
    const failing = test.db.transaction(async (tx) => {
      await tx.query(`INSERT INTO notes VALUES ('lost')`);
      throw new Refusal(409, 'no');
    });
    await expect(failing).rejects.toMatchObject({ status: 409 });
    const kept = await test.db.transaction(async (tx) => {
      await tx.query(`INSERT INTO notes VALUES ('kept')`);
      return 'done';
    });
    expect(kept).toBe('done');
    expect((await test.db.query('SELECT text FROM notes')).rows).toEqual([{ text: 'kept' }]);
  });

  it('fails where a statement failed in it and the failure was swallowed, since PostgreSQL keeps nothing then', async () => {
    await test.db.query('CREATE TABLE swallowed (n int)');
    const swallowing = test.db.transaction(async (tx) => {
      await tx.query('INSERT INTO swallowed VALUES (1)');
      await tx.query('SELECT 1 / 0').catch(() => undefined);
      return 'done';
    });
    await expect(swallowing).rejects.toThrow('rolled back');
    expect((await test.db.query('SELECT * FROM swallowed')).rows).toEqual([]);
    const careful = test.db.transaction(async (tx) => {
      await tx.query('SAVEPOINT before; INSERT INTO swallowed VALUES (2)');
      await tx.query('SELECT 1 / 0').catch(() => tx.query('ROLLBACK TO before'));
      return 'done';
    });
    expect(await careful).toBe('done');
  });

  it('survives a connection that breaks in its middle, and so does the process', async () => {
    const own = await createTestDatabase({ migrated: false });
    const broken = own.db.transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await own.db.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await tx.query('SELECT 1');
    });
    await expect(broken).rejects.toMatchObject({ status: 503 });
    expect((await own.db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await own.drop();
  });
});
