import { chmodSync, symlinkSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/embedded-postgres/postgres.ts';
import { newDataDir } from './portal-process.ts';

/** A PostgreSQL that belongs to no portal, as `DATABASE_URL` names one. */
export interface OwnPostgres {
  /** Stays the same when it is stopped and started again. */
  connectionString: string;
  dataDir: string;
  stop: () => Promise<void>;
  startAgain: () => Promise<void>;
}

/** Starts one for a test; it ends with the test. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = newDataDir();
  // Run by root, PostgreSQL belongs to another user, who must be able to pass this folder.
  chmodSync(dataDir, 0o755);
  const start = () => startEmbeddedPostgres({ dataDir, settings: { max_connections: '100' } });
  let current: EmbeddedPostgres | null = await start();
  const { connectionString } = current;
  const stop = async () => {
    await current?.stop();
    current = null;
  };
  onTestFinished(stop);
  return {
    connectionString,
    dataDir,
    stop,
    async startAgain() {
      current = await start();
      // Its socket lies in a new folder each time; the old name leads there.
      symlinkSync(socketDirOf(current.connectionString), socketDirOf(connectionString));
    },
  };
}

const socketDirOf = (connectionString: string) => new URL(connectionString).searchParams.get('host') ?? '';
