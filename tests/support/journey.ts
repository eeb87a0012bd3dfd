import { isDeepStrictEqual } from 'node:util';
import { expect as baseExpect, test as base, type Locator, type Page } from '@playwright/test';
import { SESSION_KEY } from '#kernel/session-key.ts';
import { registry } from '#resources/registry.ts';
import { apiClient, type Api } from './api.ts';
import { axeFindings, sharedIds, type AxeScope } from './axe-findings.ts';
import { crowd } from './crowd.ts';
import { Factory } from './factories.ts';
import { holdRoutes } from './held-routes.ts';
import { keepContext, type KeptContext, type StorageState } from './kept-context.ts';
import { spawnPortal, type SpawnedPortal } from './spawned-portal.ts';

interface JourneyOptions {
  /** The name of whom to be, as the built-in identity provider lists people; null: signed out. */
  person: string | null;
  /** Begin in a browser that was never here: where it is measured, or seen, what a first visit does. */
  newBrowser: boolean;
  /** Sees all that moves, where that is what the journey is about; most are of somebody who asked for less motion. */
  motion: boolean;
  /** The name of whom the API is called as. */
  caller: string;
}

interface TestFixtures {
  /** Calls the API of this worker's portal, to prepare records and to act as somebody else. */
  api: Api;
}

interface WorkerFixtures {
  portal: SpawnedPortal;
  /** Signs in in the browser, once per person and worker; answers what the browser keeps of it. */
  sessionOf: (person: string) => Promise<StorageState>;
  /** Calls the API with what the browser keeps of somebody. */
  apiAs: (person: string) => Promise<Api>;
  /** Makes records there as Maya Okafor; no two of them alike. */
  factory: Factory;
  /** The contexts that tests follow one another in, by the address of their portal. */
  keptContexts: Map<string, KeptContext>;
}

/** What the browser of somebody who is signed out keeps. */
const NOBODY: StorageState = { cookies: [], origins: [] };

/**
 * The test of a journey: `page` is signed in as Maya Okafor at a portal that belongs to this worker.
 * `test.use({ person: null })` begins signed out, another name as somebody else.
 */
