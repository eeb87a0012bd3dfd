import type { Database } from '#server/platform/database/database.ts';

const REFUSE = 'ALTER TABLE file_chunks ADD CONSTRAINT no_files CHECK (false) NOT VALID';

/** Files that wait. */
export interface HeldFiles {
  /** Ends the wait: from now on they are refused. */
  refuse: () => Promise<void>;
}

/** Lets whatever keeps a file wait. */
export async function holdBackFiles(db: Database): Promise<HeldFiles> {
  const held = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const done = db.transaction(async (tx) => {
    await tx.query('LOCK TABLE file_chunks IN SHARE MODE');
    held.resolve();
    await ending.promise;
    await tx.query(REFUSE);
  });
  await Promise.race([held.promise, done]);
  return {
    refuse: () => {
      ending.resolve();
      return done;
    },
  };
}

/** From now on the database takes no files; answers how to let it take them again. */
export async function refuseFiles(db: Database, held?: HeldFiles): Promise<() => Promise<void>> {
  await (held ? held.refuse() : db.query(REFUSE));
  return async () => void (await db.query('ALTER TABLE file_chunks DROP CONSTRAINT no_files'));
}
