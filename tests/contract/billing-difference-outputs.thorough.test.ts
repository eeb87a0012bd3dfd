import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBigQuery } from '#simulators/big-query/big-query.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { downloadOf } from '#tests/support/billing/downloads.ts';
import { downloadPreAp, sheetsOf } from '#tests/support/billing/pre-ap.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const bigQuery = await startBigQuery();
afterAll(() => bigQuery.close());
const portal = withPortal({
  BIGQUERY_PROJECT: 'finops-1',
  BIGQUERY_DATASET: 'billing',
  BIGQUERY_API: bigQuery.url,
});
const desk = billingDesk(portal);
const make = estate(portal);

beforeAll(async () => {
  const companies_id = await make.company('1000', { clearing_gl: '210000' });
  for (const [account, center] of [
    ['one', 'OUT-1'],
    ['two', 'OUT-2'],
  ] as const) {
    const cloud_contact_id = await make.contact(`${account}@example.com`);
    await make.costCenter(center, { companies_id, cloud_contact_id });
    await make.account(account, center);
  }
});

type Amounts = Record<string, string>;
const file = (invoice: string, amounts: Amounts) =>
  azureMca(Object.entries(amounts).map(([account, amount]) => ({ account, amount, invoice })));
const EVERYTHING = { cloud_bills: true, send_invoices: true, big_query: true, email_owners: true };
const thisMonth = () => new Date().toISOString().slice(0, 7);

/** An invoice that is final, and the run of its corrected file, which is final as well. */
async function correctedLater(
  month: string,
  [before, now]: [Amounts, Amounts],
  options: object = { cloud_bills: true },
): Promise<{ first: Run; run: Run }> {
  const invoice = `I-${month}`;
  const first = await desk.run('azure', file(invoice, before), { month });
  await desk.finalized(first.id);
  const run = await desk.run('azure', file(invoice, now), { month, existing: 'difference' });
  return { first, run: await desk.finalized(run.id, { ...options }) };
}

const journal = async (run: number, query = '') => {
  const { text } = await downloadOf(portal, `/billing_runs/${run}/journal.csv${query}`);
  const rows = parse(text, { columns: true }) as Record<string, string>[];
  return rows.map((row) => [
    row['Debit/Credit (SHKZG)'],
    row['GL Account (HKONT)'],
    row['Amount (WRBTR)'],
    row['Cost Center (KOSTL)'],
    row['Posting Date (BUDAT)'],
    row['Text (SGTXT)'],
  ]);
};
const mailsOf = async (q: string) => {
  const { body } = await portal.api.get<{ id: number; to: string; subject: string }[]>(
    `/outbox?q=${encodeURIComponent(q)}&sort=id`,
  );
  return Promise.all(
    body.data.map(
      async ({ id }) =>
        (await portal.api.get<{ to: string; subject: string; text: string }>(`/outbox/${id}`)).body.data,
    ),
  );
};

