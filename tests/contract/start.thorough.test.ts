import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { isThere } from '#tests/support/is-there.ts';
import { childEnvironment } from '#tests/support/child-environment.ts';
import { fillAsStarted } from '#tests/support/started-data.ts';

let dataDir: string;
const folders: string[] = [];
const started: ChildProcess[] = [];

function takeNewFolder(): void {
  dataDir = mkdtempSync(path.join(tmpdir(), 'skyledger-start-'));
  folders.push(dataDir);
}

beforeEach(takeNewFolder);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
});

interface Run {
  child: ChildProcess;
  output: () => string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

/** Runs a program of the server as `npm start` does, with no settings of this machine. */
function run(file: string, env: Record<string, string> = {}, args: string[] = []): Run {
  const child = spawn(process.execPath, [path.join(projectRoot, 'src/server', file), ...args], {
    env: { ...childEnvironment(), PORT: '0', DATA_DIR: dataDir, BILL_FETCH: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // Not its `close` event, which does not come once the channel was closed from here.
  const ended = Promise.all([
    once(child, 'exit'),
    ...[child.stdout, child.stderr].map((stream) => stream && once(stream, 'close')),
  ]).then(
    ([exit]) => (exit as [number | null, string | null]).find((outcome) => outcome !== null) ?? 'unknown',
  );
  return { child, output: () => text, ended };
}

async function startPortal(env: Record<string, string> = {}) {
  const portal = run('main.ts', env);
  const ready = once(portal.child, 'message').then(([message]: { ready: string }[]) => message?.ready ?? '');
  const address = await Promise.race([
    ready,
    portal.ended.then((code) => {
      throw new Error(`The portal ended with ${code}: ${portal.output()}`);
    }),
  ]);
  const postmaster = Number(
    readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
  );
  return { ...portal, address, postmaster };
}

const isReady = async (address: string) => (await fetch(`${address}/readyz`)).status;

/** A request whose body is still on its way, once the portal has read its head and asks for the rest of it. */
async function beginRequest(address: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(
    'POST /nothing HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n',
  );
  await expect.poll(() => answer).toContain('100 Continue');
  socket.write('{"a"');
  answer = '';
  return { socket, answer: () => answer };
}

/** One clear sentence or list, and no trace of where in the program it came from. */
async function expectRefusal(refused: Run, sentence: string | RegExp): Promise<void> {
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(sentence);
  expect(refused.output()).not.toMatch(/^\s+at |node:internal/m);
}

describe('the portal', () => {
  // A database that is there already starts faster than a new one.
  let shared: string | undefined;
  beforeEach(async () => {
    if (shared === undefined) await fillAsStarted(dataDir);
    shared ??= dataDir;
    dataDir = shared;
  });

  it('refuses a second start on its data folder, naming the first, which goes on', async () => {
    const first = await startPortal();
    const second = run('main.ts');
    await expectRefusal(
      second,
      `The portal (process ${first.child.pid}) at ${first.address} is using the data folder`,
    );
    expect(await isReady(first.address)).toBe(200);
  });

  it('lets a request in flight finish after SIGTERM, then ends with 0 and leaves no child', async () => {
    const { child, address, postmaster, ended } = await startPortal();
    const { socket, answer } = await beginRequest(address);
    child.kill('SIGTERM');
    // A connection of the moment before may still be answered, with 503.
    await expect
      .poll(() =>
        fetch(address).then(
          ({ status }) => status,
          (error: Error) => error.message,
        ),
      )
      .toBe('fetch failed');
    const closed = once(socket, 'close');
    socket.write(':1}');
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer()).toContain('POST /nothing was not found.');
    expect(await ended).toBe(0);
    expect(isThere(postmaster)).toBe(false);
    expect(existsSync(path.join(dataDir, 'running.json'))).toBe(false);
  });

  it('ends after SIGTERM though the body of a request never completes', async () => {
    const { child, address, postmaster, ended } = await startPortal();
    const { socket } = await beginRequest(address);
    const closed = once(socket, 'close');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await closed;
    expect(isThere(postmaster)).toBe(false);
    expect(existsSync(path.join(dataDir, 'running.json'))).toBe(false);
  });

  it('ends by itself when the process that started it is gone', async () => {
    const { child, postmaster, ended } = await startPortal();
    child.disconnect();
    expect(await ended).toBe(0);
    expect(isThere(postmaster)).toBe(false);
  });

  it('ends cleanly when it is asked to in the middle of its first start', async () => {
    takeNewFolder();
    const { child, ended } = run('main.ts');
    await expect
      .poll(() => existsSync(path.join(dataDir, 'running.json')), { interval: 5, timeout: 60_000 })
      .toBe(true);
    child.kill('SIGINT');
    // 1 on a machine so slow that a start cannot be undone within ten seconds; what is left then, the next start ends.
    const code = await ended;
    expect([0, 1]).toContain(code);
    expect(code === 0 && existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    expect(await isReady((await startPortal()).address)).toBe(200);
  });

  it('starts again after kill -9, with the data that was there', async () => {
    const first = await startPortal();
    const kept = ['--email', 'ci@example.com', '--name', 'kept', '--days', '30'];
    const made = run('cli.ts', {}, ['token', 'create', ...kept]);
    expect([await made.ended, made.output()]).toEqual([0, expect.any(String)]);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startPortal();
    expect(second.postmaster).not.toBe(first.postmaster);
    const listed = run('cli.ts', {}, ['token', 'list']);
    expect([await listed.ended, listed.output()]).toEqual([
      0,
      expect.stringMatching(/kept .*never used, runs out 2/),
    ]);
  });
});

describe('a start that cannot work', () => {
  it('lists every wrong setting at once', async () => {
    const refused = run('main.ts', {
      PORT: 'x',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://x',
      SAML_SP_KEY: 'nowhere',
    });
    await expectRefusal(refused, /PORT must[\s\S]*LOG_LEVEL must|LOG_LEVEL must[\s\S]*PORT must/);
    for (const name of ['DATABASE_URL must', 'SAML_SP_KEY names nowhere'])
      expect(refused.output()).toContain(name);
  });

  it('says that nobody could sign in under NODE_ENV=production without an identity provider', async () => {
    const refused = run('main.ts', { NODE_ENV: 'production' });
    await expectRefusal(refused, 'Nobody could sign in. No identity provider is configured');
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  });

  it('starts for API tokens on an address that others reach, and says that nobody can sign in', async () => {
    await fillAsStarted(dataDir);
    const { child, address, output } = await startPortal({ HOST: '0.0.0.0' });
    expect(output()).toContain('Nobody can sign in; API tokens work. No identity provider is configured');
    const begun = await fetch(`${address}/api/auth/saml`, { redirect: 'manual' });
    expect(begun.headers.get('location') ?? '').not.toContain('/idp');
    expect(await (await fetch(`${address}/idp/sso`)).text()).not.toMatch(/whom to be|cannot go on/);
    child.kill('SIGTERM');
  });

  it('names a port that is in use, and stops the database again', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await fillAsStarted(dataDir);
    await expectRefusal(run('main.ts', { PORT: String(port) }), `Port ${port} on 127.0.0.1 is in use`);
    other.close();
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('names a folder that cannot be written', async () => {
    // Below a file nobody can make a folder, not even root.
    await expectRefusal(
      run('main.ts', { DATA_DIR: path.join(projectRoot, 'package.json/data') }),
      'cannot be created there',
    );
    // The kernel's own file system takes no folders, not even from root.
    if (existsSync('/sys/kernel')) {
      await expectRefusal(run('main.ts', { DATA_DIR: '/sys/skyledger' }), 'cannot be written by this user');
    }
  });

  it('names a database that cannot be reached, without its password', async () => {
    const refused = run('main.ts', { DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:1/sky' });
    await expectRefusal(refused, 'The database me@127.0.0.1:1/sky cannot be used');
    expect(refused.output()).not.toContain('hunter2');
  });
});

describe('the command line', () => {
  it('runs a database of its own without a portal, and stops it afterwards', async () => {
    const made = run('cli.ts', {}, ['token', 'create', '--email', 'ci@example.com', '--name', 'alone']);
    expect([await made.ended, made.output()]).toEqual([0, expect.any(String)]);
    expect(existsSync(path.join(dataDir, 'postgres/PG_VERSION'))).toBe(true);
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('needs no identity provider', async () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example.com' };
    const made = run('cli.ts', env, ['token', 'create', '--email', 'ci@example.com', '--name', 'early']);
    expect([await made.ended, made.output()]).toEqual([0, expect.any(String)]);
    const file = path.join(dataDir, 'early.tgz');
    const kept = run('cli.ts', env, ['backup', file]);
    expect([await kept.ended, kept.output()]).toEqual([0, expect.stringContaining('holds')]);
  });

  it('answers a wrong command with the help and exit code 2', async () => {
    const wrong = run('cli.ts', {}, ['token', 'destroy']);
    expect(await wrong.ended).toBe(2);
    expect(wrong.output()).toContain('There is no command "token destroy".');
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  });
});
