import { defineConfig } from '@playwright/test';

/** Known once the journeys begin; see `globalSetup`. */
const { CHROMIUM_PATH } = process.env;

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of the site that the journey before had open goes on with what its process has compiled.
  '--process-per-site',
  // Drawn by the processor, a window costs less in one piece than in thirty.
  '--default-tile-width=1440',
  '--default-tile-height=960',
];

/**
 * Journeys run in the Chromium of the system. Every worker has a portal and a database of its own, so files
 * may run side by side; the tests of one file run in order.
 */
export default defineConfig({
  globalSetup: [
    './scripts/gate/find-browser.mjs',
    './tests/support/run-folder.ts',
    './tests/support/prepare-started.ts',
  ],
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  // Two keep the two cores of a small machine busy; a third makes all of them wait.
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // Only guards against hanging; how long anything takes is for the bench.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Recording every journey takes time; a failing one is looked into with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }), args },
  },
});
