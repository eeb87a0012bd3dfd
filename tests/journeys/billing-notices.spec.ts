import { azureMca } from '#tests/support/billing/bill-files.ts';
import {
  assign,
  finalize,
  makeCenter,
  makeReady,
  makeRun,
  PAGE,
  table,
} from '#tests/support/billing/billing-journey.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { expect, expectUsableByEverybody, test, untilLoaded } from '#tests/support/journey.ts';

interface Begun {
  billing_run: { id: number };
  job: { id: string };
}

interface Repeated {
  repeated_lines: object[];
}

test('a run tells of lines that repeat others, and once it is booked offers only what can still be done', async ({
  page,
  api,
  factory,
}) => {
  const account = 'notice-account';
  const { id: center } = await makeCenter(factory, 'NOTICE-CC-1', '7731');
  await makeReady(api, account, center);
  const line = { account, amount: '12.50', invoice: 'notice-repeated' };
  const query = new URLSearchParams({ provider: 'azure', month: '2026-03', name: 'notice.csv' });
  const csv = { 'content-type': 'text/csv' };
  const begun = await api.send<Begun>('POST', `/billing_runs?${query}`, azureMca([line, line]), csv);
  const { billing_run: run, job } = begun.body.data;
  await followJob(api, job.id);
  const repeated = async () => (await api.get<Repeated>(`/billing_runs/${run.id}`)).body.data.repeated_lines;
  await expect.poll(repeated).toHaveLength(1);

  await page.goto(`${PAGE}/runs/${run.id}`);
  const notice = page.getByRole('note').filter({ hasText: 'Lines that repeat others' });
  await expect(notice).toContainText('1 line of 12.50 EUR is like an earlier one in invoice, account,');
  await untilLoaded(page);
  await expectUsableByEverybody(page);

  const all = { cloud_bills: true, send_invoices: true, email_owners: true };
  await finalize(api, run.id, all);
  await page.reload();
  const options = page.getByRole('list', { name: 'Finalized with' });
  await expect(options.getByRole('listitem').filter({ hasText: 'Update Big Query' })).toContainText(
    'BigQuery is not configured.',
  );
  await expect(options.getByRole('listitem').filter({ hasText: 'Populate Cloud Bills' })).toContainText(
    'charged for 2026-03. See them in the chart',
  );
  await expect(page.getByRole('main').getByRole('button', { name: 'Reverse' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Finalize' })).toBeHidden();
  await untilLoaded(page);
  await expectUsableByEverybody(page);
});

test('on a laptop the amounts of a run, and what can be done beside them, stand in sight', async ({
  page,
  api,
  factory,
}) => {
  const account = 'b1d6a2c0-1111-4222-8333-laptop000001';
  const { id: center } = await makeCenter(factory, 'LAPTOP-CC-1', '7793');
  const run = await makeRun(api, 'laptop', [
    { account: 'laptop-placed', amount: '1234567.89' },
    { account, amount: '1234567.89' },
  ]);
  await assign(api, run, 'laptop-placed', center);
  await page.goto(`${PAGE}/runs/${run}`);
  await untilLoaded(page);
  for (const width of [1230, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['Exceptions', 'Postings', 'Invoices']) {
      const hidden = await table(page, name).evaluate(
        ({ parentElement: frame }) => (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0),
      );
      expect([width, name, hidden]).toEqual([width, name, 0]);
    }
  }
});