describe('a difference run hands on the difference, and not the whole invoice:', () => {
  let first: Run;
  let run: Run;
  beforeAll(async () => {
    ({ first, run } = await correctedLater(
      '2026-03',
      [
        { one: '100', two: '50' },
        { one: '110.5', two: '30' },
      ],
      EVERYTHING,
    ));
  });

  it('the journal posts it on the day on which it became final, with debit and credit by its sign', async () => {
    const { rows } = await portal.db.query<{ day: string }>(
      `SELECT to_char(finalized_at AT TIME ZONE 'UTC', 'YYYYMMDD') AS day FROM billing_runs WHERE id = $1`,
      [run.id],
    );
    const text = 'Difference of Azure 2026-03';
    expect(await journal(run.id)).toEqual([
      ['S', '520109', '10.50', 'OUT-1', rows[0]?.day, text],
      ['H', '520109', '20.00', 'OUT-2', rows[0]?.day, text],
      ['S', '210000', '9.50', '', rows[0]?.day, text],
    ]);
    expect((await journal(first.id)).map(([sign, , amount, , day]) => [sign, amount, day])).toEqual([
      ['S', '100.00', '20260331'],
      ['S', '50.00', '20260331'],
      ['H', '150.00', '20260331'],
    ]);
  });

  it('BigQuery gets rows of it', () => {
    const rows = (bigQuery.tables.get('billing.cloud_bills') ?? []).filter(
      (row) => row['billing_run'] === run.id,
    );
    expect(rows.map((row) => [row['month'], row['cost_center'], row['amount'], row['text']])).toEqual([
      ['2026-03-01', 'OUT-1', '10.50', 'Difference of Azure 2026-03'],
      ['2026-03-01', 'OUT-2', '-20.00', 'Difference of Azure 2026-03'],
    ]);
  });

  it('FOCUS has a row of each posting that says it is a correction, and the month comes to the corrected invoice', async () => {
    const { text } = await downloadOf(portal, '/focus/cost_and_usage.csv?month=2026-03&provider=azure');
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    const told = (row: Record<string, string>) => [
      row['x_CostCenter'],
      row['BilledCost'],
      row['ChargeCategory'],
      row['ChargeClass'],
      row['ChargeDescription'],
      row['SubAccountId'],
    ];
    expect(rows.filter((row) => row['x_BillingRunId'] === String(run.id)).map(told)).toEqual([
      ['OUT-1', '10.5', 'Adjustment', 'Correction', 'Difference of Azure 2026-03', 'NULL'],
      ['OUT-2', '-20', 'Adjustment', 'Correction', 'Difference of Azure 2026-03', 'NULL'],
    ]);
    expect(
      rows.filter((row) => row['x_BillingRunId'] === String(first.id)).map((row) => row['ChargeClass']),
    ).toEqual(['NULL', 'NULL']);
    expect(rows.map((row) => row['BilledCost'])).toEqual(['100', '50', '10.5', '-20']);
  });

  it('owners are told what is booked now and was before', async () => {
    const mails = (await mailsOf('Cloud costs of 2026-03')).filter(({ to }) => to === 'one@example.com');
    expect(mails.map(({ subject }) => subject)).toEqual(['Cloud costs of 2026-03, corrected']);
    expect(mails[0]?.text).toContain(
      'an invoice of 2026-03 was corrected, which changes what is booked on cost centers that you own.',
    );
    expect(mails[0]?.text).toContain('Total: 110.50 EUR, booked before 100.00 (+10.50)\n');
    expect(mails[0]?.text).toContain('  OUT-1: 110.50 EUR, booked before 100.00 (+10.50)\n');
  });

  it('accounts payable is told the invoice, what of it is booked before, and what this run books', async () => {
    const [mail] = await mailsOf(`Invoices of billing run ${run.id},`);
    expect(mail?.text).toContain(
      'Invoice I-2026-03: 140.50 EUR, of which 150.00 are booked before and -9.50 are booked by this run\n',
    );
  });

  it('the workbook is reconciled with what is booked before', async () => {
    const sheets = await sheetsOf(await downloadPreAp(portal, run.id));
    expect(sheets.get('Reconciliation')?.rows[0]).toMatchObject({
      'Invoice Total': 140.5,
      'Booked Before': 150,
      Postings: -9.5,
      Bills: -9.5,
      Difference: 0,
    });
    expect(sheets.get('Pre-AP')?.rows.map((row) => row['Amount'])).toEqual([null, 10.5, -20, -9.5]);
    const others = await sheetsOf(await downloadPreAp(portal, first.id));
    expect(Object.keys(others.get('Reconciliation')?.rows[0] ?? {})).not.toContain('Booked Before');
  });

  it('a posting is told with what is booked before, beside the lines of the whole invoice', async () => {
    const [posting] = await desk.postings(run.id);
    const { body } = await portal.api.get(`/billing_runs/${run.id}/postings/${posting?.id}`);
    expect(body.data).toMatchObject({
      posting: { amount: '10.50' },
      before: '100.00',
      accounts: [{ identifier: 'one', amount: expect.stringMatching(/^110\.50*$/), share: '1' }],
      split: { amount: '0.00' },
    });
  });

  it('the month after is compared with both together', async () => {
    const next = await desk.run('azure', file('I-2026-04', { one: '110.5' }), { month: '2026-04' });
    const { body } = await portal.api.get(`/billing_runs/${next.id}/changes`);
    expect(body.data).toMatchObject({
      totals: [{ currency: 'EUR', before: '140.50', now: '110.50', difference: '-30.00' }],
      accounts_gone: [{ identifier: 'two', amount: '30.00' }],
    });
    const own = await portal.api.get(`/billing_runs/${run.id}/changes`);
    expect(own.body.data).toMatchObject({ compared_with: null });
  });

  it('taking it back takes back the difference alone', async () => {
    const reversed = await desk.reversed(run.id);
    expect(reversed).toMatchObject({ state: 'reversed', totals: [{ bills: '0.00' }] });
    expect((await journal(run.id, '?reversal=true')).map(([sign, , amount]) => [sign, amount])).toEqual([
      ['H', '10.50'],
      ['S', '20.00'],
      ['H', '9.50'],
    ]);
    const { body } = await portal.api.get<{ job_id: string }>(`/billing_runs/${run.id}`);
    await followJob(portal.api, body.data.job_id);
    const rows = (bigQuery.tables.get('billing.cloud_bills') ?? []).filter(
      (row) => row['billing_run'] === run.id,
    );
    expect(rows.map((row) => row['amount'])).toEqual(['10.50', '-20.00', '-10.50', '20.00']);
    expect(await desk.read(first.id)).toMatchObject({ state: 'final', totals: [{ bills: '150.00' }] });
  });
});

