import { describe, expect, it } from 'vitest';
import { plantProject } from './planted-project.ts';

const entry = 'src/server/main.ts';
const healthy = { [entry]: 'process.exitCode = 0;\n' };

describe('the linter', () => {
  const faults: Record<string, string> = {
    'typescript(no-explicit-any)': 'export const a = (b: any) => typeof b;',
    'typescript(no-unsafe-assignment)': "const a = JSON.parse('1');\nexport const b = typeof a;",
    'typescript(no-unsafe-member-access)': "export const a = typeof JSON.parse('{}').b;",
    'typescript(no-floating-promises)': 'Promise.resolve(1);\nexport const a = 1;',
    'typescript(no-misused-promises)': 'export const a = Promise.resolve(true) ? 1 : 2;',
    'typescript(consistent-type-imports)': "import { URL } from 'node:url';\nexport type A = URL;",
    'typescript(switch-exhaustiveness-check)':
      "export function a(b: 'x' | 'y') {\n  switch (b) {\n    case 'x':\n      return 1;\n  }\n}",
    'eslint(no-unused-vars)': 'const a = 1;\nexport const b = 2;',
    'eslint(no-console)': "console.log('a');\nexport const a = 1;",
    'eslint(eqeqeq)': 'export const a = (b: number) => b == 1;',
    'oxc(no-barrel-file)': "export * from './other.ts';",
    'react-hooks(rules-of-hooks)':
      "import { useState } from 'react';\nexport function A({ b }: { b: boolean }) {\n  if (b) useState(1);\n  return null;\n}",
    'react-hooks(exhaustive-deps)':
      "import { useEffect } from 'react';\nexport function A({ b }: { b: () => void }) {\n  useEffect(() => b(), []);\n  return null;\n}",
    'react(no-danger)': "export const A = () => <p dangerouslySetInnerHTML={{ __html: 'a' }} />;",
    'jsx-a11y(alt-text)': 'export const A = () => <img src="a.png" />;',
  };

  it('refuses every one of these faults, each in its file', () => {
    const planted = plantProject({ 'src/web/ui/other.ts': 'export const c = 1;' });
    const rules = Object.keys(faults);
    rules.forEach((rule, at) => planted.write({ [`src/web/ui/fault${at}.tsx`]: faults[rule] ?? '' }));
    const { code, output } = planted.run('oxlint', '--format=unix');
    const lines = output.split('\n');
    for (const [at, rule] of rules.entries()) {
      const found = lines.filter((line) => line.startsWith(`src/web/ui/fault${at}.tsx:`));
      expect(found.join('\n'), rule).toContain(rule);
    }
    expect(code).toBe(1);
  });

  it('refuses a circle of imports', () => {
    const planted = plantProject({
      'src/kernel/a.ts': "import { b } from '#kernel/b.ts';\nexport const a = () => b;\n",
      'src/kernel/b.ts': "import { a } from '#kernel/a.ts';\nexport const b = () => a;\n",
    });
    expect(planted.run('oxlint', '--format=unix').output).toContain('import(no-cycle)');
  });

  it('refuses a test that runs alone, one that is left out, and one that expects nothing', () => {
    const planted = plantProject({
      'src/kernel/a.test.ts': [
        "import { expect, it } from 'vitest';",
        "it.only('runs alone', () => expect(1).toBe(1));",
        "it.skip('is left out', () => expect(1).toBe(1));",
        "it('expects nothing', () => {});",
      ].join('\n'),
    });
    const { output } = planted.run('oxlint', '--format=unix');
    for (const rule of ['no-focused-tests', 'no-disabled-tests', 'expect-expect'])
      expect(output).toContain(rule);
  });

  it('passes a project without a fault', () => {
    const { code, output } = plantProject(healthy).run('oxlint');
    expect(output).toContain('0 errors');
    expect(code).toBe(0);
  });
});

describe('the check of the styles', () => {
  it('refuses a colour, a size, a corner and a width of the window that no scale has', () => {
    const planted = plantProject({
      'src/web/ui/loud.module.css': [
        '.loud {\n  color: #f0f;\n  font-size: 17px;\n  border-top-left-radius: 5px;\n}',
        '@media (max-width: 700px) {\n  .loud {\n    margin: 0;\n  }\n}\n',
      ].join('\n\n'),
      'src/web/ui/quiet.module.css':
        '.quiet {\n  color: var(--ink);\n  font-size: var(--text-sm);\n  border-radius: var(--radius-md);\n}\n',
    });
    const { code, output } = planted.run('stylelint', '--formatter', 'unix', 'src/web/**/*.css');
    for (const found of ['#f0f', '17px', '5px', '700px']) expect(output).toContain(found);
    expect(output).not.toContain('quiet.module.css');
    expect(code).not.toBe(0);
  });
});

