import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const withDatabase = ['src/server/**/*.test.ts', 'tests/contract/**/*.test.ts', 'tests/support/**/*.test.ts'];
const withFaults = ['tests/faults/**/*.test.ts'];
/** Too long for each change, or about what seldom changes: they run with `npm run test:all`. */
const thorough = ['**/*.thorough.test.ts'];

/** What the projects with a database have. */
const onDatabase = {
  globalSetup: [
    'tests/support/run-folder.ts',
    'tests/support/prepare-started.ts',
    'tests/support/postgres.ts',
  ],
  // Only a guard against hanging; how long anything takes is for the bench.
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** Files whose tests wait for other processes most of the time. */
const WAITS = /\/tests\/faults\/|-(?:faults|patience)-/;
const OTHERS_BETWEEN = 5;

/**
 * Files that wait begin early, with others between them that use the processors meanwhile. By themselves they would come
 * last, because they are short, and leave the processors idle at the end.
 */
class WaitingBetweenOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const waiting = usual.filter(({ moduleId }) => WAITS.test(moduleId));
    const others = usual.filter(({ moduleId }) => !WAITS.test(moduleId));
    const mixed = waiting.flatMap((one, at) => [
      one,
      ...others.slice(at * OTHERS_BETWEEN, (at + 1) * OTHERS_BETWEEN),
    ]);
    return [...mixed, ...others.slice(waiting.length * OTHERS_BETWEEN)];
  }
}

/**
 * `npm test` runs the projects `pure`, which needs no database, and `database`; `npm run test:all` runs `thorough` and
 * `faults` as well. All share one embedded PostgreSQL, in which every test file gets a database of its own.
 */
export default defineConfig({
  test: {
    // Twice the two cores of a small machine, which rest a quarter of the time with three: many tests wait for others.
    maxWorkers: 4,
    // Of tests that wait beside each other; each has a portal, which works hard while it starts.
    maxConcurrency: 3,
    restoreMocks: true,
    sequence: { sequencer: WaitingBetweenOthers },
    setupFiles: ['tests/support/fixed-seed.ts'],
    // What happens by itself is waited for, as long as a busy machine may take.
    // A test that asserts nothing cannot fail.
    expect: { requireAssertions: true, poll: { timeout: 30_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{src,simulators,scripts}/**/*.test.{ts,tsx}', 'tests/gate/**/*.test.ts'],
          exclude: [...withDatabase, ...thorough],
          testTimeout: 120_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: withDatabase,
          exclude: thorough,
          ...onDatabase,
          // Modules are loaded once for each worker instead of once for each of hundreds of files; what they keep, they keep
          // for a database or a server, of which each file has its own.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'thorough',
          include: thorough,
          exclude: ['node_modules/**'],
          ...onDatabase,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: withFaults,
          ...onDatabase,
          // What they kill and fill may still stir in their process when they are over.
          isolate: true,
        },
      },
    ],
  },
});
