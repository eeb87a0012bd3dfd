import { rmSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { createSession } from '#server/modules/access/sessions.ts';
import { startEnginePortal } from '#tests/support/engine-portal.ts';
import { buildPlantedWeb } from '#tests/support/planted-web.ts';
import { newVisitor, openBrowser } from '../browser.ts';
import { atMost, median, onlyTold, type Figure } from '../figures.ts';
import { registry } from '../scrolling.ts';
import { openSizedTable } from '../sized-tables.ts';
import type { World } from '../world.ts';
import { gauges, type Arrived, type Scrolled } from './page-gauges.ts';

const ROWS = 20_000;
const ROUNDS = 3;
const LIST = '/auth/view/cost_centers';
const PERSON = { email: 'bench@skyledger.example', name: 'Bench', roles: [] };
/** Where somebody lets go of the scroll bar, as a part of the whole; every place is new. */
const PLACES = [0.5, 0.9, 0.2, 0.7, 0.35];

const MOST_FRAME_MS = 34;
const MOST_TASK_MS = 100;
const MOST_AWAITED_MS = 300;

interface Measured {
  /** A steady scroll, fast enough that rows must be fetched on the way. */
  steady: Scrolled;
  /** From end to end in four seconds. */
  whole: Scrolled;
  /** From letting go of the scroll bar to the paint of the rows there. */
  jumps: Arrived[];
}

async function openList(browser: Browser, url: string, session: World['session']): Promise<Page> {
  const context = await newVisitor(browser, session);
  await context.addInitScript(gauges);
  const page = await context.newPage();
  await page.goto(url + LIST);
  await page.waitForSelector('[role=grid] tbody tr[data-row]:not([data-awaited])');
  const rows = Number(await page.locator('[role=grid]').getAttribute('aria-rowcount'));
  if (rows < ROWS) throw new Error(`The list has ${rows} rows.`);
  return page;
}

/** Every round begins with nothing kept. */
async function measureOnce(open: () => Promise<Page>): Promise<Measured> {
  const first = await open();
  const steady = await first.evaluate(() => window.gauges.scroll(60, 240));
  await first.context().close();
  const second = await open();
  const whole = await second.evaluate(() => window.gauges.scroll(Number.POSITIVE_INFINITY, 240));
  await second.context().close();
  const third = await open();
  const jumps: Arrived[] = [];
  for (const place of PLACES) jumps.push(await third.evaluate((share) => window.gauges.jump(share), place));
  await third.context().close();
  return { steady, whole, jumps };
}

/** 20,000 rows that the server answers by the hundred, on the portal's own list with a model that scrolls. */
export async function measureScroll(world: World, say: (line: string) => void): Promise<Figure[]> {
  const table = await openSizedTable(world.connectionString, ROWS, say);
  const web = await buildPlantedWeb({ registry: '../../bench/scrolling.ts' });
  const portal = await startEnginePortal(table.db, registry, [], web);
  const browser = await openBrowser();
  try {
    const session = await createSession(table.db, PERSON);
    const rounds: Measured[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`scrolling, round ${round} of ${ROUNDS}`);
      rounds.push(await measureOnce(() => openList(browser, portal.url, session)));
    }
    const ms = { unit: 'ms' };
    const of = (read: (one: Measured) => number) => median(rounds.map(read));
    const rest = (read: (one: Measured) => Scrolled) => ({
      ...ms,
      beside: `${of((one) => read(one).longTasks)} tasks over 50 ms, placeholders in ${of((one) => read(one).awaited)} of ${of((one) => read(one).frames)} frames`,
    });
    const arrivals = rounds.flatMap(({ jumps }) => jumps);
    const slowest = Math.max(...arrivals.map(({ rows }) => rows)).toFixed(0);
    return [
      atMost(
        'scroll: p95 of frames, steadily',
        of(({ steady }) => steady.p95),
        MOST_FRAME_MS,
        ms,
      ),
      atMost(
        'scroll: longest task, steadily',
        of(({ steady }) => steady.longestTask),
        MOST_TASK_MS,
        rest(({ steady }) => steady),
      ),
      atMost(
        'scroll: p95 of frames, end to end',
        of(({ whole }) => whole.p95),
        MOST_FRAME_MS,
        ms,
      ),
      atMost(
        'scroll: longest task, end to end',
        of(({ whole }) => whole.longestTask),
        MOST_TASK_MS,
        rest(({ whole }) => whole),
      ),
      onlyTold(
        'scroll: at the end, until its rows are there',
        of(({ whole }) => whole.settled),
        ms,
      ),
      atMost(
        'scroll: from a jump to the rows there',
        median(arrivals.map(({ rows }) => rows)),
        MOST_AWAITED_MS,
        { ...ms, beside: `slowest of ${arrivals.length} ${slowest} ms` },
      ),
      onlyTold(
        'scroll: longest task of a jump',
        Math.max(...arrivals.map(({ longestTask }) => longestTask)),
        ms,
      ),
    ];
  } finally {
    await browser.close();
    await portal.close();
    await table.close();
    rmSync(web, { recursive: true, force: true });
  }
}
