import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { launchAs } from '#server/platform/embedded-postgres/user.ts';
import { freePort } from '#tests/support/free-port.ts';
import { findProgram } from '../../scripts/gate/programs.mjs';

const PATIENCE_MS = 60_000;

/**
 * Starts PgBouncer before the PostgreSQL of this address, without any setting that the portal would need.
 * @returns the address through it
 */
export async function startPgbouncer(
  connectionString: string,
  mode: 'session' | 'transaction',
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const address = new URL(connectionString);
  const { username, password } = address;
  const file = (name: string) => path.join(folder, name);
  writeFileSync(file('users'), `"${username}" "${password}"\n`);
  writeFileSync(
    file('pgbouncer.ini'),
    `[databases]
* = host=${address.searchParams.get('host')} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${file('users')}
pool_mode = ${mode}
default_pool_size = 40
`,
  );
  // It does not run as root, and only the user of the PostgreSQL may open the socket of that.
  const program = findProgram('pgbouncer') ?? 'pgbouncer';
  const launch = launchAs(path.join(folder, 'postgres'), [program]);
  const [command, args] = launch.command(program, [file('pgbouncer.ini')]);
  let output = '';
  const child = spawn(command, args, { ...launch.identity, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGQUIT');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  });
  address.searchParams.delete('host');
  address.host = `127.0.0.1:${port}`;
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await answers(address.href)))
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`PgBouncer did not start: ${output}`);
  return address.href;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
