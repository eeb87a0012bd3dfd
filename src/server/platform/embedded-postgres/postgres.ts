import { spawn, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDiskFull } from '../database/errors.ts';
import {
  clusterPassword,
  connectionString,
  createCluster,
  createDatabase,
  findBinaries,
  programEnvironment,
  type Binaries,
} from './cluster.ts';
import { endOrphan, endProcess, isReady, socketDirPrefix } from './orphan.ts';
import { launchAs, type Launch } from './user.ts';
import { folderProblem, noSpaceFor } from '../base/folder-problem.ts';
import { StartError } from '../base/start-error.ts';

const START_PATIENCE_MS = 60_000;
const POLL_MS = 5;
const LOG_LIMIT_BYTES = 5 * 1024 * 1024;
const RESTART_PAUSE_MS = 500;

export interface EmbeddedPostgresOptions {
  /** Absolute path; the cluster is its folder `postgres`, the log its file `postgres.log`. */
  dataDir: string;
  /** Further PostgreSQL settings, such as `{ fsync: 'off' }` for a database that only lives for a test. */
  settings?: Record<string, string>;
  /** Called when PostgreSQL ended by itself and is started again. */
  onRestart?: (reason: string) => void;
}

export interface EmbeddedPostgres {
  /** Address of the portal's database; stays the same through restarts. */
  connectionString: string;
  pid: () => number | undefined;
  /** Ends it within seconds; what was committed is on disk. */
  stop: () => Promise<void>;
}

/**
 * A real PostgreSQL 18 of this process's own, reached over a Unix socket that only its user may open, and with a
 * password. It is made on the first start, recovers after a crash, and is started again should it end by itself.
 * The caller holds the data folder's lock.
 *
 * It runs in a session of its own: Ctrl-C in the terminal reaches the portal, which finishes its requests first.
 * @throws {StartError} in one sentence, when it cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new StartError('The embedded PostgreSQL runs on Linux and macOS. Use WSL, or set DATABASE_URL.');
  }
  const binaries = await findBinaries();
  const cluster = path.join(options.dataDir, 'postgres');
  const logFile = path.join(options.dataDir, 'postgres.log');
  let launch: Launch;
  let socketDir: string;
  try {
    mkdirSync(options.dataDir, { recursive: true });
    launch = launchAs(cluster, [binaries.postgres]);
    await createCluster(cluster, binaries, launch);
    await endOrphan(cluster);
    turnLog(logFile);
    socketDir = mkdtempSync(socketDirPrefix);
    launch.give(socketDir);
  } catch (error) {
    throw folderProblem(options.dataDir, error);
  }

  const server = new Postmaster({ binaries, cluster, logFile, launch, socketDir }, options);
  try {
    const password = clusterPassword(cluster);
    await server.start();
    await createDatabase(socketDir, password);
    return {
      connectionString: connectionString(socketDir, password),
      pid: () => server.pid,
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw isDiskFull(error) ? noSpaceFor(cluster, error) : error;
  }
}

interface Place {
  binaries: Binaries;
  cluster: string;
  logFile: string;
  launch: Launch;
  socketDir: string;
}

/** One postmaster process: started, watched, started again, stopped. */
class Postmaster {
  readonly #place: Place;
  readonly #options: EmbeddedPostgresOptions;
  #child: ChildProcess | null = null;
  #stopping = false;

  constructor(place: Place, options: EmbeddedPostgresOptions) {
    this.#place = place;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { cluster, logFile } = this.#place;
    const deadline = Date.now() + START_PATIENCE_MS;
    while (!this.#stopping) {
      const before = logSize(logFile);
      const child = this.#spawn();
      this.#child = child;
      while (isRunning(child) && Date.now() < deadline) {
        if (isReady(cluster, child.pid)) {
          child.once(
            'exit',
            (code, signal) => void this.#revive(`it ended with ${signal ?? `code ${code}`}`),
          );
          return;
        }
        await pause(POLL_MS);
      }
      const log = readFileSync(logFile, 'utf8').slice(before);
      // Sessions of a postmaster that was killed take a moment to notice; until then the cluster is theirs.
      const heldByOldSessions = log.includes('pre-existing shared memory block');
      if (!heldByOldSessions || Date.now() >= deadline) throw startFailure(cluster, logFile, log);
      await pause(RESTART_PAUSE_MS);
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child?.pid && isRunning(child)) {
      await endProcess(child.pid, () => !isRunning(child));
    }
    rmSync(this.#place.socketDir, { recursive: true, force: true });
  }

  async #revive(reason: string): Promise<void> {
    for (let attempt = 1; !this.#stopping; attempt++) {
      this.#options.onRestart?.(reason);
      try {
        await endOrphanKeepingSocket(this.#place);
        await this.start();
        return;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        await pause(RESTART_PAUSE_MS * Math.min(attempt, 10));
      }
    }
  }

  #spawn(): ChildProcess {
    const { binaries, cluster, logFile, launch, socketDir } = this.#place;
    const settings: Record<string, string> = {
      listen_addresses: '',
      unix_socket_directories: socketDir,
      unix_socket_permissions: '0700',
      // The portal logs what its requests run into, without values; here only the server's own life is of use.
      log_min_messages: 'log',
      log_checkpoints: 'off',
      log_error_verbosity: 'terse',
      log_timezone: 'UTC',
      timezone: 'UTC',
      ...this.#options.settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [program, args] = launch.command(binaries.postgres, ['-D', cluster, '-p', '5432', ...flags]);
    const log = openSync(logFile, 'a', 0o600);
    try {
      const child = spawn(program, args, {
        ...launch.identity,
        cwd: '/',
        detached: true,
        env: programEnvironment(),
        stdio: ['ignore', log, log],
      });
      // A program that cannot even be run has no pid, which the waiting start notices.
      child.on('error', () => {});
      return child;
    } finally {
      closeSync(log);
    }
  }
}

/** A crashed postmaster's socket folder goes with it; the next one needs it again at the same path. */
async function endOrphanKeepingSocket({ cluster, socketDir, launch }: Place): Promise<void> {
  await endOrphan(cluster);
  if (!existsSync(socketDir)) {
    mkdirSync(socketDir, { mode: 0o700 });
    launch.give(socketDir);
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function logSize(logFile: string): number {
  return statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
}

/** The log is turned over at a start, so it never grows without end and the last run stays readable. */
function turnLog(logFile: string): void {
  if (logSize(logFile) > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
}

function startFailure(cluster: string, logFile: string, log: string): StartError {
  if (log.includes('No space left on device')) return noSpaceFor(cluster, log);
  const reason = log.split('\n').findLast((line) => /FATAL|PANIC|ERROR|error/.test(line));
  const why = reason ? `: ${reason.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')}` : ' in time';
  return new StartError(`The embedded PostgreSQL did not start${why}. Its log is ${logFile}.`);
}
