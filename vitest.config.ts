import { defineConfig } from 'vitest/config';

const withDatabase = [
  'src/server/**/*.test.ts',
  'tests/contract/**/*.test.ts',
  'tests/faults/**/*.test.ts',
  'tests/support/**/*.test.ts',
];

/**
 * Two projects: what runs without a database starts at once; the other shares one embedded PostgreSQL, in
 * which every test file gets a database of its own.
 */
export default defineConfig({
  test: {
    // More than the two cores of a small machine: many tests wait for other processes.
    maxWorkers: 3,
    restoreMocks: true,
    // What happens by itself is waited for, as long as a busy machine may take.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['src/**/*.test.{ts,tsx}', 'tests/gate/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: withDatabase,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: withDatabase,
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
