import type { Browser, Page } from '@playwright/test';
import { atMost, median, onlyTold, type Figure } from '../figures.ts';
import { newVisitor, openBrowser } from '../browser.ts';
import { startPortal } from '../portal.ts';
import type { World } from '../world.ts';
import { gauges, type Opened, type Scrolled } from './page-gauges.ts';
import { COST_CENTER_COLUMNS } from '../cost-center-columns.ts';
import { plainTable } from './plain-table.ts';

const ROUNDS = 3;
/** As many rows as the screen offers on one page. */
const ROWS = 500;
const PAGE = `cost_centers?page=1&per_page=${ROWS}`;
const GRID = `/auth/crud/cost_centers?per_page=${ROWS}`;
/** Somewhere in sight, but not the first. */
const EDITED = 4;

const MOST_MOUNT_MS = 150;
const MOST_OPEN_MS = 50;
const MOST_FRAME_MS = 34;
const MOST_TASK_MS = 100;

interface Measured {
  /** From the address to the rows. */
  address: number;
  mount: number;
  open: Opened;
  /** A steady scroll through half of them. */
  steady: Scrolled;
  /** From end to end. */
  whole: Scrolled;
}

/** What the list answers to the table. */
async function answerOf(url: string, { authorization }: World): Promise<string> {
  return (await fetch(`${url}/api/${PAGE}`, { headers: { authorization } })).text();
}

/** The portal's own editable table over its own server, with the longest page that it has. */
async function openGrid(browser: Browser, url: string, world: World): Promise<Page> {
  const context = await newVisitor(browser, world.session);
  await context.addInitScript(gauges);
  const page = await context.newPage();
  await page.goto(url + GRID);
  await page.waitForSelector('[role=grid] tbody tr[data-row] [data-action=edit]');
  const rows = Number(await page.locator('[role=grid]').getAttribute('aria-rowcount'));
  if (rows < ROWS) throw new Error(`The table has ${rows} rows.`);
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
  await page.evaluate(plainTable, [...COST_CENTER_COLUMNS, 'companies_code']);
  await page.waitForSelector('tr[data-row]', { state: 'attached' });
  return page;
}

async function measure(open: () => Promise<Page>): Promise<Measured> {
  const page = await open();
  const [address, mount] = await page.evaluate(
    () => [window.gauges.opened(), window.gauges.mounted()] as const,
  );
  const steady = await page.evaluate(() => window.gauges.scroll(60, 150));
  await page.evaluate(() => window.gauges.backToTop());
  const whole = await page.evaluate(() => window.gauges.scroll(Number.POSITIVE_INFINITY, 240));
  await page.evaluate(() => window.gauges.backToTop());
  const opened = await page.evaluate((at) => window.gauges.openRow(at), EDITED);
  await page.context().close();
  return { address, mount, open: opened, steady, whole };
}

/** The grid beside a plain table: how soon it stands, opens a row and follows a scroll. */
export async function measureGrid(world: World, say: (line: string) => void): Promise<Figure[]> {
  const portal = await startPortal(world.folder, { DATABASE_URL: world.connectionString });
  const browser = await openBrowser();
  try {
    const { url } = portal;
    const answer = await answerOf(url, world);
    const grid: Measured[] = [];
    const plain: Measured[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`grid, round ${round} of ${ROUNDS}`);
      grid.push(await measure(() => openGrid(browser, url, world)));
      say(`plain table, round ${round} of ${ROUNDS}`);
      plain.push(await measure(() => openPlain(browser, url, answer)));
    }
    const beside = (name: string, bound: number, read: (one: Measured) => number) => [
      atMost(`grid: ${name}`, median(grid.map(read)), bound, { unit: 'ms' }),
      onlyTold(`plain table: ${name}`, median(plain.map(read)), { unit: 'ms' }),
    ];
    return [
      onlyTold(`grid: from the address to ${ROWS} rows`, median(grid.map(({ address }) => address)), {
        unit: 'ms',
      }),
      ...beside(`${ROWS} rows mounted`, MOST_MOUNT_MS, ({ mount }) => mount),
      ...beside('a row opens for editing', MOST_OPEN_MS, ({ open }) => open.focused),
      onlyTold('grid: all inputs of that row there', median(grid.map(({ open }) => open.whole)), {
        unit: 'ms',
      }),
      ...beside('p95 of frames while scrolling', MOST_FRAME_MS, ({ steady }) => steady.p95),
      ...beside(`longest task, ${ROWS} rows scrolled`, MOST_TASK_MS, ({ whole }) => whole.longestTask),
    ];
  } finally {
    await browser.close();
    await portal.stop();
  }
}
