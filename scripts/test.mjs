/**
 * `npm test`: set-up, then what every change must pass; `npm run check`: only what takes seconds; `npm run test:all`:
 * everything. The last line is `N passed, N failed`, and the exit code is 1 as soon as one failed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MissingChromium, requireChromium } from './gate/chromium.mjs';
import { providePrograms } from './gate/programs.mjs';
import { runSteps } from './gate/run-steps.mjs';
import { allSteps } from './gate/steps.mjs';
import { root, setUp, SetupError } from './setup.mjs';

const quick = process.argv.includes('--quick');
const everything = process.argv.includes('--all');
const began = performance.now();
const reports = mkdtempSync(join(tmpdir(), 'skyledger-test-'));

try {
  await setUp({ web: false });
  const chromium = quick ? '' : requireChromium();
  if (everything) providePrograms();
  if (everything) process.env.EVERYTHING = '1';
  const steps = allSteps({ reports, chromium, everything }).filter((step) => !quick || step.quick);
  const outcomes = await runSteps(steps, root);
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const failed = sum('failed');
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`\nDone in ${seconds} s.\n${sum('passed')} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  const expected = error instanceof SetupError || error instanceof MissingChromium;
  console.error(expected ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
