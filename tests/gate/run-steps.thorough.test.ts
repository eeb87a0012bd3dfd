import { describe, expect, it } from 'vitest';
import { plantProject } from './planted-project.ts';

interface Outcome {
  name: string;
  ok: boolean;
  passed: number;
  failed: number;
}

/** Runs these steps, written as JavaScript, in a process of their own. */
function run(steps: string): { outcomes: Outcome[]; output: string } {
  const driver = `
    import { writeFileSync } from 'node:fs';
    import { runSteps } from './scripts/gate/run-steps.mjs';
    const node = (code) => ['node', '-e', code];
    const outcomes = await runSteps([${steps}], process.cwd());
    console.log('RESULT' + JSON.stringify(outcomes));`;
  const { output } = plantProject({ 'driver.mjs': driver }).run('node', 'driver.mjs');
  const [printed = '', result = '[]'] = output.split('RESULT');
  return { outcomes: JSON.parse(result) as Outcome[], output: printed };
}

describe('the steps of npm test', () => {
  it('tell the tests that were left out, each by its name, and count what ran', () => {
    const planted = plantProject({
      'vitest.config.ts': "export default { test: { include: ['src/**/*.test.ts'] } };\n",
      'src/kernel/a.test.ts': [
        "import { expect, it } from 'vitest';",
        "it('runs', () => expect(1).toBe(1));",
        "it.skipIf(true)('is behind nginx (skipped: nginx is not installed)', () => expect(1).toBe(1));",
      ].join('\n'),
      'driver.mjs': `
        import { runSteps } from './scripts/gate/run-steps.mjs';
        import { allSteps } from './scripts/gate/steps.mjs';
        const steps = allSteps({ reports: process.cwd(), chromium: '', everything: true }).filter(({ name }) => name === 'unit and contract');
        console.log(JSON.stringify(await runSteps(steps, process.cwd())));`,
    });
    const { output } = planted.run('node', 'driver.mjs');
    expect(output).toMatch(/^✓ unit and contract +\d+\.\d s {2}1 passed, 0 failed, 1 skipped$/m);
    expect(output).toMatch(/^ +skipped: is behind nginx \(skipped: nginx is not installed\)$/m);
    expect(output).toContain('"passed":1,"failed":0');
  });

  it('count one each, and a failed one prints all of its output', () => {
    const { outcomes, output } = run(`
      { name: 'good', command: node("console.log('quiet')"), cores: 1 },
      { name: 'bad', command: node("console.log('a reason'); console.error('another'); process.exit(3)"), cores: 1 },
      { name: 'absent', command: ['no-such-program'], cores: 1 }`);
    expect(outcomes).toEqual([
      { name: 'good', ok: true, passed: 1, failed: 0 },
      { name: 'bad', ok: false, passed: 0, failed: 1 },
      { name: 'absent', ok: false, passed: 0, failed: 1 },
    ]);
    expect(output).toContain('a reason');
    expect(output).toContain('another');
    expect(output).not.toContain('quiet');
  });

  it('count what their report says, and never less than one failure for a failed program', () => {
    const { outcomes } = run(`
      { name: 'report', command: node(''), cores: 1, count: () => ({ passed: 7, failed: 0 }) },
      { name: 'crash', command: node('process.exit(1)'), cores: 1, count: () => ({ passed: 7, failed: 0 }) },
      { name: 'nothing', command: node(''), cores: 1, count: () => ({ passed: 0, failed: 0 }) },
      { name: 'unreadable', command: node(''), cores: 1, count: () => JSON.parse('{') }`);
    expect(outcomes.map(({ passed, failed }) => [passed, failed])).toEqual([
      [7, 0],
      [7, 1],
      [0, 1],
      [0, 1],
    ]);
  });

  it('wait for the steps before them, and do not run after a failed one', () => {
    const { outcomes, output } = run(`
      { name: 'last', command: node("process.exit(require('node:fs').existsSync('made') ? 0 : 1)"), cores: 2, after: ['first'] },
      { name: 'first', command: node("setTimeout(() => require('node:fs').writeFileSync('made', ''), 200)"), cores: 1 },
      { name: 'broken', command: node('process.exit(1)'), cores: 1 },
      { name: 'never', command: node("require('node:fs').writeFileSync('ran', '')"), cores: 1, after: ['broken'] }`);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false, false]);
    expect(output).toContain('It needs: broken, which failed.');
  });

  it('end with the one that runs when they are asked to end, and what did not run counts as failed', () => {
    const { outcomes, output } = run(`
      { name: 'asked', command: node("process.kill(process.ppid, 'SIGTERM'); setInterval(() => {}, 1000)"), cores: 2 },
      { name: 'next', command: node("console.log('ran')"), cores: 2 }`);
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, false]);
    expect(output).not.toContain('next');
  });
});

describe('npm test', () => {
  it('ends with the line that counts, and with 1 when something failed', () => {
    const planted = plantProject({
      'src/kernel/a.ts': "export const a: number = 'text';\n",
      'package-lock.json': '{ "packages": {} }',
    });
    const { code, output } = planted.run('node', 'scripts/test.mjs', '--quick');
    const lines = output.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^\d+ passed, [1-9]\d* failed$/);
    expect(output).toContain("Type 'string' is not assignable to type 'number'");
    expect(output).toMatch(/^✓ files +\d+\.\d s$/m);
    expect(code).toBe(1);
  });
});
