import { holdBackFiles, refuseFiles } from '#tests/support/broken-files.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { expect, expectNoAxeViolations, test as base } from '#tests/support/journey.ts';
import { databaseAt } from '#tests/support/portal-database.ts';
import { spawnPortal } from '#tests/support/spawned-portal.ts';

/** The journeys of a portal that sends its mail. */
const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    async ({}, use) => {
      const server = await startMailServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ mailServer }, use) => {
      const portal = await spawnPortal({ SMTP_URL: mailServer.url, MAIL_RETRY_SECONDS: '1' });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
});

const askForReport = { cost_center: { email: true } };

test('a mail that was refused says why, and is sent when it is asked for again', async ({
  page,
  api,
  mailServer,
}) => {
  mailServer.behave('refuse', 'take');
  const asked = await api.post<{ job: { id: string } }>('/cost_centers/send_report', askForReport);
  await followJob(api, asked.body.data.job.id);
  await page.goto('/auth/outbox');
  const mail = page.getByRole('list', { name: 'Mails' }).getByRole('listitem');
  await expect(mail.getByText('Failed', { exact: true })).toBeVisible();
  await expect(mail.getByText('no such mailbox here')).toBeVisible();
  await expectNoAxeViolations(page);

  await mail.getByRole('button', { name: /^Send again/ }).click();
  await expect(page.getByText('The mail is on its way again.')).toBeVisible();
  await expect(mail.getByText('Sent', { exact: true })).toBeVisible();
  await expect(mail.getByText('no such mailbox here')).toBeHidden();
  await expect(mail.getByRole('button', { name: /^Send/ })).toHaveCount(0);
  expect(mailServer.taken).toHaveLength(1);
});

test('a job shows how far it is and why it failed, and goes on with Retry', async ({ page, portal, api }) => {
  const db = databaseAt(portal.dataDir);
  try {
    const release = await holdBackFiles(db);
    await api.post('/cost_centers/send_report', askForReport);
    await page.goto('/auth/jobs');
    const job = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').first();
    await expect(job.getByText('Running', { exact: true })).toBeVisible();
    await expect(job.getByRole('progressbar', { name: /^Inventory report for/ })).toHaveAttribute(
      'aria-valuenow',
      /^\d+$/,
    );
    await expect(job.getByRole('button', { name: /^Retry/ })).toHaveCount(0);

    const takeFiles = await refuseFiles(db, release);
    await expect(job.getByText('Something went wrong on our side')).toBeVisible();
    await expect(job.getByText(/^Tried again at /)).toBeVisible();
    // All but the last of its attempts, for whose pauses nobody needs to wait here.
    await db.query(`UPDATE jobs SET attempts = 4 WHERE state = 'queued'`);
    await endPauses(db);
    await expect(job.getByText('Failed', { exact: true })).toBeVisible();
    await expect(job.getByText(/^Tried again at /)).toBeHidden();
    await expectNoAxeViolations(page);

    await takeFiles();
    await job.getByRole('button', { name: /^Retry Inventory report for/ }).click();
    await expect(page.getByText('The job is tried again, from where it got to.')).toBeVisible();
    await expect(job.getByText('Done', { exact: true })).toBeVisible();
    await expect(job.getByText('Something went wrong on our side')).toBeHidden();
  } finally {
    await db.close();
  }
});

test('a report that leaves with the mail server is said to be emailed', async ({ page }) => {
  for (const [address, sentence] of [
    ['/auth/view/cost_centers', 'The updated cost centers will be emailed to you!'],
    ['/auth/home', 'Your report will be emailed!'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('button', { name: 'Send Inventory Report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send Inventory Report' });
    await dialog.getByLabel('Email').fill(address === '/auth/home' ? 'b@example.com' : 'a@example.com');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    await expect(page.getByText('waits in the outbox')).toHaveCount(0);
  }
});