describe('the other checks', () => {
  it('refuse a type that does not fit, and an index that may be missing', () => {
    const planted = plantProject({
      'src/kernel/a.ts': "export const a: number = 'text';\nexport const b: string = ['c'][1];\n",
    });
    const { code, output } = planted.run(
      'node',
      'node_modules/typescript-native/bin/tsc',
      '--noEmit',
      '-p',
      '.',
      '--incremental',
      'false',
    );
    expect(output).toContain('a.ts(1,14)');
    expect(output).toContain('a.ts(2,14)');
    expect(code).not.toBe(0);
  });

  it('refuse a file that is not formatted', () => {
    const planted = plantProject({ 'src/kernel/a.ts': 'export const a = "double"' });
    const { code, output } = planted.run('oxfmt', '--check', 'src');
    expect(output).toContain('src/kernel/a.ts');
    expect(code).toBe(1);
  });

  it('refuse a file of more than 400 lines and take one of 400', () => {
    const lines = (count: number) => 'export {};\n'.repeat(count);
    const planted = plantProject({ 'src/kernel/a.css': lines(401), 'src/kernel/b.ts': lines(400) });
    const { code, output } = planted.run('node', 'scripts/gate/check-files.mjs');
    expect(output).toContain('src/kernel/a.css: 401 lines, at most 400');
    expect(output).not.toContain('b.ts');
    expect(code).toBe(1);
  });

  it.each([`${'oxlint'}-disable-next-line`, `${'eslint'}-disable`, `@ts-${'ignore'}`, `@ts-${'nocheck'}`])(
    'refuse a comment that switches a check off: %s',
    (directive) => {
      const planted = plantProject({ 'src/kernel/a.ts': `// ${directive}\nexport const a = 1;\n` });
      const { code, output } = planted.run('node', 'scripts/gate/check-files.mjs');
      expect(output).toContain(`src/kernel/a.ts:1: ${directive.replace('-next-line', '')}`);
      expect(code).toBe(1);
    },
  );

  it('refuse a today of its own, and take one of what stands for others', () => {
    const own = 'export const day = new Date().toISOString().slice(0, 10);\n';
    const planted = plantProject({
      'src/server/modules/a.ts': own,
      'src/server/behaviours/b.ts': "export const sql = 'expired_at < current_date';\n",
      'simulators/first-data/c.ts': own,
      'migrations/0241_today.sql': "SELECT (now() AT TIME ZONE 'UTC')::date;\n",
      'migrations/0900_later.sql': 'SELECT now()::date;\n',
    });
    const { code, output } = planted.run('node', 'scripts/gate/check-files.mjs');
    for (const place of [
      'src/server/modules/a.ts:1',
      'src/server/behaviours/b.ts:1',
      'migrations/0900_later.sql:1',
    ])
      expect(output).toContain(`${place}: `);
    expect(output).toMatch(/, 3 faults$/m);
    expect(code).toBe(1);
  });

  it('refuse an export, a file and a dependency that nobody uses', () => {
    const planted = plantProject({
      [entry]: "import { used } from '../kernel/a.ts';\nprocess.exitCode = used;\n",
      'src/kernel/a.ts': 'export const used = 1;\nexport const unused = 2;\n',
      'src/kernel/alone.ts': 'export const alone = 1;\n',
    });
    const { code, output } = planted.run('knip');
    expect(output).toMatch(/^unused +src\/kernel\/a\.ts/m);
    expect(output).toContain('src/kernel/alone.ts');
    expect(output).toMatch(/^fastify +package\.json/m);
    expect(code).toBe(1);
  });

  it('refuse what only its own test uses', () => {
    const planted = plantProject({
      [entry]: "import { used } from '../kernel/a.ts';\nprocess.exitCode = used;\n",
      'src/kernel/a.ts': 'export const used = 1;\nexport const tested = 2;\n',
      'src/kernel/a.test.ts':
        "import { tested } from './a.ts';\nimport { alone } from './alone.ts';\n[tested, alone];\n",
      'src/kernel/alone.ts': 'export const alone = 1;\n',
    });
    expect(planted.run('knip').output).not.toMatch(/alone\.ts|^tested/m);
    const { code, output } = planted.run('knip', '--production');
    expect(output).toMatch(/^tested +src\/kernel\/a\.ts/m);
    expect(output).toContain('src/kernel/alone.ts');
    expect(code).toBe(1);
  });
});
