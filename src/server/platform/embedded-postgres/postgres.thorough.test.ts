import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './postgres.ts';
import { reachable } from './user.ts';

let dataDir: string;
const running = new Set<() => Promise<void>>();

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'skyledger-embedded-'));
});
afterEach(async () => {
  for (const stop of running) await stop();
  running.clear();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(onRestart?: (reason: string) => void) {
  const postgres = await startEmbeddedPostgres({ dataDir, onRestart });
  running.add(postgres.stop);
  return postgres;
}

async function query(connectionString: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0];
  } finally {
    await client.end();
  }
}

it('is a durable PostgreSQL 18 that only who knows its password may use, and keeps its data', async () => {
  const first = await start();
  expect(
    await query(first.connectionString, `SELECT current_setting('server_version_num')::int / 10000`),
  ).toEqual([18]);
  expect(
    await query(
      first.connectionString,
      `SELECT current_setting('fsync'), current_setting('listen_addresses')`,
    ),
  ).toEqual(['on', '']);
  expect(
    await query(first.connectionString, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user'),
  ).toEqual([false]);
  const wrong = first.connectionString.replace(/:[0-9a-f]{48}@/, ':wrong@');
  await expect(query(wrong, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  expect(statSync(path.join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);

  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 7 AS number');
  await first.stop();
  const second = await start();
  expect(await query(second.connectionString, 'SELECT number FROM kept')).toEqual([7]);
});

it('starts again by itself, at the same address, when it is killed', async () => {
  const reasons: string[] = [];
  const postgres = await start((reason) => reasons.push(reason));
  const before = postgres.pid();
  process.kill(before ?? 0, 'SIGKILL');
  const answers = () => query(postgres.connectionString, 'SELECT 1').catch(() => null);
  await expect.poll(() => postgres.pid() !== before && answers(), { timeout: 60_000 }).toEqual([1]);
  expect(reasons).toEqual(['it ended with SIGKILL']);
});

it('ends the one that a killed process left behind, then starts its own', async () => {
  const program = `import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/postgres.ts';
    const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1] });
    console.log(postgres.pid());
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(owner.stdout, 'data')) as [Buffer];
  const orphan = Number(printed.toString());
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const leftSocket = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? '';
  expect(existsSync(leftSocket)).toBe(true);

  const postgres = await start();
  expect(postgres.pid()).not.toBe(orphan);
  expect(await query(postgres.connectionString, 'SELECT 1')).toEqual([1]);
  expect(existsSync(leftSocket)).toBe(false);
});

it('leaves a stranger alone that has the pid of a PostgreSQL that is gone', async () => {
  const first = await start();
  await first.stop();
  const stranger = spawn('sleep', ['60']);
  try {
    writeFileSync(
      path.join(dataDir, 'postgres/postmaster.pid'),
      `${stranger.pid}\n${dataDir}/postgres\n1\n5432\n\n`,
    );
    const second = await start();
    expect(await query(second.connectionString, 'SELECT 1')).toEqual([1]);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

it('begins anew where a first start was killed midway', async () => {
  mkdirSync(path.join(dataDir, 'postgres.new'));
  writeFileSync(path.join(dataDir, 'postgres.new/PG_VERSION'), '18');
  const postgres = await start();
  expect(await query(postgres.connectionString, 'SELECT 1')).toEqual([1]);
  expect(existsSync(path.join(dataDir, 'postgres.new'))).toBe(false);
});

it('says in one sentence what is wrong with a damaged database, and leaves it as it is', async () => {
  const first = await start();
  await first.stop();
  rmSync(path.join(dataDir, 'postgres/PG_VERSION'));
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
    /did not start.*Its log is .*postgres\.log/,
  );
  rmSync(path.join(dataDir, 'postgres.password'));
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/postgres\.password is missing/);
  expect(existsSync(path.join(dataDir, 'postgres/base'))).toBe(true);
});

it('knows which folders another user may pass', () => {
  // Not the user called nobody, who may run these tests.
  const stranger = { uid: 61_234, gid: 61_234 };
  expect(reachable(path.join(dataDir, 'not/yet/there'), stranger)).toBe(false);
  expect(reachable(path.join(dataDir, 'postgres'), { uid: process.getuid?.() ?? 0, gid: 0 })).toBe(true);
  expect(reachable(tmpdir(), stranger)).toBe(true);
});
