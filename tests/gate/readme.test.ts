import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingDocs } from '#server/platform/settings.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('the table of settings in the README tells every setting as it is', () => {
  const table = settingDocs.map(
    ({ name, default: preset, meaning }) =>
      `| \`${name}\` | ${preset === null ? '' : `\`${preset}\``} | ${meaning} |`,
  );
  const plain = (line: string) => line.replace(/ +/g, ' ');
  expect(
    readme
      .split('\n')
      .filter((line) => /^\| `[A-Z_]+` +\|/.test(line))
      .map(plain),
  ).toEqual(table.map(plain));
});
