import type { Page } from '@playwright/test';
import type { Schedule } from '#calls/schedules.ts';
import type { Api } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { expect, expectUsableByEverybody, test } from '#tests/support/journey.ts';

const MINE = 'maya.okafor@example.com';
const entry = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Schedules' }).getByRole('listitem').filter({ hasText: name });
const form = (page: Page, title = 'New Schedule') => page.getByRole('dialog', { name: title });

/** Makes a schedule that sends the inventory to Maya. */
async function made(api: Api, name: string, more: object = {}): Promise<Schedule> {
  const body = {
    name,
    report: 'inventory_report',
    rhythm: 'daily',
    at: '07:00',
    recipients: [MINE],
    ...more,
  };
  const answer = await api.post<Schedule>('/schedules', { schedule: body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

test('a report is scheduled from its dialog, sent at once, paused, changed, deleted and brought back', async ({
  page,
}) => {
  await page.goto('/auth/view/cost_centers');
  await page.getByRole('button', { name: 'Send Inventory Report' }).click();
  await page
    .getByRole('dialog', { name: 'Send Inventory Report' })
    .getByRole('button', { name: 'Schedule…' })
    .click();
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Inventory Report');
  await expectUsableByEverybody(page);
  await form(page).getByRole('textbox', { name: 'Name' }).fill('Monday inventory');
  await form(page).getByLabel(/^At\b/).fill('07:30');
  await form(page).getByRole('combobox', { name: 'Time Zone' }).fill('berlin');
  await page.getByRole('option', { name: 'Europe/Berlin', exact: true }).click();
  await form(page).getByRole('button', { name: 'Save' }).click();
  const shown = entry(page, 'Monday inventory');
  await expect(shown).toContainText('Inventory Report. Each Monday at 07:30, Europe/Berlin');
  await expect(shown).toContainText(`To ${MINE}`);
  await expect(shown.getByText('Active')).toBeVisible();

  await shown.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('Monday inventory is made and mailed.')).toBeVisible();
  await expect(shown).toContainText('Last sent');
  await shown.getByRole('button', { name: 'Pause' }).click();
  await expect(shown.getByText('Paused', { exact: true })).toBeVisible();
  await shown.getByRole('button', { name: 'Resume' }).click();
  await expect(shown.getByText('Active')).toBeVisible();

  await shown.getByRole('button', { name: 'Edit' }).click();
  await form(page, 'Edit Schedule').getByRole('textbox', { name: 'Name' }).fill('Tuesday inventory');
  await form(page, 'Edit Schedule').getByRole('button', { name: 'Save' }).click();
  const renamed = entry(page, 'Tuesday inventory');
  await renamed.getByRole('button', { name: 'Tuesday inventory', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Tuesday inventory' });
  await expect(drawer.getByRole('list', { name: 'History' })).toContainText('It was sent to 1 recipient.');
  await expect(drawer.getByRole('list', { name: 'History' })).toContainText('It was paused.');
  await expectUsableByEverybody(page);
  await page.keyboard.press('Escape');

  await renamed.getByRole('button', { name: 'Delete' }).click();
  await expect(renamed).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(renamed).toBeVisible();
});

test('a saved view is scheduled from its menu, and the form begins with it', async ({ page, api }) => {
  const view = await api.post('/list_views', {
    model: 'departments',
    name: 'Sent weekly',
    shown: { q: 'e' },
  });
  await page.goto(`/auth/view/departments?view=${view.body.data.id}&q=e`);
  await page.getByRole('button', { name: /^Views/ }).click();
  await page
    .getByRole('menu', { name: 'Views of Departments' })
    .getByRole('menuitem', { name: 'Schedule…' })
    .click();
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Sent weekly');
  await expect(form(page).getByRole('combobox', { name: 'Saved view' })).toHaveValue('Sent weekly');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(entry(page, 'Sent weekly')).toContainText('Departments: Sent weekly. Each Monday at 07:00');
});

test('what is wrong with a schedule stands at its field, and what was typed stays', async ({ page }) => {
  await page.goto('/auth/schedules?new=report');
  await form(page).getByRole('textbox', { name: 'Name' }).fill('Wrong');
  const recipients = form(page).getByRole('combobox', { name: /^Recipients/ });
  await recipients.fill('someone@elsewhere.example');
  await recipients.press('Enter');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(
    form(page).getByText('someone@elsewhere.example: Reports may be sent to addresses at example.com only.'),
  ).toBeVisible();
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Wrong');
});

test('who gets a scheduled mail takes themselves out by its link, without signing in', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const leaver = 'leaves.schedules@example.com';
  const { id } = await made(api, 'Left by one', { recipients: [MINE, leaver] });
  const { body } = await api.post<{ job: { id: string } }>(`/schedules/${id}/run`, {});
  expect((await followJob(api, body.data.job.id)).state).toBe('done');
  const mails = (await api.get<{ id: number; to: string; text: string }[]>('/outbox')).body.data;
  const text = mails.find(({ to }) => to === leaver)?.text ?? '';
  const [link = ''] = /\/unauth\/unsubscribe\?\S+/.exec(text) ?? [];

  const context = await browser.newContext({ baseURL, locale: 'en-GB' });
  const visitor = await context.newPage();
  await visitor.goto(link);
  await expect(visitor.getByText('The mail Left by one is sent to')).toBeVisible();
  await expectUsableByEverybody(visitor);
  await visitor.reload();
  await visitor.getByRole('button', { name: 'Take me out' }).click();
  await expect(visitor.getByRole('status')).toContainText(`${leaver} is taken out`);
  await visitor.goto('/unauth/unsubscribe?credential=wrong');
  await expect(visitor.getByRole('alert')).toContainText('This link is not good');
  await context.close();

  await page.goto(`/auth/schedules?open=${id}`);
  const drawer = page.getByRole('dialog', { name: 'Left by one' });
  await expect(drawer.getByRole('list', { name: 'History' })).toContainText(
    `${leaver} took themselves out, by the link of a mail.`,
  );
});
