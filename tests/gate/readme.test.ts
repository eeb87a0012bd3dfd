import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { settingDocs } from '#server/platform/config/settings.ts';
import { serverFlags } from '../../scripts/server-flags.mjs';

const read = (file: string) => readFileSync(`${projectRoot}/${file}`, 'utf8');
const readme = read('README.md');

test('the table of settings tells every setting as it is', () => {
  const table = settingDocs.map(
    ({ name, default: preset, meaning }) =>
      `| \`${name}\` | ${preset === null ? '' : `\`${preset}\``} | ${meaning} |`,
  );
  const plain = (line: string) => line.replace(/ +/g, ' ');
  expect(
    read('docs/settings.md')
      .split('\n')
      .filter((line) => /^\| `[A-Z_]+` +\|/.test(line))
      .map(plain),
  ).toEqual(table.map(plain));
});

test('the table of commands in the README has every command', () => {
  const { stderr: help } = spawnSync(process.execPath, ['src/server/cli.ts'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  const commands = [...help.matchAll(/^ {2}(\w+(?: \w+)?) {2,}/gm)].map(([, name = '']) => name);
  expect(commands).toEqual(expect.arrayContaining(['doctor', 'token create']));
  const told = readme.split('\n').filter((line) => line.startsWith('| `npm run'));
  for (const command of commands) {
    const words = command.split(' ');
    const has = (line: string) => words.every((word) => new RegExp(`\\b${word}\\b`).test(line));
    expect(told.some(has), command).toBe(true);
  }
});

test('every screenshot is shown in the README or on the page of screens', () => {
  const shown = `${readme}${read('docs/screens.md')}`;
  for (const file of readdirSync(`${projectRoot}/docs/screenshots`))
    expect(shown).toContain(`screenshots/${file}`);
});

test('the unit for systemd starts the server as npm start does, each on the port of its instance', () => {
  const start = /^ExecStart=(.*)$/m.exec(read('docs/skyledger@.service'))?.[1] ?? '';
  expect(start).toBe(
    `/usr/bin/env PORT=%i /opt/skyledger/node_modules/.bin/node ${serverFlags.join(' ')} src/server/main.ts`,
  );
});