export const test = base.extend<JourneyOptions & TestFixtures, WorkerFixtures>({
  person: ['Maya Okafor', { option: true }],
  newBrowser: [false, { option: true }],
  motion: [false, { option: true }],
  caller: ['Maya Okafor', { option: true }],

  portal: [
    async ({}, use) => {
      const portal = await spawnPortal();
      await crowd(portal.dataDir);
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],

  sessionOf: [
    async ({ browser, portal }, use) => {
      const kept = new Map<string, Promise<StorageState>>();
      const signInOnce = async (person: string) => {
        // Of nobody yet: a new context would else begin as whom the test is.
        const context = await browser.newContext({ baseURL: portal.url, storageState: NOBODY });
        try {
          await signIn(await context.newPage(), person);
          return await context.storageState();
        } finally {
          await context.close();
        }
      };
      await use((person) => {
        const session = kept.get(person) ?? signInOnce(person);
        kept.set(person, session);
        return session;
      });
    },
    { scope: 'worker' },
  ],

  apiAs: [
    async ({ portal, sessionOf }, use) =>
      use(async (person) => {
        const { origins } = await sessionOf(person);
        const kept = origins
          .flatMap(({ localStorage }) => localStorage)
          .find(({ name }) => name === SESSION_KEY);
        if (!kept) throw new Error('The browser keeps no session.');
        return apiClient(portal.url, JSON.parse(kept.value) as Record<string, string>);
      }),
    { scope: 'worker' },
  ],

  factory: [
    async ({ apiAs }, use) => use(new Factory(await apiAs('Maya Okafor'), registry)),
    { scope: 'worker' },
  ],

  api: async ({ apiAs, caller }, use) => use(await apiAs(caller)),

  keptContexts: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  baseURL: async ({ portal }, use) => use(portal.url),

  context: async (
    { browser, keptContexts, newBrowser, storageState, baseURL, viewport, colorScheme, timezoneId },
    use,
    { project },
  ) => {
    const isUsual =
      !newBrowser &&
      isDeepStrictEqual(viewport, project.use.viewport) &&
      colorScheme === 'light' &&
      timezoneId === project.use.timezoneId;
    if (!isUsual || baseURL === undefined || typeof storageState !== 'object') {
      const own = await browser.newContext();
      await use(own);
      await own.close();
      return;
    }
    const kept = keptContexts.get(baseURL) ?? (await keepContext(browser, { baseURL }));
    keptContexts.set(baseURL, kept);
    await kept.begin(storageState);
    await use(kept.context);
    if (!(await kept.end())) keptContexts.delete(baseURL);
  },

  // Transitions are painted by the processor, a tenth of what the journeys take of it.
  page: async ({ page, motion }, use) => {
    if (!motion) await page.emulateMedia({ reducedMotion: 'reduce' });
    holdRoutes(page);
    await use(page);
  },

  storageState: async ({ person, sessionOf }, use) => use(person === null ? NOBODY : await sessionOf(person)),
});

export const expect = baseExpect;

/** Signs in as a person does: Login, choose whom to be, and wait for the home page. */
export async function signIn(page: Page, person: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('banner').getByText('Login', { exact: true }).click();
  await page.getByRole('button', { name: person }).click();
  await page.waitForURL('**/auth/home');
}

/**
 * Waits until nothing on the screen is being loaded. The network says nothing about that: a signed-in page keeps a
 * request open, over which the portal tells what happens.
 */
export async function untilLoaded(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  const loading = '[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root';
  await expect(page.locator('main').locator(loading)).toHaveCount(0);
}

/** Types into a reference, and waits until its list holds what the search found. */
export async function searchChoices(input: Locator, text: string): Promise<void> {
  await input.fill(text);
  await expect(input).not.toHaveAttribute('aria-busy', 'true');
}

/** Takes one of the choices of a list that is not searched. */
export async function choose(list: Locator, choice: string): Promise<void> {
  await list.click();
  await list.page().getByRole('option', { name: choice, exact: true }).click();
}

export const wide = { width: 1440, height: 900 };
export const medium = { width: 1024, height: 768 };
export const narrow = { width: 390, height: 844 };

/** The rules whose findings follow from the colours; every other finding is the same in the dark as in the light. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const appearances = [
  { name: 'wide and dark', viewport: wide, colorScheme: 'dark', rules: COLOUR_RULES },
  { name: 'narrow and dark', viewport: narrow, colorScheme: 'dark', rules: COLOUR_RULES },
  { name: 'narrow and light', viewport: narrow, colorScheme: 'light', rules: undefined },
  { name: 'wide and light', viewport: wide, colorScheme: 'light', rules: undefined },
] as const;

/**
 * Fails where elements share an id, and with every serious or critical finding of axe, each with its rule and the
 * elements. Animations are ended first: a half faded text has a contrast that nobody reads. What can be pressed must be
 * 24 px high and wide, or stand alone. Rows of a table that look like one above are not looked at again, nor is the bar
 * of places beside the screen, without being asked to.
 */
export async function expectNoAxeViolations(page: Page, scope?: AxeScope): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
  });
  expect(await axeFindings(page, scope)).toEqual([]);
  expect(await sharedIds(page), 'ids that several elements have').toEqual([]);
}

/** Fails where something makes the page wider than its window, so that it scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { wanted, window } = await page.evaluate(() => ({
    wanted: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(wanted).toBeLessThanOrEqual(window);
}

/**
 * Scrolls to the beginning of the page and waits until it stays there: how far it happens to be scrolled decides what the bar
 * above it covers, and a row that was opened for editing scrolls to itself some frames later.
 */
async function untilAtBeginning(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }).toPass();
}

/** Looks at what is shown in some appearances; afterwards the page has the last one. */
async function expectUsableIn(
  page: Page,
  chosen: readonly Pick<(typeof appearances)[number], 'name' | 'viewport' | 'colorScheme' | 'rules'>[],
  frame?: boolean,
): Promise<void> {
  for (const { name, viewport, colorScheme, rules } of chosen)
    await test.step(name, async () => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await untilAtBeginning(page);
      await expectNoAxeViolations(page, { rules, frame });
      await expectNoSidewaysScroll(page);
    });
}

/**
 * Looks at what is shown in both sizes and both colour schemes, as one who turns the device and dims the
 * light: no grave finding of axe, and nothing that scrolls sideways. Afterwards the page is wide and light.
 *
 * Only where EVERYTHING=1 is set, as `npm run test:all` does; without it this does nothing at all, because four looks
 * take seconds. What every change must pass are the two looks at each screen of `every-screen.spec.ts`.
 */
export async function expectUsableByEverybody(
  page: Page,
  { frame }: Pick<AxeScope, 'frame'> = {},
): Promise<void> {
  if (process.env['EVERYTHING'] !== '1') return;
  await expectUsableIn(page, appearances, frame);
}

/** Looks at what is shown narrow and dark, then wide and light, which the page is afterwards. */
export const expectUsableWideAndNarrow = (page: Page): Promise<void> =>
  expectUsableIn(page, [
    { name: 'narrow and dark', viewport: narrow, colorScheme: 'dark', rules: undefined },
    { name: 'wide and light', viewport: wide, colorScheme: 'light', rules: undefined },
  ]);
