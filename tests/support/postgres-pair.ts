import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  clusterPassword,
  connectionString,
  createCluster,
  createDatabase,
  findBinaries,
  programEnvironment,
} from '#server/platform/embedded-postgres/cluster.ts';
import { socketDirPrefix } from '#server/platform/embedded-postgres/orphan.ts';
import { launchAs } from '#server/platform/embedded-postgres/user.ts';
import { startMovingAddress } from './moving-address.ts';
import { killDatabase } from './postgres-processes.ts';

/** Only a guard against hanging. */
const PATIENCE_MS = 120_000;
const POLL_MS = 20;

/** One PostgreSQL of the pair. */
export interface PairedServer {
  /** Of the portal's role, over its own socket. */
  connectionString: string;
  /** Runs a statement as the cluster's superuser. */
  administer: (statement: string) => Promise<pg.QueryResult>;
}

/** A PostgreSQL with a standby that has to confirm every commit, and the one address by which a portal reaches them. */
export interface PostgresPair {
  /** Leads to the primary, until `leadToStandby`. */
  connectionString: string;
  primary: PairedServer;
  standby: PairedServer;
  /** Ends all of its processes at once, as a machine ends that loses its power. Linux only. */
  killPrimary: () => void;
  leadToStandby: () => void;
  /** Makes the standby the primary; resolves when it takes changes. */
  promote: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts both; no change is acknowledged that only one of them has. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-pair-'));
  const servers: RunningServer[] = [];
  const undo: (() => Promise<void>)[] = [
    async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
    async () => void (await Promise.all(servers.map((server) => server.stop()))),
  ];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const [first, second] = ['primary', 'standby'].map((name) => newFolder(folder, name));
    if (!first || !second) throw new Error('There are no folders.');
    const binaries = await findBinaries();
    const launch = launchAs(path.join(first, 'postgres'), [binaries.postgres]);
    await createCluster(path.join(first, 'postgres'), binaries, launch);
    // The same cluster before its first start: all that comes later is streamed.
    execFileSync('cp', ['-a', `${first}/postgres`, `${first}/postgres.password`, second]);
    const primary = await startServer(first, { synchronous_standby_names: '*', wal_keep_size: '1GB' });
    servers.push(primary);
    const signal = path.join(second, 'postgres/standby.signal');
    writeFileSync(signal, '');
    launch.give(signal);
    const source = `host=${primary.socketDir} user=postgres password=${primary.password}`;
    const standby = await startServer(second, {
      primary_conninfo: source,
      wal_retrieve_retry_interval: '100',
    });
    servers.push(standby);
    await createDatabase(primary.socketDir, primary.password);
    const address = await startMovingAddress(primary.socket);
    undo.push(() => address.close());
    const outside = new URL(primary.connectionString);
    outside.search = '';
    outside.host = `127.0.0.1:${address.port}`;
    return {
      connectionString: outside.href,
      primary,
      standby,
      killPrimary: () => killDatabase(first),
      leadToStandby: () => address.leadTo(standby.socket),
      promote: async () => void (await standby.administer(`SELECT pg_promote(true, ${PATIENCE_MS / 1000})`)),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function newFolder(parent: string, name: string): string {
  const made = path.join(parent, name);
  mkdirSync(made);
  // Run by root, PostgreSQL belongs to another user, who must be able to pass these folders.
  for (const passed of [parent, made]) chmodSync(passed, 0o755);
  return made;
}

interface RunningServer extends PairedServer {
  socketDir: string;
  socket: string;
  password: string;
  stop: () => Promise<void>;
}

/** Starts the server of a cluster that is there; unlike the portal's own it is not started again when it ends. */
async function startServer(dataDir: string, settings: Record<string, string>): Promise<RunningServer> {
  const cluster = path.join(dataDir, 'postgres');
  const { postgres } = await findBinaries();
  const launch = launchAs(cluster, [postgres]);
  const socketDir = mkdtempSync(socketDirPrefix);
  launch.give(socketDir);
  const all = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    max_connections: '100',
    timezone: 'UTC',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program, args] = launch.command(postgres, ['-D', cluster, '-p', '5432', ...flags]);
  const logFile = `${cluster}.log`;
  const log = openSync(logFile, 'a');
  const child = spawn(program, args, {
    ...launch.identity,
    cwd: '/',
    detached: true,
    env: programEnvironment(),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGQUIT');
    await gone;
    rmSync(socketDir, { recursive: true, force: true });
  };
  const password = clusterPassword(cluster);
  const administrator = connectionString(socketDir, password, 'postgres');
  const administer = (statement: string) => ask(administrator, statement);
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await administer('SELECT 1').catch(() => null))) {
    if (child.exitCode === null && Date.now() < deadline) await pause(POLL_MS);
    else {
      await stop();
      throw new Error(`PostgreSQL did not start: ${readFileSync(logFile, 'utf8')}`);
    }
  }
  return {
    connectionString: connectionString(socketDir, password),
    administer,
    socketDir,
    socket: `${socketDir}/.s.PGSQL.5432`,
    password,
    stop,
  };
}

async function ask(address: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
