import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { isThere } from '#tests/support/is-there.ts';
import { postmasterOf } from '#tests/support/postgres-processes.ts';
import { childEnvironment } from '#tests/support/child-environment.ts';

const READY = /Skyledger is ready: (http:\S+)/;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'skyledger-npm-start-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs what `npm start` runs, as the leader of a group of processes, which is what a terminal makes of it. */
async function start() {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: projectRoot,
    env: {
      ...childEnvironment(),
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      PORT: '0',
      BILL_FETCH: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  onTestFinished(() => endNow(child, ended));
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const url = READY.exec(output)?.[1];
        if (url) resolve(url);
      });
    void ended.then(() => reject(new Error(`It ended before it was ready: ${output}`)));
  });
  const url = await ready;
  return {
    url,
    processes: [child.pid ?? 0, serverPid(), postmasterOf(dataDir)],
    pressCtrlC: async () => {
      process.kill(-(child.pid ?? 0), 'SIGINT');
      return (await ended)[0];
    },
  };
}

const serverPid = () =>
  (JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8')) as { pid: number }).pid;

async function endNow(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

it('npm start is ready, also when it was started before, and Ctrl-C ends it with 0 and leaves no process', async () => {
  for (const _start of ['first', 'second']) {
    const { url, processes, pressCtrlC } = await start();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toContain('<title>Skyledger</title>');
    expect(processes.map(isThere)).toEqual([true, true, true]);
    expect(await pressCtrlC()).toBe(0);
    expect(processes.map(isThere)).toEqual([false, false, false]);
    expect(existsSync(path.join(dataDir, 'running.json'))).toBe(false);
  }
});
