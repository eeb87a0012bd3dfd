import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';

/** Says that the browser is somewhere where it is not, so that whoever looks for it fails. */
const withoutBrowser = { ...process.env, CHROMIUM_PATH: '/no/browser/here' };

test('the configuration of the journeys is read without looking for a browser', () => {
  const script = `const { default: config } = await import('./playwright.config.ts'); console.log(config.testDir)`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: withoutBrowser,
  });
  expect(stderr).not.toContain('Chromium');
  expect(stdout.trim()).toBe('tests/journeys');
});

test('journeys that run without a browser say what is missing', () => {
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/playwright', ['test', 'palette.spec.ts'], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: withoutBrowser,
  });
  expect(stdout + stderr).toContain('CHROMIUM_PATH names /no/browser/here, which is not a program.');
  expect(status).not.toBe(0);
});
