import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';

/** A run that has its folder, a process there that would outlive it, and a disk there, where this user may mount one. */
const RUN = `
  const { default: makeRunFolder } = await import('./tests/support/run-folder.ts');
  const { spawn, spawnSync } = await import('node:child_process');
  const { mkdtempSync } = await import('node:fs');
  makeRunFolder();
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mkdtempSync(process.env.RUN_FOLDER + '/disk-')], { stdio: 'ignore' });
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env: process.env });
  console.log(JSON.stringify({ folder: process.env.RUN_FOLDER, child: child.pid }));
  setInterval(() => {}, 1000);`;

async function begin() {
  const { RUN_FOLDER: _ofThisRun, ...env } = process.env;
  const run = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(run.stdout.setEncoding('utf8'), 'data')) as [string];
  return { run, ...(JSON.parse(line) as { folder: string; child: number }) };
}

const isThere = (pid: number) => existsSync(`/proc/${pid}/cwd`);

test.each([
  ['SIGTERM', ['SIGTERM'] as const],
  ['SIGINT from a terminal, and again from who began it,', ['SIGINT', 'SIGINT'] as const],
])('a run that gets %s ends its processes and removes its folder', async (_what, signals) => {
  const { run, folder, child } = await begin();
  expect([existsSync(folder), isThere(child)]).toEqual([true, true]);
  const ended = once(run, 'exit');
  for (const signal of signals) {
    run.kill(signal);
    // The clean-up has begun, and takes longer than this.
    await pause(100);
  }
  await ended;
  expect(existsSync(folder)).toBe(false);
  await expect.poll(() => isThere(child)).toBe(false);
});

test('what a killed run left is removed by the next one', async () => {
  const killed = await begin();
  killed.run.kill('SIGKILL');
  await once(killed.run, 'exit');
  expect(existsSync(killed.folder)).toBe(true);
  const next = await begin();
  expect([existsSync(killed.folder), existsSync(next.folder)]).toEqual([false, true]);
  await expect.poll(() => isThere(killed.child)).toBe(false);
  next.run.kill('SIGTERM');
  await once(next.run, 'exit');
});
