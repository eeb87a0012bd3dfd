import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { folderProblem } from '../base/folder-problem.ts';
import { StartError } from '../base/start-error.ts';

const SQLITE_BUSY = 5;

/** Who uses the data folder: written beside the lock for people and for the command line. */
const occupantSchema = z.object({
  pid: z.number(),
  /** The program that it runs, such as 'the portal' or 'skyledger token create'. */
  what: z.string(),
  /** Where it answers, once it does. */
  address: z.string().nullable(),
  /** The embedded database, once it runs. Holds its password, hence the file's mode. */
  connectionString: z.string().nullable(),
});
export type Occupant = z.output<typeof occupantSchema>;

export interface DataFolder {
  path: string;
  /** Adds to what others can read about this process. */
  announce(facts: Partial<Pick<Occupant, 'address' | 'connectionString'>>): void;
  release(): void;
}

/**
 * Takes the data folder for this process, creating it when missing.
 *
 * The lock is SQLite's exclusive lock on an empty file: the operating system holds it, so it ends with the
 * process however that ends, and neither a reused pid nor two starts at the same instant can confuse it.
 * @throws {StartError} when another process has it (naming that process), or when it cannot be written.
 */
export function takeDataFolder(dataDir: string, what: string): DataFolder {
  const lock = tryLock(dataDir);
  if (!lock) throw new StartError(occupied(dataDir, readOccupant(dataDir)));
  const file = occupantFile(dataDir);
  let occupant: Occupant = { pid: process.pid, what, address: null, connectionString: null };
  const write = () => {
    try {
      // Renamed into place: a reader never sees half of it.
      writeFileSync(`${file}.new`, `${JSON.stringify(occupant)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      throw folderProblem(dataDir, error);
    }
  };
  try {
    write();
  } catch (error) {
    lock.close();
    throw error;
  }
  return {
    path: dataDir,
    announce(facts) {
      occupant = { ...occupant, ...facts };
      write();
    },
    release() {
      rmSync(file, { force: true });
      lock.close();
    },
  };
}

/** The facts about the process that has the folder; null when there is none or it cannot be read. */
export function readOccupant(dataDir: string): Occupant | null {
  try {
    return occupantSchema.parse(JSON.parse(readFileSync(occupantFile(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/**
 * The folder itself, or the database of the process that has it: waits up to `patienceMs` for that process to
 * have its database running.
 * @throws {StartError} when it is taken and no database is announced in that time.
 */
export async function takeOrJoin(
  dataDir: string,
  what: string,
  patienceMs = 10_000,
): Promise<{ folder: DataFolder } | { connectionString: string }> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return { folder: takeDataFolder(dataDir, what) };
    } catch (error) {
      const connectionString = readOccupant(dataDir)?.connectionString;
      if (connectionString) return { connectionString };
      if (Date.now() > deadline) throw error;
    }
    await pause(100);
  }
}

function occupantFile(dataDir: string): string {
  return path.join(dataDir, 'running.json');
}

function tryLock(dataDir: string): DatabaseSync | null {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    const file = path.join(dataDir, 'lock');
    // SQLite reports a folder without rights only as "unable to open"; the file system says what is wrong.
    writeFileSync(file, '', { flag: 'a', mode: 0o600 });
    lock = new DatabaseSync(file);
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw folderProblem(dataDir, error);
  }
}

function occupied(dataDir: string, occupant: Occupant | null): string {
  if (!occupant)
    return `Another process is using the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`;
  const where = occupant.address ? ` at ${occupant.address}` : '';
  return `${capitalised(occupant.what)} (process ${occupant.pid})${where} is using the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
