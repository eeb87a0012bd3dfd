import { followJob } from '#tests/support/follow-job.ts';
import { choose, expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';
import { unfoldedMenu } from '#tests/support/menu.ts';
import type { Page } from '@playwright/test';
import type { Api } from '#tests/support/api.ts';
import { visit } from '#tests/support/visit.ts';

const MINE = 'maya.okafor@example.com';

/** A mail in the outbox, and the job that wrote it. */
async function reportTo(api: Api, address: string): Promise<void> {
  const body = { cost_center: { email: true, send_to: address } };
  const answer = await api.post<{ job: { id: string } }>('/cost_centers/send_report', body);
  expect(answer.status, answer.text).toBe(202);
  expect((await followJob(api, answer.body.data.job.id)).state).toBe('done');
}

/** The sentence of success, and what becomes of the mail while there is no mail server. */
async function expectKept(page: Page, sentence: string) {
  const notice = page.getByRole('alert').filter({ hasText: sentence });
  await expect(notice).toContainText('No mail server is configured yet, so it waits in the outbox.');
  await expect(notice.getByRole('link', { name: 'Open the outbox' })).toHaveAttribute('href', '/auth/outbox');
}

test('a report is asked for on the list, made in the background, and read in the outbox', async ({
  page,
}) => {
  await page.goto('/auth/view/cost_centers');
  await page.getByRole('button', { name: 'Send Inventory Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Inventory Report' });
  await expect(dialog.getByLabel('Email')).toHaveValue(MINE);
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expectKept(page, 'The updated cost centers will be emailed to you!');
  await expect(dialog).toBeHidden();

  await (await unfoldedMenu(page)).getByRole('link', { name: 'Jobs' }).click();
  const job = page
    .getByRole('listitem')
    .filter({ hasText: `Inventory report for ${MINE}` })
    .first();
  await expect(job.getByText('Done')).toBeVisible();

  await (await unfoldedMenu(page)).getByRole('link', { name: 'Outbox' }).click();
  await expect(page.getByText('No mail server is configured, so mail stays here')).toBeVisible();
  await page
    .getByRole('button', { name: /^Cloud inventory report/ })
    .first()
    .click();
  const mail = page.getByRole('dialog', { name: /^Cloud inventory report/ });
  await expect(mail.getByText('the cloud inventory is attached as a workbook')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await mail.getByRole('button', { name: /cloud_inventory_.*\.xlsx/ }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^cloud_inventory_\d{4}-\d\d-\d\d\.xlsx$/);
  await mail.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Set SMTP_URL')).toHaveCount(2);
});

test('what is wrong with the address is told at the field, and can be corrected', async ({ page }) => {
  await page.goto('/auth/view/cost_centers');
  await page.getByRole('button', { name: 'Send Inventory Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Inventory Report' });
  await dialog.getByLabel('Email').fill('somebody@elsewhere.example');
  await page.keyboard.press('Enter');
  await expect(
    dialog.getByText('There was a problem with this action. Please try again later'),
  ).toBeVisible();
  await expect(dialog.getByText('Reports may be sent to addresses at example.com only.')).toBeVisible();
  await dialog.getByLabel('Email').fill('finance@example.com');
  await page.keyboard.press('Enter');
  await expectKept(page, 'The updated cost centers will be emailed to you!');
});

test('a failure leaves the dialog open with what was typed', async ({ page }) => {
  await page.goto('/auth/view/cost_centers');
  await page.getByRole('button', { name: 'Send Inventory Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Inventory Report' });
  await dialog.getByLabel('Email').fill('finance@example.com');
  await page.route('**/send_report', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(
    dialog.getByText('There was a problem with this action. Please try again later'),
  ).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue('finance@example.com');
  await page.unroute('**/send_report');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expectKept(page, 'The updated cost centers will be emailed to you!');
});

test('the start page offers the same report among its quick utilities', async ({ page }) => {
  await page.goto('/auth/home');
  const utilities = page.getByRole('region', { name: 'Quick Utilities' });
  await utilities.getByRole('button', { name: 'Send Inventory Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Inventory Report' });
  await expect(dialog.getByLabel('Email')).toHaveValue(MINE);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expectKept(page, 'Your report will be emailed!');
});

test('the outbox is searched and filtered, and the address keeps that', async ({ page, api }) => {
  // Nobody else asks for these: a report that is still made for the same address is refused.
  await reportTo(api, 'shelves@example.com');
  await reportTo(api, 'books@example.com');
  await page.goto('/auth/outbox');
  await choose(page.getByRole('combobox', { name: 'State' }), 'Failed');
  await expect(page).toHaveURL(/by_state=failed/);
  await expect(page.getByRole('button', { name: /^Cloud inventory report/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('Failed');
  await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('BOOKS@');
  await expect(page.getByRole('list', { name: 'Mails' })).toContainText('books@example.com');
  await expect(page.getByRole('list', { name: 'Mails' })).not.toContainText('shelves@example.com');
});

test('the filters of the outbox stay where they are when the mails come', async ({ page }) => {
  const release = Promise.withResolvers<void>();
  await page.route('**/api/outbox?*', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto('/auth/outbox');
  const filters = page.getByRole('search', { name: 'Outbox' });
  await expect(filters).toBeVisible();
  const before = await filters.boundingBox();
  release.resolve();
  await expect(page.getByText('No mail server is configured, so mail stays here')).toBeVisible();
  expect(await filters.boundingBox()).toEqual(before);
});

test('lists that cannot be loaded say so, and load again', async ({ page }) => {
  // The page asks again by itself after a while, which is refused too: only the button leads further. What is asked
  // says itself whether it was pressed; the page can't be asked, which may be on its way to the next one.
  await page.addInitScript(() => {
    const ask = window.fetch.bind(window);
    document.addEventListener(
      'click',
      ({ target }) => {
        const button = target instanceof Element && target.closest('button');
        if (!button || button.textContent !== 'Retry') return;
        window.fetch = (input, init) => {
          const headers = new Headers(init?.headers);
          headers.set('x-after-retry', 'yes');
          return ask(input, { ...init, headers });
        };
      },
      { capture: true },
    );
  });
  for (const [path, call] of [
    ['/auth/outbox', '**/api/outbox?*'],
    ['/auth/jobs', '**/api/jobs?*'],
  ] as const) {
    await page.route(call, async (route) => {
      if (route.request().headers()['x-after-retry']) await route.continue();
      else await route.fulfill({ status: 403, json: { error: 'Not today.', errors: [] } });
    });
    await page.goto(path);
    await expect(page.getByText('Not today.')).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Not today.')).toBeHidden();
  }
});

test('dialog, outbox, mail and jobs are readable for everybody', async ({ page, api }) => {
  await reportTo(api, `readable@example.com`);
  await page.goto('/auth/home');
  await page
    .getByRole('region', { name: 'Quick Utilities' })
    .getByRole('button', { name: 'Send Inventory Report' })
    .click();
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
  await expectUsableByEverybody(page);
  for (const path of ['/auth/jobs', '/auth/outbox']) {
    await visit(page, path);
    await expect(
      page.getByText('Inventory report').or(page.getByText('Cloud inventory report')).first(),
    ).toBeVisible();
    await expectUsableByEverybody(page);
  }
  await page
    .getByRole('button', { name: /^Cloud inventory report/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText('Requested by')).toBeVisible();
  await expectUsableByEverybody(page);
});

test('an address of a page that is no more leads to the last there is, and Back leads on from there', async ({
  page,
  api,
}) => {
  await reportTo(api, 'last.page@example.com');
  for (const [list, things] of [
    ['jobs', 'Jobs'],
    ['outbox', 'Mails'],
  ] as const) {
    await page.goto('/auth/home');
    // How many pages there are, other journeys and the clock decide; the answer that leads away says it. It is read on its
    // way to the page: the browser may have forgotten it once the page has gone on.
    const answer = Promise.withResolvers<{ meta: { total: number; per_page: number } }>();
    await page.route(
      ({ pathname, search }) => pathname === `/api/${list}` && search.includes('page=999'),
      async (route) => {
        const response = await route.fetch();
        answer.resolve((await response.json()) as { meta: { total: number; per_page: number } });
        await route.fulfill({ response });
      },
    );
    await page.goto(`/auth/${list}?page=999`);
    const { meta } = await answer.promise;
    const last = Math.ceil(meta.total / meta.per_page);
    await expect(page).toHaveURL(last === 1 ? `/auth/${list}` : `/auth/${list}?page=${last}`);
    await expect(page.getByRole('list', { name: things }).getByRole('listitem').first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/auth\/home$/);
  }
});
