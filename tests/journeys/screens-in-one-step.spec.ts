import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';

test.use({ motion: true });

/** Notes from now on whether a screen stands without its rows. */
const watchForWaiting = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenWaiting: seen });
    const look = () => {
      const heading = document.querySelector('main h1')?.textContent ?? '';
      if (!document.querySelector('main h1')) seen.push('no heading');
      else if (heading.startsWith('Companies') && !document.querySelector('[role=grid] [data-row]'))
        seen.push('companies without rows');
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
const waited = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenWaiting: string[] }).seenWaiting);

/** The longest that code of the page puts off what it does at once. */
const AT_ONCE_MS = 100;

/**
 * From now on nothing on the page goes on only because time went by: a machine that is slow today is no server that keeps
 * a person waiting.
 */
const holdTimers = (page: Page) =>
  page.evaluate((atOnce) => {
    const begin = window.setTimeout.bind(window);
    const never = 2 ** 31 - 1;
    const setTimeout = (done: () => void, ms = 0) => begin(done, ms < atOnce ? ms : never);
    Object.assign(window, { setTimeout });
  }, AT_ONCE_MS);

/** Lets the page draw so many times whatever it has to show. */
const untilDrawn = (page: Page, times: number) =>
  page.evaluate(async (frames) => {
    for (let drawn = 0; drawn < frames; drawn++) await new Promise(requestAnimationFrame);
  }, times);

test('a list that is opened first replaces the screen before in one step, with its rows', async ({
  page,
}) => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route(/\/api\/companies\?/, async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await page.goto('/auth/outbox');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const menu = await unfoldedMenu(page);
  await holdTimers(page);
  await watchForWaiting(page);
  await menu.getByRole('link', { name: 'Companies', exact: true }).click();
  await asked.promise;
  await untilDrawn(page, 30);
  answer.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await expect(page.getByRole('grid').locator('[data-row]').first()).toBeVisible();
  expect(await waited(page)).toEqual([]);
});

test('a click on a place asks for its rows before the page draws anything', async ({ page }) => {
  await page.goto('/auth/outbox');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const asked = await (
    await unfoldedMenu(page)
  )
    .getByRole('link', { name: 'Companies', exact: true })
    .evaluate((link) => {
      const urls: string[] = [];
      const plainly = window.fetch;
      window.fetch = (input, init) => {
        urls.push(input instanceof Request ? input.url : String(input));
        return plainly(input, init);
      };
      (link as HTMLElement).click();
      window.fetch = plainly;
      return urls;
    });
  expect(asked).toContainEqual(expect.stringContaining('/api/companies?'));
});

test('a list without pages comes with its first rows, which are asked for once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/microsoft_approvals?')) asked.push(request.url());
  });
  await page.goto('/auth/outbox');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await (await unfoldedMenu(page)).getByRole('link', { name: 'Microsoft Approvals', exact: true }).click();
  await expect(page.getByRole('grid').locator('[data-row]').first()).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('the code of a list is there before a list is asked for', async ({ page }) => {
  const code = page.waitForResponse(/\/assets\/list-[^/]*\.js$/);
  await page.goto('/auth/outbox');
  expect((await code).ok()).toBe(true);
  await expect(page).toHaveURL(/outbox/);
});

test('the code of forms shares the line with nothing that the list before them waits for', async ({
  page,
}) => {
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  page.on('request', (request) => {
    if (/\/assets\/forms-[^/]*\.js$/.test(request.url())) asked += 1;
  });
  await page.route('**/api/companies?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const waits = page.waitForRequest('**/api/companies?*');
  await page.goto('/auth/view/companies');
  await waits;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  expect(asked).toBe(0);
  answer.resolve();
  await expect(page.getByRole('grid').locator('[data-row]').first()).toBeVisible();
  await expect.poll(() => asked).toBe(1);
});

test('a closed list of choices is no part of the page', async ({ page }) => {
  await page.goto('/auth/view/companies');
  const size = page.getByRole('combobox', { name: 'Rows per page' }).first();
  await expect(size).toBeVisible();
  await expect(page.locator('[role=option]')).toHaveCount(0);
  await size.click();
  await expect(page.getByRole('option', { name: '50', exact: true })).toBeVisible();
});

test('a list whose rows take long stands before they come, and says that they do', async ({ page }) => {
  const answer = Promise.withResolvers<void>();
  await page.route(/\/api\/companies\?/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/auth/outbox');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await (await unfoldedMenu(page)).getByRole('link', { name: 'Companies', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
  answer.resolve();
  await expect(page.getByRole('grid').locator('[data-row]').first()).toBeVisible();
});

test('rows that did not come are asked for again by Retry alone', async ({ page }) => {
  let asked = 0;
  await page.route(/\/api\/companies\?/, (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 500, json: { error: 'Broken.' } }) : route.continue();
  });
  await page.goto('/auth/view/companies');
  const told = page.getByRole('main').getByRole('alert');
  await expect(told).toContainText('Broken.');
  expect(asked).toBe(1);
  await told.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('grid').locator('[data-row]').first()).toBeVisible();
});
