import { expect, it } from 'vitest';
import { openGitHub } from '#server/providers/github/github.ts';
import { withDatabase } from '#tests/support/database.ts';
import { appKey } from '#tests/support/github.ts';

const database = withDatabase({ migrated: false });
const github = openGitHub({ api: 'http://127.0.0.1:1', simulated: false });
const seat = () => github.seat({ appId: '1', privateKey: appKey().privateKey }, 'games', 'ada');

it('nobody else is called within a transaction, also not far below it', async () => {
  const { db } = database;
  await expect(db.transaction(() => Promise.all([seat(), seat()]))).rejects.toThrow(
    'GitHub was called within a transaction',
  );
  let late: Promise<unknown> | undefined;
  const over = Promise.withResolvers<void>();
  await db.transaction(async () => {
    late = over.promise.then(seat);
    late.catch(() => undefined);
  });
  over.resolve();
  // What goes on after its end is part of it no more: GitHub is called, and is not there.
  await expect(late).rejects.toThrow('GitHub could not be called');
});
