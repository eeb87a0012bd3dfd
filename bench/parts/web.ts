import type { Browser } from '@playwright/test';
import { newVisitor, openBrowser } from '../browser.ts';
import { atMost, median, type Figure } from '../figures.ts';
import { startPortal } from '../portal.ts';
import { kilobytesOf, slowDown, SLOWER } from '../slow-line.ts';
import type { World } from '../world.ts';

const ROUNDS = 3;
const LANDING = '/unauth/home';
const LIST = '/auth/view/cost_centers';
const ROWS_SHOWN = '[role=grid] tbody tr[data-row]';
const MOST_LANDING_KB = 130;
const MOST_LIST_KB = 280;
const MOST_LCP_S = 1.5;
/** Scripts that come late still count. */
const SETTLE_MS = 1500;
/** Long enough for a later, larger paint to be seen. */
const PAINTED_MS = 6000;
/** Of the window, below the rows of a list. */
const NOWHERE = [800, 880] as const;

/** The script that a page fetches until it stands, in kB (of 1,000 bytes) as gzip sends it. */
async function scriptOf(browser: Browser, address: string, shown: string, session?: World['session']) {
  const context = await newVisitor(browser, session);
  try {
    const page = await context.newPage();
    const scripts = new Set<string>();
    page.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.add(response.url());
    });
    await page.goto(address);
    await page.waitForSelector(shown);
    // The page listens to what changes, so the network is never idle.
    await page.waitForTimeout(SETTLE_MS);
    return await kilobytesOf(scripts);
  } finally {
    await context.close();
  }
}

/** Seconds until the largest contentful paint of the list, on a first visit over a slow line and processor. */
async function paintOfList(browser: Browser, url: string, session: World['session']): Promise<number> {
  const context = await newVisitor(browser, session);
  try {
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries())
          document.documentElement.dataset['lcp'] = String(startTime);
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    // Where it rests by default is a link, which has the files of another screen fetched.
    await page.mouse.move(...NOWHERE);
    await page.goto(url + LIST, { waitUntil: 'commit' });
    // To look for the rows again and again, as waiting for a selector does, would take of the page's own time.
    await page.waitForTimeout(PAINTED_MS);
    if ((await page.locator(ROWS_SHOWN).count()) === 0) throw new Error('The list has no rows yet.');
    return Number(await page.evaluate(() => document.documentElement.dataset['lcp'])) / 1000;
  } finally {
    await context.close();
  }
}

/** What a person's browser has to fetch, and when the list stands. */
export async function measureWeb(world: World, say: (line: string) => void): Promise<Figure[]> {
  const portal = await startPortal(world.folder, { DATABASE_URL: world.connectionString });
  const browser = await openBrowser();
  try {
    say('script');
    const landing = await scriptOf(browser, portal.url + LANDING, 'main, h1');
    const list = await scriptOf(browser, portal.url + LIST, ROWS_SHOWN, world.session);
    const paints: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`largest contentful paint, round ${round} of ${ROUNDS}`);
      paints.push(await paintOfList(browser, portal.url, world.session));
    }
    return [
      atMost('script of the landing page, gzip', landing, MOST_LANDING_KB, { unit: 'kB' }),
      atMost('script of a signed-in list, gzip', list, MOST_LIST_KB, { unit: 'kB' }),
      atMost('list: largest contentful paint', median(paints), MOST_LCP_S, {
        unit: 's',
        digits: 2,
        beside: SLOWER,
      }),
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}
