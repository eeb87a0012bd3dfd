import { beforeAll, describe, expect, it } from 'vitest';
import { awsCur, azureMca, googleCostTable, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const ACCOUNT = 'read-months';

beforeAll(async () => {
  const make = estate(portal);
  await make.costCenter('READ-2', {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('months@example.com'),
  });
  await make.account(ACCOUNT, 'READ-2');
});

const bill = (invoice: string, period: string, ...days: readonly string[]) =>
  azureMca(
    days.map((day): MadeLine => ({ account: ACCOUNT, amount: '2.50', invoice, day })),
    { billingPeriodStartDate: period },
  );

/** The same bill as an export whose columns were chosen without its billing period. */
const withoutPeriod = (file: string) => file.replace('billingPeriodStartDate', 'chosen');

/** Begins a run without saying the month, or as is said. */
async function runOf(file: string, told: Record<string, string> = {}): Promise<Run> {
  const query = new URLSearchParams({ provider: 'azure', name: 'month.csv', ...told });
  const begun = await portal.api.send<{ billing_run: Run; job: { id: string } }>(
    'POST',
    `/billing_runs?${query}`,
    file,
    { 'content-type': 'text/csv' },
  );
  // What its first rows leave open or say wrongly is refused before a run begins.
  if (begun.status === 422) return { error: begun.body.error } as Run;
  expect(begun.status).toBe(202);
  await followJob(portal.api, begun.body.data.job.id);
  return desk.read(begun.body.data.billing_run.id);
}

const daysOf = async (run: Run) => {
  const { body } = await portal.api.get<{ day: string }[]>(`/billing_runs/${run.id}/lines`);
  return body.data.map(({ day }) => day);
};

describe('the month that is charged is that of the file', () => {
  it('where nobody says another, with its posting day', async () => {
    expect(await runOf(bill('M-file', '09/01/2026', '09/03/2026'))).toMatchObject({
      error: null,
      month: '2026-09',
      posting_day: '2026-09-30',
    });
  });

  it('and a posting day that was chosen stays', async () => {
    const file = bill('M-posting', '09/01/2026', '09/04/2026');
    expect(await runOf(file, { posting_day: '2026-09-15' })).toMatchObject({
      month: '2026-09',
      posting_day: '2026-09-15',
    });
  });

  it('and a file may be sent again with another currency, where it has none', async () => {
    const file = `invoiceId,SubscriptionId,Date,Cost\r\nM-currency,${ACCOUNT},2026-09-06,4.00\r\n`;
    for (const currency of ['CHF', 'EUR']) {
      const { error, month, totals } = await runOf(file, { currency });
      expect([error, month, totals]).toMatchObject([null, '2026-09', [{ currency, invoice: '4.00' }]]);
    }
  });

  const BOTH =
    'The file is billed for 2026-09, and 2026-10 was chosen as the month that is charged. Choose the month of the file, or send the file of 2026-10.';

  it('and another one that was chosen is refused with both', async () => {
    const run = await runOf(bill('M-other', '09/01/2026', '09/05/2026'), { month: '2026-10' });
    expect(run).toMatchObject({ state: 'failed', error: BOTH, lines: 0 });
  });

  it('also by Process an Invoice', async () => {
    const table = googleCostTable([{ account: ACCOUNT, amount: '1.00', day: '2026-09-02' }], {
      total: '1.00',
      dated: '2026-09-30',
    });
    const { body } = await portal.api.post<{ billing_run: Run; job: { id: string } }>(
      '/cloud_bills/process_google_invoice',
      { data: Buffer.from(table).toString('base64'), date: '2026-10-05' },
    );
    await followJob(portal.api, body.data.job.id);
    expect(await desk.read(body.data.billing_run.id)).toMatchObject({ state: 'failed', error: BOTH });
  });
});

describe('the dates of a bill are read in one order', () => {
  it.each([
    ['the month first', '10/01/2026', '10/03/2026', '2026-10-03'],
    ['the day first', '01/10/2026', '03/10/2026', '2026-10-03'],
    ['the day first with hyphens', '01-10-2026', '03-10-2026', '2026-10-03'],
    ['points', '01.10.2026', '03.10.2026', '2026-10-03'],
    ['ISO 8601', '2026-10-01', '2026-10-03T00:00:00Z', '2026-10-03'],
    ['compact', '20261001', '20261003', '2026-10-03'],
    ['the numbers of a spreadsheet', '46296', '46298', '2026-10-03'],
    ['a time beside them', '10/1/2026 0:00', '10/3/2026 0:00', '2026-10-03'],
    ['January, whose first day says nothing', '01/01/2026', '01/03/2026', '2026-01-03'],
  ])('%s', async (what, period, day, read) => {
    const run = await runOf(bill(`O-${what}`, period, day));
    expect([run.error, run.month, await daysOf(run)]).toEqual([null, read.slice(0, 7), [read]]);
  });

  it.each([
    ['a day alone', '', '03/04/2026', '2026-03-04'],
    ['a billing period within a month', '01/04/2026', '01/05/2026', '2026-01-05'],
  ])(
    'and with the month first where the provider writes it so, as Azure does: %s',
    async (what, period, day, read) => {
      const file = bill(`O-${what}`, period, day);
      const run = await runOf(period === '' ? withoutPeriod(file) : file);
      expect([run.error, run.month, await daysOf(run)]).toEqual([null, read.slice(0, 7), [read]]);
    },
  );

  it('and asked about where the provider writes no such dates and two are left, and read as the person says', async () => {
    const file = awsCur([{ account: '471100000001', amount: '2.50', invoice: 'O-open' }])
      .replace('2026-03-01T00:00:00.000Z', '02/02/2026')
      .replace('2026-03-02T00:00:00.000Z', '03/04/2026');
    expect((await runOf(file, { provider: 'aws' })).error).toBe(
      "line_item_usage_start_date '03/04/2026' is 2026-03-04 with the month first and 2026-04-03 with the day first, and no other date of the file settles which. Send the file again with date_order=month_first or date_order=day_first.",
    );
    expect(await daysOf(await runOf(file, { provider: 'aws', date_order: 'day_first' }))).toEqual([
      '2026-04-03',
    ]);
  });

  it('and refused where they contradict each other', async () => {
    const file = bill('O-mixed', '02/02/2026', '13/02/2026', '02/14/2026');
    expect((await runOf(file)).error).toContain(
      "'02/14/2026' is no day: the dates of the file have the day first.",
    );
  });
});
