import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { dayAfter, daysOf } from '#kernel/dates.ts';
import { simulatedDirectory } from '#simulators/first-data/directory.ts';
import { startGraph, type GraphSimulator } from '#simulators/graph/graph.ts';
import { googleCostTable } from './billing/bill-files.ts';
import { test as base, untilLoaded } from './journey.ts';
import { databaseAt } from './portal-database.ts';
import { spawnPortal } from './spawned-portal.ts';

interface TuesdayFixtures {
  /** The directory of the portal, in which people come and go. */
  graph: GraphSimulator & { of: (dataDir: string) => void };
}

/** The test of a journey at a portal of its own, whose directory the journey changes as people change theirs. */
export const test = base.extend<object, TuesdayFixtures>({
  graph: [
    async ({}, use) => {
      let dataDir = '';
      const graph = await startGraph({
        initial: async () => {
          const db = databaseAt(dataDir);
          try {
            return await simulatedDirectory(db);
          } finally {
            await db.close();
          }
        },
      });
      await use({ ...graph, of: (folder) => void (dataDir = folder) });
      await graph.close();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ graph }, use) => {
      const portal = await spawnPortal({ GRAPH_API: graph.url });
      graph.of(portal.dataDir);
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
});

/** So many days from now, in UTC: YYYY-MM-DD. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Google's cost table of a month (YYYY-MM), dated its last day, with one amount for each project. */
export function invoiceOf(month: string, amounts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(amounts).map(([account, amount]) => ({
    account,
    amount,
    day: `${month}-10`,
  }));
  const [, after = ''] = daysOf(month) ?? [];
  const dated = dayAfter(after, -1);
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  const total = (cents / 100).toFixed(2);
  return googleCostTable(lines, { total, dated, due: dayAfter(dated, 30) });
}

/**
 * A picture for the README, where SCREENSHOTS names the folder that pictures go to; else nothing.
 * Notices, which go by themselves, are left out of it.
 */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await untilLoaded(page);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  const style =
    '.mantine-Notifications-root, [aria-label="Your background work"] { visibility: hidden !important }';
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', style });
}
