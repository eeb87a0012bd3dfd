import type { Page } from '@playwright/test';
import { finalize, makeCenter, makeReady, makeRun, PAGE } from '#tests/support/billing/billing-journey.ts';
import { expect, test, untilLoaded } from '#tests/support/journey.ts';

test.use({ newBrowser: true });

/** Counts, from the first paint on, what moves though nobody has touched it. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[] = [];
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { sources: { node: Node | null }[] })[])
        for (const { node } of entry.sources) moved.push(node?.textContent?.slice(0, 60) ?? 'what is gone');
    };
    const watch = new PerformanceObserver((list) => note(list.getEntries()));
    watch.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { moved: () => (note(watch.takeRecords()), moved) });
  });

const moved = (page: Page) => page.evaluate(() => (window as unknown as { moved: () => string[] }).moved());

/** Two frames: the first paints what is there, the second comes after that. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
  );

/** Waits until an answer for this path has come whole. The page knows it; the browser's driver was seen to miss the end. */
const answered = (page: Page, path: string) =>
  page.waitForFunction(
    (wanted) =>
      performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === wanted),
    path,
  );

/** Opens an address where one thing comes last: when the path `seen` was answered and what came with it was painted. */
async function openWith(page: Page, address: string, { late, seen }: { late: string; seen: string }) {
  await watchShifts(page);
  const release = Promise.withResolvers<void>();
  await page.route(late, async (route) => {
    await release.promise;
    await route.continue();
  });
  const held = page.waitForRequest(late);
  await page.goto(address);
  await Promise.all([held, answered(page, seen)]);
  await painted(page);
  await painted(page);
  release.resolve();
  await untilLoaded(page);
  await painted(page);
}

test('what a first visit has painted of the allocation rules stays where it is, whatever comes last', async ({
  page,
  api,
}) => {
  await makeRun(api, 'still-rules', [{ account: 'still-nobody', amount: '12.50' }]);
  await openWith(page, `${PAGE}/rules`, { late: '**/api/billing_runs?*', seen: '/api/billing_rules' });
  await expect(page.getByRole('form', { name: 'New Version' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Versions' })).toBeVisible();
  expect(await moved(page)).toEqual([]);
});

test('nothing moves on Sessions and Tokens where the sessions come after the tokens', async ({ page }) => {
  await openWith(page, '/auth/sessions', { late: '**/api/auth/sessions?*', seen: '/api/auth/tokens' });
  await expect(page.getByRole('button', { name: 'New API Token' })).toBeVisible();
  expect(await moved(page)).toEqual([]);
});

test('nothing moves on a billing run where its exceptions come after its postings', async ({ page, api }) => {
  const lines = Array.from({ length: 12 }, (_, at) => ({ account: `still-${at}`, amount: '12.50' }));
  const run = await makeRun(api, 'still-exceptions', lines);
  await openWith(page, `${PAGE}/runs/${run}`, {
    late: `**/api/billing_runs/${run}/exceptions*`,
    seen: `/api/billing_runs/${run}/postings`,
  });
  await expect(page.getByRole('table', { name: 'Invoices' })).toBeVisible();
  expect(await moved(page)).toEqual([]);
});

test('nothing moves on a final billing run where it comes last what can still be asked for', async ({
  page,
  api,
  factory,
}) => {
  const center = await makeCenter(factory, 'STILL-CC', '7768');
  const run = await makeReady(api, 'still-final', Number(center.id));
  await finalize(api, run);
  await openWith(page, `${PAGE}/runs/${run}`, {
    late: '**/api/billing_options',
    seen: `/api/billing_runs/${run}`,
  });
  await expect(page.getByRole('button', { name: 'Finalize' })).toBeVisible();
  expect(await moved(page)).toEqual([]);
});
