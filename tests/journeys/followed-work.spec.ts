import { holdBackFiles } from '#tests/support/broken-files.ts';
import { withoutEvents } from '#tests/support/ended-session.ts';
import { expect, expectNoAxeViolations, narrow, signIn, test, wide } from '#tests/support/journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';
import type { Page } from '@playwright/test';

/** One person may ask for ten reports a minute, and other files ask as Maya. */
test.use({ person: 'Priya Raman', caller: 'Priya Raman', motion: true });

const report = (address: string) => ({ cost_center: { email: true, send_to: address } });

/** The requests for the stream that this page makes. */
function streamsOf(page: Page): string[] {
  const streams: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.url());
  });
  return streams;
}

async function askForReport(page: Page, address: string): Promise<void> {
  await page.goto('/auth/view/cost_centers');
  await page.getByRole('button', { name: 'Send Inventory Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Inventory Report' });
  await dialog.getByLabel('Email').fill(address);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toBeHidden();
}

test('what a person asked for is followed on every screen, through a reload, to its end', async ({
  page,
  portal,
}) => {
  const db = databaseAt(portal.dataDir);
  const { release } = await holdBackFiles(db);
  try {
    await askForReport(page, 'followed@example.com');
    const followed = page.getByRole('region', { name: 'Your background work' });
    await expect(followed).toContainText('Inventory report for followed@example.com');
    await expect(followed.getByText('Running', { exact: true })).toBeVisible();
    await page.goto('/auth/view/companies');
    await expect(followed.getByText('Running', { exact: true })).toBeVisible();
    await page.reload();
    await expect(followed.getByText('Running', { exact: true })).toBeVisible();
    for (const size of [narrow, wide]) {
      await page.setViewportSize(size);
      await expectNoAxeViolations(page);
    }
    await release();
    await expect(followed.getByText('Done', { exact: true })).toBeVisible();
    await followed.getByRole('button', { name: 'Hide Inventory report for followed@example.com' }).click();
    await expect(followed).toBeHidden();
  } finally {
    await release();
    await db.close();
  }
});

test('a list of jobs that nobody reloads shows a new one at once, in every tab by one stream', async ({
  page,
  context,
  api,
}) => {
  const jobs = (one: Page) => one.getByRole('list', { name: 'Jobs' });
  const first = streamsOf(page);
  const told = page.waitForResponse('**/api/events');
  await page.goto('/auth/jobs');
  expect((await told).status()).toBe(200);
  const other = await context.newPage();
  const second = streamsOf(other);
  await other.goto('/auth/jobs');
  await expect(other.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  await api.post('/cost_centers/send_report', report('both.tabs@example.com'));
  for (const one of [page, other]) await expect(jobs(one)).toContainText('both.tabs@example.com');
  expect([first.length, second.length]).toEqual([1, 0]);

  // The tab that reads the stream is closed: the other one goes on with it.
  const taken = other.waitForResponse('**/api/events');
  await page.close();
  expect((await taken).status()).toBe(200);
  await api.post('/cost_centers/send_report', report('one.tab@example.com'));
  await expect(jobs(other)).toContainText('one.tab@example.com');
});

test('where no stream can be had, what was asked for is followed all the same', async ({ page }) => {
  await withoutEvents(page);
  await askForReport(page, 'without.stream@example.com');
  const followed = page.getByRole('region', { name: 'Your background work' });
  await expect(followed).toContainText('Inventory report for without.stream@example.com');
  await expect(followed.getByText('Done', { exact: true })).toBeVisible();
});

test('work that could not be looked at for once is followed all the same', async ({ page }) => {
  let failures = 0;
  await page.route(/\/api\/jobs\/[^/?]+$/, async (route) => {
    failures += 1;
    await (failures > 1
      ? route.fallback()
      : route.fulfill({ status: 500, json: { error: 'The database is busy.', request_id: 'r-1' } }));
  });
  await askForReport(page, 'failed.once@example.com');
  const followed = page.getByRole('region', { name: 'Your background work' });
  await expect(followed).toContainText('Inventory report for failed.once@example.com');
});

test('a session that is ended elsewhere ends here without anything being asked for', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({
    baseURL: portal.url,
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  const told = page.waitForResponse('**/api/events');
  await signIn(page, 'Priya Raman');
  await told;
  const db = databaseAt(portal.dataDir);
  try {
    const kept = await page.evaluate(() =>
      Object.values(localStorage).find((text) => text.includes('access-token')),
    );
    const { client } = JSON.parse(kept ?? '{}') as { client: string };
    await db.query('DELETE FROM sessions WHERE client = $1', [client]);
    await expect(page.getByText('Your session has ended.')).toBeVisible();
  } finally {
    await db.close();
    await context.close();
  }
});
