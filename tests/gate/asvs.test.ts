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

/** What a line names as its evidence: files of the project, and pages with the part that is meant. */
const evidence = rows.flatMap(({ number, evidence: text }) => [
  ...[...text.matchAll(/`((?:src|tests|docs)\/[^`]+)`/g)].map(([, file = '']) => ({ number, file })),
  ...[...text.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)].map(([, page = '', part]) => ({
    number,
    file: `docs/${page}`,
    part,
  })),
]);

test.each(evidence)(
  'the evidence of $number is there: $file',
  ({ file, part }: { file: string; part?: string }) => {
    expect(existsSync(`${projectRoot}/${file}`)).toBe(true);
    if (part === undefined) return;
    const headings = readFileSync(`${projectRoot}/${file}`, 'utf8').matchAll(/^#+ (.+)$/gm);
    expect([...headings].map(([, heading = '']) => anchor(heading))).toContain(part);
  },
);
