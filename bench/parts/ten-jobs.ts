import type { Browser } from '@playwright/test';
import { newVisitor, openBrowser } from '../browser.ts';
import { median, type Figure } from '../figures.ts';
import { askForAccount } from '../jobs/account.ts';
import { assignException, beginRun } from '../jobs/billing.ts';
import { whereFrom } from '../jobs/chart.ts';
import { addContacts } from '../jobs/contacts.ts';
import { addCostCenter, changeAll } from '../jobs/cost-centers.ts';
import { startExample, type ExamplePortal } from '../jobs/example-portal.ts';
import { findCostCenter, ofOneOwner, whoGetsIn } from '../jobs/finding.ts';
import { Hands, type Steps } from '../jobs/hands.ts';
import type { Job, Way } from '../jobs/job.ts';
import type { World } from '../world.ts';

const JOBS: readonly Job[] = [
  findCostCenter,
  ofOneOwner,
  changeAll,
  addCostCenter,
  addContacts,
  askForAccount,
  beginRun,
  assignException,
  whereFrom,
  whoGetsIn,
];
const ROUNDS = 3;
/** The groups of the menu, as a browser keeps them once somebody has opened them. */
const GROUPS = ['Members', 'CRUD', 'Services', 'Information'];
/** What a page fetches ahead is there by then. */
const SETTLE_MS = 1500;

interface Done {
  steps: Steps;
  seconds: number;
}

const inWords = ({ clicks, texts, keys }: Steps) => `${clicks} / ${texts} / ${keys}`;

/** Does a job in a window of its own. */
async function doOnce(browser: Browser, { url, session }: ExamplePortal, way: Way): Promise<Done> {
  const context = await newVisitor(browser, session);
  try {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.addInitScript((groups) => {
      for (const group of groups) localStorage.setItem(`skyledger.navigation.${group}`, 'open');
    }, GROUPS);
    const page = await context.newPage();
    const hands = new Hands(page);
    await page.goto(url + (way.from ?? '/auth/home'));
    await hands.see(page.locator('h1'));
    await hands.seeAll();
    await page.waitForTimeout(SETTLE_MS);
    if (way.copied !== undefined)
      await page.evaluate((text) => navigator.clipboard.writeText(text), way.copied);
    const began = performance.now();
    await way.go(hands);
    return { steps: hands.steps, seconds: (performance.now() - began) / 1000 };
  } finally {
    await context.close();
  }
}

/** A job that could not be done, or not in the same way each time, is a bound that was not met. */
function figureOf(name: string, done: readonly Done[], failure: string | undefined): Figure {
  const ways = [...new Set(done.map(({ steps }) => inWords(steps)))];
  const seconds = median(done.map((each) => each.seconds)).toFixed(1);
  const [way = ''] = ways;
  if (failure !== undefined) return { name, measured: `not done: ${failure}`, bound: '', met: false };
  if (ways.length > 1)
    return { name, measured: `not the same each time: ${ways.join(', ')}`, bound: '', met: false };
  return { name, measured: `${way} (clicks / texts / keys), ${seconds} s`, bound: '', met: null };
}

/** How many clicks, texts and keys the ten jobs of docs/ten-jobs.md take, and how long, the middle of three rounds. */
export async function measureTenJobs(world: World, say: (line: string) => void): Promise<Figure[]> {
  const browser = await openBrowser();
  let portal: ExamplePortal | null = null;
  try {
    say('a portal fills itself with the example data');
    portal = await startExample(world.folder, browser);
    const done = new Map(JOBS.map((job): [Job, Done[]] => [job, []]));
    const failures = new Map<Job, string>();
    for (let round = 1; round <= ROUNDS; round += 1)
      for (const [job, each] of done) {
        if (failures.has(job)) continue;
        try {
          if (round === 1) await job.once?.(portal.api);
          const way = await job.ready(portal.api, round);
          const once = await doOnce(browser, portal, way);
          await way.takeBack?.();
          each.push(once);
          say(
            `round ${round} of ${ROUNDS}, ${job.name}: ${inWords(once.steps)}, ${once.seconds.toFixed(1)} s`,
          );
        } catch (error) {
          console.error(error);
          failures.set(job, String(error).split('\n')[0] ?? '');
        }
      }
    return [...done].map(([job, each], at) =>
      figureOf(`job ${at + 1}: ${job.name}`, each, failures.get(job)),
    );
  } finally {
    await browser.close();
    await portal?.stop();
  }
}
