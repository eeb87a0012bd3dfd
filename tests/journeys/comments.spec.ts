import type { Page } from '@playwright/test';
import type { Row } from '#tests/support/api.ts';
import { makeRun } from '#tests/support/billing/billing-journey.ts';
import { expect, expectUsableByEverybody, narrow, test, wide } from '#tests/support/journey.ts';
import { apiOf } from '#tests/support/page-api.ts';
import { visit } from '#tests/support/visit.ts';

const PICTURES = process.env['SCREENSHOTS'];
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const entries = (page: Page) => comments(page).getByRole('list', { name: 'Comments' }).locator('> li');
const box = (page: Page) => comments(page).getByRole('textbox', { name: 'New comment' });

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  for (const scheme of ['light', 'dark'] as const)
    for (const size of [wide, narrow]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize(size);
      await comments(page).scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${PICTURES}/${name}-${scheme}-${size.width}.png`, fullPage: true });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(wide);
}

async function department(page: Page, name: string): Promise<Row> {
  await page.goto('/auth/home');
  const api = await apiOf(page);
  const made = await api.post('/departments', { name, abbreviation: name.slice(0, 3) });
  expect(made.status, made.text).toBe(201);
  return made.body.data;
}

test('a record is talked about: a member is mentioned and mailed, and a second page sees the comment', async ({
  page,
  browser,
  portal,
  sessionOf,
}) => {
  const record = await department(page, 'Talked about');
  const api = await apiOf(page);
  const email = 'grace.mentioned@example.com';
  const input = { name: 'Grace Mentioned', email, departments_id: -9999, business_units_id: -9999 };
  expect((await api.post('/members', input)).status).toBe(201);
  const address = `/auth/view/departments/${record.id}`;
  await visit(page, address);
  await expect(comments(page)).toContainText('No comment yet. Write what others should know about it.');
  const context = await browser.newContext({
    baseURL: portal.url,
    storageState: await sessionOf('Jonas Lindqvist'),
  });
  const other = await context.newPage();
  await other.goto(address);
  await expect(comments(other)).toContainText('No comment yet');

  await box(page).pressSequentially('Please **check** this, @grace men');
  const option = page.getByRole('option', { name: /Grace Mentioned/ });
  await expect(option).toBeVisible();
  await picture(page, 'comments-mention');
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue(`Please **check** this, @${email} `);
  await page.keyboard.type('see https://example.com/plan <b>x</b>');
  await page.keyboard.press('Control+Enter');
  await expect(entries(page)).toHaveCount(1);
  await expect(box(page)).toHaveValue('');
  const entry = entries(page).first();
  await expect(entry).toContainText('Maya Okafor');
  await expect(entry).toContainText('just now');
  await expect(entry.locator('strong').filter({ hasText: 'check' })).toBeVisible();
  await expect(entry).toContainText('@Grace Mentioned');
  // What looks like HTML is text, and a link takes nothing of this page along.
  await expect(entry).toContainText('<b>x</b>');
  const link = entry.getByRole('link', { name: 'https://example.com/plan' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  // The other page was told.
  await expect(entries(other)).toHaveCount(1);
  await box(other).fill('Seen, and done');
  await comments(other).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).last()).toContainText('Jonas Lindqvist');
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'Jonas Lindqvist commented on it',
  );
  await context.close();

  const mails = await api.get<{ to: string; subject: string }[]>(`/outbox?q=${email}`);
  expect(mails.body.data.map(({ subject }) => subject)).toEqual([
    'Maya Okafor mentioned you in a comment on Department Talked about',
  ]);
  await picture(page, 'comments');
  await expectUsableByEverybody(page);

  // It is found by what was said, and changed and deleted by who wrote it.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill('check this plan');
  await page.getByRole('option', { name: /Talked about/ }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await entries(page).first().getByRole('button', { name: 'Edit' }).click();
  const own = comments(page).getByRole('textbox', { name: 'Your comment' });
  await expect(own).toBeFocused();
  await own.fill('Checked');
  await page.keyboard.press('Control+Enter');
  await expect(entries(page).first()).toContainText('Checked');
  await expect(entries(page).first()).toContainText('changed');
  await entries(page).first().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(entries(page).first()).toContainText(/A comment by Maya Okafor was deleted by Maya Okafor on/);
  await expect(page.getByRole('region', { name: 'History' })).toContainText('deleted a comment');
});

test('what is typed survives a failure, a reload and leaving, and comments that cannot be loaded say so', async ({
  page,
}) => {
  const record = await department(page, 'Kept words');
  const address = `/auth/view/departments/${record.id}`;
  await visit(page, address);
  await box(page).fill('Half a thought');
  await page.route('**/api/comments', (route) => route.abort());
  await page.keyboard.press('Control+Enter');
  await expect(comments(page)).toContainText('The comment could not be sent.');
  await expect(box(page)).toHaveValue('Half a thought');
  await page.unroute('**/api/comments');

  await page.getByRole('link', { name: 'Departments' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(box(page)).toHaveValue('Half a thought');
  page.on('dialog', (question) => void question.accept());
  await page.reload();
  await expect(box(page)).toHaveValue('Half a thought');
  await comments(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(entries(page)).toHaveText([/Half a thought/]);

  await page.route('**/api/comments?*', (route) => route.fulfill({ status: 500, json: { error: 'No' } }));
  await page.reload();
  await expect(comments(page)).toContainText('The comments could not be loaded');
  await page.unroute('**/api/comments?*');
  // Where the page has fetched them again by itself meanwhile, there is nothing to press any more.
  const retry = comments(page).getByRole('button', { name: 'Retry' });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(entries(page)).toHaveText([/Half a thought/], { timeout: 2_000 });
  }).toPass();
});

test('a billing run is talked about, too', async ({ page, api }) => {
  const run = await makeRun(api, 'talked-about', [{ account: 'talked-about', amount: '5' }]);
  await page.goto(`/auth/billing-automation/runs/${run}`);
  await box(page).fill('Waiting for the credit note');
  await page.keyboard.press('Control+Enter');
  await expect(entries(page).last()).toContainText('Waiting for the credit note');
  await picture(page, 'comments-run');
});
