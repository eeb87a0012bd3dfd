import { describe, expect, it } from 'vitest';
import { Refusal } from '#kernel/errors.ts';
import { createTestDatabase, withDatabase } from '#tests/support/database.ts';
import { openDatabase } from './database.ts';

const test = withDatabase({ migrated: false, poolSize: 2 });

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
      instant: '2026-03-28T23:02:03.123456Z',
      days: ['2026-03-29', null],
      ids: [1, 2],
      instants: ['2026-03-29T00:00:00Z'],
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

  it('answers 503 with Retry-After within five seconds when every connection is taken, and works again after', async () => {
    const taken = await Promise.all([test.db.pool.connect(), test.db.pool.connect()]);
    const began = Date.now();
    const refusal = await test.db.query('SELECT 1').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 503, headers: { 'Retry-After': expect.any(String) } });
    expect(Date.now() - began).toBeLessThan(5000);
    for (const client of taken) client.release();
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
