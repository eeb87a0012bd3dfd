import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';

const read = (file: string) => readFileSync(`${projectRoot}/${file}`, 'utf8');

/** The rows of the tables: what threatens, and the tests beside it as `file`: name. */
const rows = read('docs/threats.md')
  .split('\n')
  .map((line) => /^\| ([A-Z]\d+) +\| (.+?) +\| (.+?) +\|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, id = '', , held = '']) => ({ id, held: held.split('<br>') }));

test('every threat has a line of its own, each with a test', () => {
  const ids = rows.map(({ id }) => id);
  const expected = { S: 17, U: 11, A: 11, I: 19, R: 17, W: 7 };
  const all = Object.entries(expected).flatMap(([letter, last]) =>
    Array.from({ length: last }, (_, at) => `${letter}${at + 1}`),
  );
  expect(ids).toEqual(all);
});

test.each(rows)('$id is held by tests that are there', ({ held }) => {
  for (const one of held) {
    const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(one) ?? [];
    expect(file, one).toMatch(/\.(test|spec)\.ts$/);
    expect(existsSync(`${projectRoot}/${file}`), file).toBe(true);
    // As it stands between the quotes of its source.
    const told =
      name === '*' || ["'", '"', '`'].some((quote) => read(file).includes(`${quote}${name}${quote}`));
    expect(told, `${file} has no test called: ${name}`).toBe(true);
  }
});
