import type { Browser, Page } from '@playwright/test';
import { atMost, median, onlyTold, type Figure } from '../figures.ts';
import { newVisitor, openBrowser } from '../browser.ts';
import { startPortal } from '../portal.ts';
import type { World } from '../world.ts';
import { gauges, type Gauges, type Opened, type Scrolled } from './page-gauges.ts';
import { plainTable } from './plain-table.ts';

declare global {
  interface Window {
    gauges: Gauges;
  }
}

const ROUNDS = 3;
const GRID = '/auth/crud/cost_centers';
const SMALL = 5000;
const LARGE = 20_000;
/** Somewhere in sight, but not the first. */
const EDITED = 4;

const MOST_MOUNT_MS = 150;
const MOST_OPEN_MS = 50;
const MOST_FRAME_MS = 34;
const MOST_TASK_MS = 100;

interface Measured {
  mount: number;
  open: Opened;
  /** A steady scroll through 5,000 rows. */
  steady: Scrolled;
  /** From end to end of 20,000 rows. */
  whole: Scrolled;
}

/** One list answer with so many real rows and no further page. */
async function answerWith(count: number, url: string, world: World): Promise<string> {
  const pages = await Promise.all(
    Array.from({ length: count / 1000 }, async (_, at) => {
      const address = `${url}/api/cost_centers?page=${at + 1}&per_page=1000`;
      const response = await fetch(address, { headers: { authorization: world.authorization } });
      return ((await response.json()) as { data: object[] }).data;
    }),
  );
  const data = pages.flat();
  return JSON.stringify({ data, meta: { total: data.length, page: 1, per_page: data.length } });
}

/** The portal's own editable table, with all rows of `answer` in it at once. */
async function openGrid(browser: Browser, url: string, world: World, answer: string): Promise<Page> {
  const context = await newVisitor(browser, world.session);
  await context.addInitScript(gauges);
  const page = await context.newPage();
  await page.route(/\/api\/cost_centers\?/, (route) =>
    route.fulfill({ body: answer, contentType: 'application/json' }),
  );
  await page.goto(url + GRID);
  await page.waitForSelector('[role=grid] tbody tr[data-row] [data-action=edit]');
  return page;
}

/** A table of plain HTML with the same cells; its page is empty but for it. */
async function openPlain(browser: Browser, url: string, answer: string): Promise<Page> {
  const context = await newVisitor(browser);
  await context.addInitScript(gauges);
  const page = await context.newPage();
  await page.route(`${url}/plain`, (route) =>
    route.fulfill({ body: '<!doctype html><title>plain</title>', contentType: 'text/html' }),
  );
  await page.route(`${url}/rows`, (route) =>
    route.fulfill({ body: answer, contentType: 'application/json' }),
  );
  await page.goto(`${url}/plain`);
  await page.evaluate(plainTable);
  await page.waitForSelector('tr[data-row]', { state: 'attached' });
  return page;
}

async function measure(
  open: (answer: string) => Promise<Page>,
  small: string,
  large: string,
): Promise<Measured> {
  const first = await open(small);
  const mount = await first.evaluate(() => window.gauges.mounted());
  const steady = await first.evaluate(() => window.gauges.scroll(60, 150));
  await first.evaluate(() => window.gauges.backToTop());
  const opened = await first.evaluate((at) => window.gauges.openRow(at), EDITED);
  await first.context().close();
  const second = await open(large);
  const whole = await second.evaluate(() => window.gauges.scroll(Number.POSITIVE_INFINITY, 240));
  await second.context().close();
  return { mount, open: opened, steady, whole };
}

/** The grid beside a plain table: how soon it stands, opens a row and follows a scroll. */
export async function measureGrid(world: World, say: (line: string) => void): Promise<Figure[]> {
  const portal = await startPortal(world.folder, { DATABASE_URL: world.connectionString });
  const browser = await openBrowser();
  try {
    const { url } = portal;
    const [small, large] = [await answerWith(SMALL, url, world), await answerWith(LARGE, url, world)];
    const grid: Measured[] = [];
    const plain: Measured[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`grid, round ${round} of ${ROUNDS}`);
      grid.push(await measure((answer) => openGrid(browser, url, world, answer), small, large));
      say(`plain table, round ${round} of ${ROUNDS}`);
      plain.push(await measure((answer) => openPlain(browser, url, answer), small, large));
    }
    const beside = (name: string, bound: number, read: (one: Measured) => number) => [
      atMost(`grid: ${name}`, median(grid.map(read)), bound, { unit: 'ms' }),
      onlyTold(`plain table: ${name}`, median(plain.map(read)), { unit: 'ms' }),
    ];
    return [
      ...beside('5,000 rows mounted', MOST_MOUNT_MS, ({ mount }) => mount),
      ...beside('a row opens for editing', MOST_OPEN_MS, ({ open }) => open.focused),
      onlyTold('grid: all inputs of that row there', median(grid.map(({ open }) => open.whole)), {
        unit: 'ms',
      }),
      ...beside('p95 of frames while scrolling', MOST_FRAME_MS, ({ steady }) => steady.p95),
      ...beside('longest task, 20,000 rows scrolled', MOST_TASK_MS, ({ whole }) => whole.longestTask),
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}
