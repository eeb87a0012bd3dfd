import type { Browser, Page } from '@playwright/test';
import { newVisitor } from '../browser.ts';
import { kilobytesOf, slowDown } from '../slow-line.ts';
import type { World } from '../world.ts';
import { screenGauge, type Noted } from './screen-gauge.ts';

/** How a screen came to a visitor who had never been here. */
export interface Opened {
  /** Seconds until its content was painted, or what is larger. */
  painted: number;
  /** Milliseconds that tasks took beyond 50 each. */
  blocked: number;
  /** kB of script that it needs to stand, as gzip sends it. */
  script: number;
  /** Cumulative layout shift. */
  shifted: number;
}

/** So long nothing changes any more once a screen stands; tasks that come late still count. */
const QUIET_MS = 1500;
/** No screen stands before; to look at a page earlier would take of its own time. */
const EARLIEST_MS = 2000;
const LOOK_EVERY_MS = 500;
const PATIENCE_MS = 60_000;
/** Of the window, where there is seldom anything that has files fetched when it is pointed at. */
const NOWHERE = [800, 880] as const;
/** Addresses that begin with a page full of rows. */
const LISTS = /^\/auth\/(?:view|crud)\/\w+$/;

/**
 * Opens an address with nothing kept from before, on a slow line and processor.
 * @returns how it came; null where the address leads on to another
 * @throws {Error} where the screen does not come, tells a failure, or is a list without rows
 */
export async function openScreen(
  browser: Browser,
  url: string,
  address: string,
  session: World['session'],
): Promise<Opened | null> {
  const context = await newVisitor(browser, address.startsWith('/auth') ? session : undefined);
  try {
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript(screenGauge);
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    page.on('response', (response) => {
      if (response.status() >= 500) failures.push(`${response.url()} ${response.status()}`);
    });
    // Where it rests by default is a link, which has the files of another screen fetched.
    await page.mouse.move(...NOWHERE);
    await page.goto(url + address, { waitUntil: 'commit' });
    const noted = await untilQuiet(page);
    if (new URL(page.url()).pathname !== new URL(url + address).pathname) return null;
    if (failures.length > 0) throw new Error(failures.join(', '));
    if (LISTS.test(address) && noted.rows === 0) throw new Error('The list has no rows.');
    return {
      painted: Math.max(noted.largest, noted.stood) / 1000,
      blocked: noted.blocked,
      script: await kilobytesOf(noted.scripts),
      shifted: noted.shifted,
    };
  } finally {
    await context.close();
  }
}

async function untilQuiet(page: Page): Promise<Noted> {
  await page.waitForTimeout(EARLIEST_MS);
  for (let waited = EARLIEST_MS; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const noted = await page.evaluate(() => window.screenGauge());
    if (noted.filled && noted.now - noted.changed > QUIET_MS) return noted;
    await page.waitForTimeout(LOOK_EVERY_MS);
  }
  throw new Error(`It did not stand in ${PATIENCE_MS / 1000} s.`);
}
