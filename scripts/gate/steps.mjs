/** Every check of `npm test` and `npm run test:all`, what it waits for, and how many tests its report holds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ passed: number, failed: number, skipped?: string[] }} Counts of tests; those left out by their names
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command program below node_modules/.bin, or node, and its arguments
 * @property {number} cores how many of the two slots it takes
 * @property {string[]} [after] steps that must have passed before
 * @property {boolean} [quick] part of `npm run check`
 * @property {Record<string, string>} [env]
 * @property {() => Counts} [count] reads the report of a step that prints its failures as they happen; without it a step is
 *   one check, whose output is printed when it fails
 */

/** A run with so many failures is over: what is wrong is seen by then. */
const ENOUGH_FAILURES = 5;
/** What Vitest counts for a failed test: itself, its file, and mostly one `describe`. */
const COUNTED_FOR_EACH = 3;

/** The projects of vitest.config.ts that `npm test` runs; `test:all` runs every one. */
const CORE_PROJECTS = ['pure', 'database'];

/**
 * @param {object} options
 * @param {string} options.reports an empty folder for the reports
 * @param {string} options.chromium the browser's program
 * @param {boolean} options.everything whether the tests that are too long for `npm test` run as well
 * @returns {Step[]}
 */
export function allSteps({ reports, chromium, everything }) {
  const unitReport = join(reports, 'vitest.json');
  const journeyReport = join(reports, 'playwright.json');
  return [
    {
      name: 'types',
      command: ['node', 'node_modules/typescript-native/bin/tsc', '--noEmit', '-p', '.'],
      cores: 1,
      quick: true,
    },
    { name: 'lint', command: ['oxlint'], cores: 1, quick: true },
    { name: 'styles', command: ['stylelint', 'src/web/**/*.css'], cores: 1, quick: true },
    { name: 'format', command: ['oxfmt', '--check', '.'], cores: 1, quick: true },
    { name: 'directions', command: ['node', 'scripts/gate/check-directions.mjs'], cores: 1, quick: true },
    { name: 'dead code', command: ['knip', '--treat-config-hints-as-errors'], cores: 1, quick: true },
    {
      name: 'dead in production',
      command: ['knip', '--production', '--treat-config-hints-as-errors'],
      cores: 1,
      quick: true,
    },
    { name: 'files', command: ['node', 'scripts/gate/check-files.mjs'], cores: 1, quick: true },
    { name: 'web build', command: ['node', 'scripts/gate/check-web-build.mjs'], cores: 1 },
    {
      name: 'unit and contract',
      command: [
        'vitest',
        'run',
        ...(everything ? [] : CORE_PROJECTS.map((project) => `--project=${project}`)),
        `--bail=${ENOUGH_FAILURES * COUNTED_FOR_EACH}`,
        '--reporter=./scripts/gate/vitest-failures.mjs',
        '--reporter=json',
        `--outputFile.json=${unitReport}`,
      ],
      cores: 2,
      count: () => countUnits(unitReport),
    },
    {
      name: 'browser journeys',
      command: [
        'playwright',
        'test',
        ...(everything ? [] : ['--grep=@core']),
        `--max-failures=${ENOUGH_FAILURES}`,
        '--reporter=./scripts/gate/journey-failures.mjs,json',
      ],
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport },
      cores: 2,
      after: ['web build'],
      count: () => countJourneys(journeyReport),
    },
  ];
}

/** A file that fails before its first test reports none, so it counts as one failure; after too many failures files do not run. */
function countUnits(file) {
  const { testResults, numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'));
  const broken = testResults.filter(
    ({ status, assertionResults, message }) =>
      status === 'failed' && message !== '' && !assertionResults.some(isFailed),
  );
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped };
}

const isFailed = ({ status }) => status === 'failed';

/** A journey that passes only when tried again is one that fails for somebody. */
function countJourneys(file) {
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const failed = stats.unexpected + stats.flaky + errors.length;
  return { passed: stats.expected, failed, skipped: suites.flatMap(skippedJourneys) };
}

function skippedJourneys({ specs, suites = [] }) {
  const left = specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'));
  return [...left.map(({ title }) => title), ...suites.flatMap(skippedJourneys)];
}
