import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';

const page = readFileSync(`${projectRoot}/docs/asvs.md`, 'utf8');

const rows = page
  .split('\n')
  .map((line) => /^\| (V[\d.]+) +\| ([12]) +\| (.+?) +\| (.+?) +\|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, number = '', level = '', state = '', evidence = '']) => ({ number, level, state, evidence }));

test('every requirement of levels 1 and 2 has one line', () => {
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  // So many has version 5.0.0.
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(183);
});

test('the summary counts the lines below it', () => {
  for (const state of ['met', 'partly', 'not met', 'operator', 'does not apply']) {
    const told = new RegExp(`^\\| ${state} +\\|.*\\| (\\d+) +\\|$`, 'm').exec(page)?.[1];
    expect(
      rows.filter((row) => row.state === state),
      state,
    ).toHaveLength(Number(told));
  }
});

/** As a heading becomes the part of an address that leads to it. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

test.each(rows)('the evidence of $number is there', ({ evidence }) => {
  for (const [, file = ''] of evidence.matchAll(/`((?:src|tests|docs)\/[^`]+)`/g))
    expect(existsSync(`${projectRoot}/${file}`), file).toBe(true);
  for (const [, file = '', part] of evidence.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)) {
    expect(existsSync(`${projectRoot}/docs/${file}`), file).toBe(true);
    const headings = readFileSync(`${projectRoot}/docs/${file}`, 'utf8').matchAll(/^#+ (.+)$/gm);
    const anchors = [...headings].map(([, heading = '']) => anchor(heading));
    expect(part === undefined || anchors.includes(part), `${file}#${part}`).toBe(true);
  }
});
