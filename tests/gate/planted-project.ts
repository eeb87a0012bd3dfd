import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const rules = [
  'package.json',
  'tsconfig.json',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  'stylelint.config.mjs',
  '.dependency-cruiser.mjs',
  'knip.json',
  'scripts',
];

export interface PlantedProject {
  write: (files: Record<string, string>) => void;
  /** Runs a program of node_modules/.bin in the project. */
  run: (program: string, ...args: string[]) => { code: number | null; output: string };
}

/** What takes longer hangs; a busy machine needs half a minute for what takes five seconds. */
const HUNG_MS = 110_000;

/** A small project under this project's own rules, in which a test plants a fault to see the gate fail. */
export function plantProject(files: Record<string, string>): PlantedProject {
  const root = mkdtempSync(join(tmpdir(), 'skyledger-gate-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const rule of rules) cpSync(join(project, rule), join(root, rule), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  const bin = join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: bin + delimiter + process.env['PATH'], NO_COLOR: '1' };

  const planted: PlantedProject = {
    write(more) {
      for (const [name, text] of Object.entries(more)) {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        writeFileSync(join(root, name), text);
      }
    },
    run(program, ...args) {
      const { status, stdout, stderr } = spawnSync(join(bin, program), args, {
        cwd: root,
        env,
        encoding: 'utf8',
        timeout: HUNG_MS,
      });
      return { code: status, output: stdout + stderr };
    },
  };
  planted.write(files);
  return planted;
}
