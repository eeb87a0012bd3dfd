import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { reportProgress } from './install-progress.mjs';

it('an installation says how many packages are there, again and again, until it is over', async () => {
  const root = mkdtempSync(join(tmpdir(), 'skyledger-install-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const add = (folder: string) => {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), '{}');
  };
  const said: string[] = [];
  const wanted = {
    '': {},
    'node_modules/a': {},
    'node_modules/@b/c': {},
    'node_modules/for-another-machine': { optional: true },
  };
  const end = reportProgress({ root, wanted, say: (line) => void said.push(line), everyMs: 10 });
  onTestFinished(end);
  await expect.poll(() => said.at(-1)).toMatch(/^ {2}\d+ s: 0 of 2 packages$/);
  add('node_modules/@b/c');
  await expect.poll(() => said.at(-1)).toContain('1 of 2 packages');
  add('node_modules/a');
  await expect.poll(() => said.at(-1)).toContain('running their set-up');
  end();
  const { length } = said;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(said).toHaveLength(length);
});
