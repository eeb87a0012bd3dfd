import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';

const read = (file: string) => readFileSync(`${projectRoot}/${file}`, 'utf8');

interface Installed {
  license?: string;
  dev?: true;
}

/** What `npm ci --omit=dev` installs on one machine or another, by its folder. */
const installed = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, Installed> }).packages,
).filter(([folder, { dev }]) => folder !== '' && dev !== true);

/** The licences that the guide for operators names, each with how many packages have it. */
const [, table = ''] = /^\| licence .*\n\|[ -|]+\n((?:\|.*\n)+)/m.exec(read('docs/operating.md')) ?? [];
const told = Object.fromEntries(
  [...table.matchAll(/^\| ([^|]+?) +\| (\d+) +\|$/gm)].map(([, licence = '', count]) => [
    licence,
    Number(count),
  ]),
);

/** Licences that ask nothing for a product around a package but its notice. */
const PERMISSIVE = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
];

test('what production installs has licences that ask for its notice alone', () => {
  const others = installed.flatMap(([folder, { license = 'none that it states' }]) =>
    PERMISSIVE.includes(license) ? [] : [`${folder}: ${license}`],
  );
  expect(installed.length).toBeGreaterThan(100);
  expect(others, 'Look at the licence, or take another package.').toEqual([]);
});

test('the guide for operators counts them', () => {
  const counts = Object.groupBy(installed, ([, { license = '' }]) => license);
  expect(told).toEqual(
    Object.fromEntries(Object.entries(counts).map(([licence, all = []]) => [licence, all.length])),
  );
});
