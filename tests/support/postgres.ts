import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/postgres.ts';
import { migrate } from '#server/platform/database/migrations.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a migrated database without data; tests clone it and leave it alone. */
    templateDatabase: string;
  }
}

/** A database that lives for one run of the tests need not survive a power cut. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

const NAME = 'TEMPLATE_DATABASE';

/** Starts one embedded PostgreSQL for the whole run, whose projects share it, and migrates the database that tests clone. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env[NAME];
  if (running !== undefined) {
    project.provide('templateDatabase', running);
    return async () => undefined;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'skyledger-postgres-'));
  // Run by root, PostgreSQL belongs to another user, who must be able to pass this folder.
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const stop = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.connectionString);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[NAME] = postgres.connectionString;
  project.provide('templateDatabase', postgres.connectionString);
  return stop;
}
