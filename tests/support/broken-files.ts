import type { Database } from '#server/platform/database/database.ts';

const REFUSE = 'ALTER TABLE file_chunks ADD CONSTRAINT no_files CHECK (false) NOT VALID';

/** Files that wait. */
export interface HeldFiles {
  /** Ends the wait: from now on they are refused. */
  refuse: () => Promise<void>;
  /** Ends the wait: they are kept. */
  release: () => Promise<void>;
}

/** Lets whatever keeps a file wait. */
export async function holdBackFiles(db: Database): Promise<HeldFiles> {
  const held = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<'refused' | 'kept'>();
  const done = db.transaction(async (tx) => {
    await tx.query('LOCK TABLE file_chunks IN SHARE MODE');
    held.resolve();
    if ((await ending.promise) === 'refused') await tx.query(REFUSE);
  });
  await Promise.race([held.promise, done]);
  const end = (how: 'refused' | 'kept') => {
    ending.resolve(how);
    return done;
  };
  return { refuse: () => end('refused'), release: () => end('kept') };
}

/** From now on the database takes no files; answers how to let it take them again. */
export async function refuseFiles(db: Database, held?: HeldFiles): Promise<() => Promise<void>> {
  await (held ? held.refuse() : db.query(REFUSE));
  return async () => void (await db.query('ALTER TABLE file_chunks DROP CONSTRAINT no_files'));
}
