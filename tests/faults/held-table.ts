import type { Database } from '#server/platform/database/database.ts';

/** Keeps everybody from writing to these tables until they are let go. @returns what lets them go */
export async function held(db: Database, ...tables: readonly string[]): Promise<() => Promise<void>> {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const ended = db.transaction(async (tx) => {
    await tx.query(`LOCK TABLE ${tables.join(', ')} IN EXCLUSIVE MODE`);
    locked();
    await released;
  });
  await isLocked;
  return async () => {
    letGo();
    await ended;
  };
}

/** How many statements wait for a table that is held. */
export async function waitingFor(db: Database, table: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM pg_locks WHERE NOT granted AND relation = $1::regclass',
    [table],
  );
  return rows[0]?.count ?? 0;
}
