import type { Page, Route } from '@playwright/test';
import { PAGE } from '#tests/support/billing/billing-journey.ts';
import { expect, test } from '#tests/support/journey.ts';
import { visit } from '#tests/support/visit.ts';

const FAILED = 'There was a problem submitting this workbook. Please try again.';

const csv = (name: string, rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\r\n')),
});

/** Submits a workbook with one bill and leaves while it is being sent; what is answered is said afterwards. */
async function leaveWhileSending(page: Page, identifier: string) {
  const sent = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<(route: Route) => Promise<void>>();
  await visit(page, '/auth/create/cloud_bills');
  await page
    .getByLabel('Billing workbook', { exact: true })
    .setInputFiles(
      csv('september.csv', [
        'Date,Provider,Identifier,Amount,Currency',
        `2026-09-03,aws,${identifier},1.00,USD`,
      ]),
    );
  await expect(page.getByText('september.csv adds 1 bill.')).toBeVisible();
  await page.route(
    '**/cloud_bills/upload',
    async (route) => {
      sent.resolve();
      await (
        await answer.promise
      )(route);
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Submit' }).click();
  await sent.promise;
  await visit(page, '/auth/view/companies');
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  return answer.resolve;
}

test('who goes elsewhere while a workbook is sent is told there what came of it, and stays there', async ({
  page,
}) => {
  await page.goto('/auth/view/companies');
  // A notice before may still be there.
  const expectNotice = (text: string) =>
    expect(page.getByRole('alert').filter({ hasText: text })).toContainText(text);
  let answer = await leaveWhileSending(page, 'LEFT-1');
  answer((route) => route.fulfill({ status: 422, json: { error: 'Somebody closed the month.' } }));
  await expectNotice('Somebody closed the month.');
  await expectNotice(FAILED);

  answer = await leaveWhileSending(page, 'LEFT-2');
  answer((route) => route.abort());
  await expectNotice('The portal cannot be reached.');

  answer = await leaveWhileSending(page, 'LEFT-3');
  answer((route) => route.continue());
  await expectNotice('1 bill added.');
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/view\/companies/);
});

test('who goes elsewhere while a large workbook is sent follows its work there', async ({ page, api }) => {
  const job = (await api.post<{ job: { id: string; title: string } }>('/cloud_bills/update_dashboard', {}))
    .body.data.job;
  await page.goto('/auth/view/companies');
  const answer = await leaveWhileSending(page, 'LEFT-4');
  answer((route) => route.fulfill({ status: 202, json: { data: { job: { id: job.id } } } }));
  await expect(page.getByRole('region', { name: 'Your background work' })).toContainText(job.title);
});

test('a refusal of an invoice whose tab was left meanwhile is told where its person is', async ({ page }) => {
  const sent = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  await page.goto(PAGE);
  await page.route('**/api/cloud_bills/process_azure_invoice', async (route) => {
    sent.resolve();
    await refused.promise;
    await route.fulfill({
      status: 422,
      json: { error: 'Invalid.', errors: [{ field: 'file', message: 'The file has no lines.' }] },
    });
  });
  const form = page.getByRole('form', { name: 'Process an Invoice' });
  await form.locator('input[type=file]').setInputFiles(csv('left.csv', ['a,b']));
  await form.getByRole('button', { name: 'Submit' }).click();
  await sent.promise;
  await page.getByRole('tab', { name: 'Finalize Invoice' }).click();
  await expect(form).toBeHidden();
  refused.resolve();
  const refusal = page.getByRole('alert').filter({ hasText: FAILED });
  await expect(refusal).toContainText('The file has no lines.');
});
