import type { Browser, Page } from '@playwright/test';
import { newVisitor, openBrowser } from '../browser.ts';
import { atMost, median, type Figure } from '../figures.ts';
import { startPortal } from '../portal.ts';
import type { World } from '../world.ts';

const ROUNDS = 5;
const MOST_VISIT_MS = 150;
const MOST_BLOCKED_MS = 200;
const CPU_SLOWER = 4;
const ROWS_SHOWN = '[role=grid] tbody tr[data-row]';
const LIST = '/auth/view/cost_centers';
/** Tasks that come late still count. */
const SETTLE_MS = 1500;
/** What a task may take before it counts as blocking. */
const SHORT_TASK_MS = 50;

/** From the click on a link of the navigation to the paint of the rows of a list that was never open before. */
export async function firstVisit(
  browser: Browser,
  url: string,
  session: World['session'],
  list = LIST,
): Promise<number> {
  const context = await newVisitor(browser, session);
  try {
    const page = await context.newPage();
    await page.goto(`${url}/auth/outbox`);
    const menu = page.locator('nav[aria-label=Main]');
    const link = menu.locator(`a[href="${list}"]`);
    const group = menu.locator('> div').filter({ has: page.locator(`a[href="${list}"]`) });
    await group.getByRole('button').first().click();
    await link.waitFor();
    // The page listens to what changes, so the network is never idle; what it fetched ahead is there by now.
    await page.waitForTimeout(SETTLE_MS);
    return await link.evaluate(rowsAfterClick, ROWS_SHOWN);
  } finally {
    await context.close();
  }
}

/** Runs in the page. The click comes without a pointer that rests on the link before, which would fetch the code. */
function rowsAfterClick(link: HTMLElement | SVGElement, rows: string): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    const look = new MutationObserver(() => {
      if (!document.querySelector(rows)) return;
      look.disconnect();
      // A message comes after the frame's layout and paint.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now() - began));
        port1.start();
        port2.postMessage(null);
      });
    });
    look.observe(document, { childList: true, subtree: true });
    (link as HTMLElement).click();
  });
}

/** What tasks took beyond 50 ms each until the list stood, on a slow processor. */
async function blockedBy(browser: Browser, url: string, session: World['session']): Promise<number> {
  const context = await newVisitor(browser, session);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
    await page.addInitScript(noteLongTasks);
    await page.goto(url + LIST, { waitUntil: 'commit' });
    await page.waitForSelector(ROWS_SHOWN);
    await page.waitForTimeout(SETTLE_MS);
    const tasks = await longTasks(page);
    return tasks.reduce((sum, task) => sum + task - SHORT_TASK_MS, 0);
  } finally {
    await context.close();
  }
}

function noteLongTasks(): void {
  new PerformanceObserver((list) => {
    const { dataset } = document.documentElement;
    for (const { duration } of list.getEntries())
      dataset['tasks'] = `${dataset['tasks'] ?? ''} ${duration.toFixed(0)}`;
  }).observe({ type: 'longtask', buffered: true });
}

const longTasks = async (page: Page): Promise<number[]> =>
  ((await page.evaluate(() => document.documentElement.dataset['tasks'])) ?? '')
    .split(' ')
    .filter(Boolean)
    .map(Number);

/** How long a person waits for the rows of a screen, and how long the page hears nothing meanwhile. */
export async function measureVisit(world: World, say: (line: string) => void): Promise<Figure[]> {
  const portal = await startPortal(world.folder, { DATABASE_URL: world.connectionString });
  const browser = await openBrowser();
  try {
    const visits: number[] = [];
    const blocked: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      say(`visit, round ${round} of ${ROUNDS}`);
      const visit = await firstVisit(browser, portal.url, world.session);
      const block = await blockedBy(browser, portal.url, world.session);
      // The first round is the server's first, too.
      if (round > 0) {
        visits.push(visit);
        blocked.push(block);
      }
    }
    const slower = `${CPU_SLOWER}× slower CPU`;
    return [
      atMost('screen opened first: click to rows', median(visits), MOST_VISIT_MS, { unit: 'ms' }),
      atMost('list: total blocking time', median(blocked), MOST_BLOCKED_MS, { unit: 'ms', beside: slower }),
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}
