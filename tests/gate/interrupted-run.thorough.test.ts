import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';

/** A run that has its folder, and a process there that would outlive it. */
const RUN = `
  const { default: makeRunFolder } = await import('./tests/support/run-folder.ts');
  const { spawn } = await import('node:child_process');
  makeRunFolder();
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

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a run that gets %s ends its processes and removes its folder',
  async (signal) => {
    const { run, folder, child } = await begin();
    expect([existsSync(folder), isThere(child)]).toEqual([true, true]);
    run.kill(signal);
    await once(run, 'exit');
    expect(existsSync(folder)).toBe(false);
    await expect.poll(() => isThere(child)).toBe(false);
  },
);

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
