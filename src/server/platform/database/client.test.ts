import { describe, expect, it } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';

const test = withDatabase({ migrated: false, poolSize: 2 });

describe('a connection of the pool', () => {
  it('answers by promise or callback, and its errors show the caller', async () => {
    await test.db.transaction(async (tx) => {
      expect((await tx.query('SELECT $1::int AS one', [1])).rows).toEqual([{ one: 1 }]);
      const called = Promise.withResolvers<unknown>();
      tx.query('SELECT 2 AS two', (error: Error | null, result) => called.resolve(error ?? result.rows));
      expect(await called.promise).toEqual([{ two: 2 }]);
    });
    const error = await test.db.transaction((tx) => tx.query('SELECT 1 / 0')).catch((one: unknown) => one);
    expect(error).toMatchObject({ code: '22012' });
    expect((error as Error).stack).toContain('client.test.ts');
  });
});