describe('the close', () => {
  interface Cell {
    month: string;
    state: string;
    differences: object[];
    missing: { message: string }[];
  }
  const cellOf = async (month: string) => {
    const { body } = await portal.api.get<{ providers: { provider: string; cells: Cell[] }[] }>(
      `/month_close?month=${month}&months=1`,
    );
    return body.data.providers.find(({ provider }) => provider === 'azure')?.cells[0];
  };

  it('shows a difference in its own month and in the one in which it became final', async () => {
    const { first, run } = await correctedLater('2025-06', [{ one: '100' }, { one: '90' }]);
    const difference = {
      run: run.id,
      state: 'final',
      month: '2025-06',
      finalized_in: thisMonth(),
      corrects: [first.id],
      totals: [{ currency: 'EUR', amount: '-10.00' }],
    };
    expect(await cellOf('2025-06')).toMatchObject({
      state: 'booked',
      differences: [difference],
      missing: [],
    });
    expect((await cellOf(thisMonth()))?.differences).toContainEqual(difference);
    expect((await cellOf('2025-07'))?.differences).toEqual([]);
  });

  it('compares an accrual with the first invoice and the difference together', async () => {
    const base = await desk.run('azure', file('I-2025-08', { one: '100', two: '50' }), { month: '2025-08' });
    await desk.finalized(base.id);
    const accrual = await portal.api.post<{ id: number }>('/billing_accruals', {
      provider: 'azure',
      month: '2025-09',
    });
    const { first, run } = await correctedLater('2025-09', [
      { one: '120', two: '50' },
      { one: '110', two: '55' },
    ]);
    const { body } = await portal.api.get<{ comparison: object }>(
      `/billing_accruals/${accrual.body.data.id}`,
    );
    expect(body.data.comparison).toMatchObject({
      runs: [first.id, run.id],
      totals: [{ accrued: '150.00', invoiced: '165.00', difference: '15.00' }],
      places: [
        { cost_center: 'OUT-1', accrued: '100.00', invoiced: '110.00', difference: '10.00' },
        { cost_center: 'OUT-2', accrued: '50.00', invoiced: '55.00', difference: '5.00' },
      ],
    });
  });
});

it('the journal of a credit note has debit and credit the other way round', async () => {
  const note = await desk.run('azure', file('CREDIT-1', { one: '-40.5' }), { month: '2025-11' });
  await desk.finalized(note.id);
  expect((await journal(note.id)).map(([sign, account, amount]) => [sign, account, amount])).toEqual([
    ['H', '520109', '40.50'],
    ['S', '210000', '40.50'],
  ]);
  const { body } = await portal.api.get(`/billing_runs/${note.id}/reconciliation`);
  expect(body.data).toMatchObject([
    { invoice: '-40.50', before: '0.00', postings: '-40.50', bills: '-40.50', difference: '0.00' },
  ]);
});

it('what was typed into the booked invoice is a part of the corrected one, and its total is not', async () => {
  const first = await desk.run('azure', file('TYPED-1', { one: '100' }), { month: '2025-12' });
  const call = async (path: string, body: object) => {
    const answer = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${first.id}/${path}`, body);
    await followJob(portal.api, answer.body.data.job.id);
  };
  await call('lines', { kind: 'tax', amount: '19', reason: 'VAT' });
  await call('totals', { amount: '119' });
  await desk.finalized(first.id);
  const run = await desk.run('azure', file('TYPED-1', { one: '110' }), {
    month: '2025-12',
    existing: 'difference',
  });
  expect(run).toMatchObject({
    state: 'ready',
    additions: [{ kind: 'tax', amount: '19.00', reason: 'VAT' }],
    totals: [{ invoice: '129.00', confirmed: false, before: '119.00', postings: '10.00' }],
  });
  expect(run.steps).toContainEqual(
    expect.objectContaining({
      name: `Leave aside what was decided in run ${first.id}`,
      detail: '119.00 EUR as the total of invoice TYPED-1.',
    }),
  );
});

it('what is taken back of a cost center that has ended since is booked there', async () => {
  const contact = await make.contact('gone@example.com');
  const { rows } = await portal.db.query<{ id: number }>(`SELECT id FROM companies WHERE code = '1000'`);
  const center = await make.costCenter('OUT-GONE', { companies_id: rows[0]?.id, cloud_contact_id: contact });
  await make.account('gone', 'OUT-GONE');
  const first = await desk.run('azure', file('GONE-1', { gone: '7', one: '3' }), { month: '2026-01' });
  await desk.finalized(first.id);
  await portal.db.query(`UPDATE cost_centers SET expired_at = '2025-12-31' WHERE id = $1`, [center]);
  await portal.db.query(`UPDATE cloud_parents SET cost_center = 'OUT-2' WHERE identifier = 'gone'`);
  const run = await desk.run(
    'azure',
    azureMca([
      { account: 'gone', amount: '7.5', invoice: 'GONE-1' },
      { account: 'one', amount: '3', invoice: 'GONE-1' },
    ]),
    {
      month: '2026-01',
      existing: 'difference',
    },
  );
  expect((await desk.postings(run.id)).map((one) => [one.cost_center, one.amount])).toEqual([
    ['OUT-2', '7.50'],
    ['OUT-GONE', '-7.00'],
  ]);
  expect(await desk.finalized(run.id)).toMatchObject({ state: 'final', totals: [{ bills: '0.50' }] });
});
