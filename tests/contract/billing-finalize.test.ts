import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca, googleCostTable, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { downloadPreAp, sheetsOf } from '#tests/support/billing/pre-ap.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let shared: { companies_id: number; cloud_contact_id: number };

beforeAll(async () => {
  shared = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('owner@example.com'),
  };
  await make.costCenter('F1', shared);
  const other = { ...shared, cloud_contact_id: await make.contact('other@example.com') };
  await make.costCenter('F2/01', other);
  await make.account('f-1', 'F1');
  await make.account('f-2', 'F2/01');
  await make.account('f-g', 'F1', 'GcpCloudParent');
});

const lines = (invoice: string): MadeLine[] => [
  { account: 'f-1', amount: '10', invoice },
  { account: 'f-2', amount: '-2.5', invoice },
];
const ready = (invoice: string, told = {}) => desk.run('azure', azureMca(lines(invoice)), told);

interface Mail {
  id: number;
  to: string;
  subject: string;
  text: string;
  attachments: { name: string }[];
}
const mails = async (subject: string) => {
  const { body } = await portal.api.get<Mail[]>(`/outbox?q=${encodeURIComponent(subject)}&sort=id`);
  return Promise.all(
    body.data.map(async ({ id }) => (await portal.api.get<Mail>(`/outbox/${id}`)).body.data),
  );
};

describe('finalizing a run', () => {
  it('says that it is finalizing, books each posting as a bill of the month after, and is final', async () => {
    const run = await ready('F-1');
    const begun = await desk.finalize(run.id);
    expect(begun.status).toBe(202);
    expect(begun.body.data.billing_run).toMatchObject({ id: run.id, state: 'finalizing' });
    await followJob(portal.api, begun.body.data.job.id);
    expect(await desk.bills('F-1')).toMatchObject([
      {
        date: '2026-04-01',
        provider: 'azure',
        company_code: '1000',
        account: '520109',
        identifier: 'F1',
        amount: '10.00',
        currency: 'EUR',
        activity: 'Azure 2026-03',
        line_item: '1',
      },
      { identifier: 'F2/01', amount: '-2.50' },
    ]);
    const final = await desk.read(run.id);
    expect(final).toMatchObject({ state: 'final', month: '2026-03', totals: [{ bills: '7.50' }] });
    expect(final.options).toMatchObject([
      {
        name: 'cloud_bills',
        state: 'done',
        note: '2 bills charged for 2026-03.',
        by: 'ada.lovelace@example.com',
      },
    ]);
    expect(final.steps.slice(-3).map(({ name, state, by }) => [name, state, by])).toEqual([
      ['Finalize', 'done', 'ada.lovelace@example.com'],
      ['Compare the totals', 'done', null],
      ['Populate cloud bills', 'done', null],
    ]);
    const sheets = await sheetsOf(await downloadPreAp(portal, run.id));
    expect(sheets.get('Reconciliation')?.rows[0]).toMatchObject({ Postings: 7.5, Bills: 7.5 });
    const compared = await portal.api.get(`/billing_runs/${run.id}/reconciliation`);
    expect(compared.body.data).toMatchObject([{ invoice: '7.50', postings: '7.50', bills: '7.50' }]);
  });

  it('dates the bills as the invoice, where that has a date', async () => {
    const file = googleCostTable([{ account: 'f-g', amount: '3' }], { total: '3' });
    const run = await desk.run('gcp', file);
    await desk.finalized(run.id);
    expect(await desk.bills('5000001')).toMatchObject([{ date: '2026-03-31', account: '520110' }]);
  });

  it('mails the workbook to whoever finalizes where accounts payable has no address, and says so', async () => {
    const run = await ready('F-2');
    const { options } = await desk.finalized(run.id, { send_invoices: true });
    expect(options).toMatchObject([
      {
        state: 'done',
        note: 'Mailed to ada.lovelace@example.com, who finalized it, since AP_EMAIL is not set.',
      },
    ]);
    const { steps } = await desk.read(run.id);
    expect(steps.slice(-3).map(({ name, detail }) => [name, detail])).toEqual([
      ['Finalize', 'Send invoices.'],
      ['Compare the totals', undefined],
      ['Send invoices', 'Mailed to ada.lovelace@example.com, who finalized it, since AP_EMAIL is not set.'],
    ]);
    const sent = await mails(`Invoices of billing run ${run.id},`);
    expect(sent).toMatchObject([
      { to: 'ada.lovelace@example.com', attachments: [{ name: `pre_ap_run_${run.id}.xlsx` }] },
    ]);
    expect(sent[0]?.text).toContain('Invoice F-2: 7.50 EUR');
  });

  it('says that BigQuery is not configured, and does everything else', async () => {
    const run = await ready('F-3');
    const final = await desk.finalized(run.id, { big_query: true, cloud_bills: true });
    expect(final.state).toBe('final');
    expect(final.options.find(({ name }) => name === 'big_query')).toMatchObject({
      state: 'skipped',
      note: 'BigQuery is not configured.',
    });
    const { body } = await portal.api.get<{ name: string; reason: string | null }[]>('/billing_options');
    expect(body.data.filter(({ reason }) => reason !== null)).toEqual([
      { name: 'big_query', reason: 'BigQuery is not configured.' },
    ]);
  });

  it('takes an option later that it has not done, and none a second time', async () => {
    const run = await ready('F-4');
    await desk.finalized(run.id);
    const again = await desk.finalize(run.id);
    expect([again.status, again.body.error]).toEqual([
      409,
      `Run ${run.id} is final already, and everything that was requested is done.`,
    ]);
    const more = await desk.finalized(run.id, { cloud_bills: true, send_invoices: true });
    expect(more.options.map(({ name, state }) => [name, state])).toEqual([
      ['cloud_bills', 'done'],
      ['send_invoices', 'done'],
    ]);
    expect(await desk.bills('F-4')).toHaveLength(2);
  });

  it('refuses flags that are none, and a run that is not there', async () => {
    const run = await ready('F-5');
    const wrong = await portal.api.post(`/billing_runs/${run.id}/finalize`, {
      cloud_bills: 'yes',
      everything: true,
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors.map(({ field }) => field).toSorted()).toEqual(['cloud_bills', 'everything']);
    expect((await portal.api.post('/billing_runs/999999/finalize', {})).status).toBe(404);
  });
});

describe('a run is not booked', () => {
  it('while anything is unallocated, which is told with its amount, invoice and account', async () => {
    const unknown = { account: 'f-unknown', amount: '4.5', invoice: 'F-6' };
    const run = await desk.run('azure', azureMca([...lines('F-6'), unknown]));
    const { status, body } = await desk.finalize(run.id);
    expect([status, body.error]).toEqual([
      409,
      `Run ${run.id} cannot be finalized. 4.50 EUR of invoice F-6 are unallocated, which account f-unknown is charged: The inventory has no cloud parent with this identifier.`,
    ]);
    expect(await desk.read(run.id)).toMatchObject({ state: 'needs_review', options: [] });
  });

  it('while its postings are not what the invoice states, which is told with the difference', async () => {
    const file = googleCostTable([{ account: 'f-g', amount: '3' }], { total: '300' }).replace(
      '5000001',
      '5000002',
    );
    const run = await desk.run('gcp', file);
    const { status, body } = await desk.finalize(run.id);
    expect([status, body.error]).toEqual([
      409,
      `Run ${run.id} cannot be finalized. Invoice 5000002 comes to 300.00 EUR, its postings to 3.00 EUR: they differ by 297.00 EUR.`,
    ]);
  });

  it('once a cost center has gone since it was processed', async () => {
    const center = await make.costCenter('F9', shared);
    await make.account('f-9', 'F9');
    const run = await desk.run('azure', azureMca([{ account: 'f-9', amount: '1', invoice: 'F-9' }]));
    await portal.db.query(`UPDATE cost_centers SET expired_at = '2026-01-31' WHERE id = $1`, [center]);
    const { status, body } = await desk.finalize(run.id);
    expect([status, body.error]).toEqual([
      409,
      `Run ${run.id} cannot be finalized. 1.00 EUR of invoice F-9 are charged to F9, which is not valid on 2026-03-31 any more.`,
    ]);
  });

  it('where the cost center goes while its job waits: it is allocated anew, and nothing was booked', async () => {
    const center = await make.costCenter('F10', shared);
    await make.account('f-10', 'F10');
    const run = await desk.run('azure', azureMca([{ account: 'f-10', amount: '1', invoice: 'F-10' }]));
    const other = await ready('F-other');
    await desk.settled(run.id);
    await desk.settled(other.id);
    const waiting = await portal.db.transaction(async (tx) => {
      // The one before it cannot mail, so the job waits.
      await tx.query('LOCK TABLE outbox IN EXCLUSIVE MODE');
      const jobs = [];
      for (const [id, option] of [
        [other.id, 'send_invoices'],
        [run.id, 'cloud_bills'],
      ] as const)
        jobs.push((await desk.finalize(id, { [option]: true })).body.data.job.id);
      await portal.db.query(`UPDATE cost_centers SET expired_at = '2026-01-31' WHERE id = $1`, [center]);
      return jobs;
    });
    const jobs = await Promise.all(waiting.map((id) => followJob(portal.api, id)));
    const sentence = `Run ${run.id} cannot be finalized. 1.00 EUR of invoice F-10 are charged to F10, which is not valid on 2026-03-31 any more.`;
    expect(jobs).toMatchObject([{ state: 'done' }, { state: 'failed', error: sentence }]);
    expect(await desk.read(run.id)).toMatchObject({
      state: 'needs_review',
      error: sentence,
      totals: [{ bills: '0.00', unallocated: '1.00' }],
      options: [{ name: 'cloud_bills', state: 'failed', note: sentence }],
    });
    expect(await desk.bills('F-10')).toEqual([]);
  });
});

it('a job that failed after all was done is tried again, and does nothing twice', async () => {
  const run = await ready('F-retried');
  await desk.settled(run.id);
  let failing: Promise<unknown> = Promise.resolve();
  const job = await portal.db.transaction(async (tx) => {
    await tx.query('LOCK TABLE outbox IN EXCLUSIVE MODE');
    const { id } = (await desk.finalize(run.id, { cloud_bills: true, send_invoices: true })).body.data.job;
    const running = async () => (await desk.read(run.id)).steps.at(-1)?.name;
    await expect.poll(running).toBe('Send invoices');
    failing = portal.db.query(
      `UPDATE jobs SET state = 'failed', error = 'It was lost.', finished_at = now() WHERE id = $1`,
      [id],
    );
    return id;
  });
  await failing;
  await expect.poll(async () => (await desk.read(run.id)).state).toBe('final');
  expect((await portal.api.post(`/jobs/${job}/retry`)).status).toBe(202);
  expect(await followJob(portal.api, job)).toMatchObject({ state: 'done' });
  expect(await desk.read(run.id)).toMatchObject({
    state: 'final',
    error: null,
    totals: [{ bills: '7.50' }],
    options: [{ state: 'done' }, { state: 'done' }],
  });
  expect(await desk.bills('F-retried')).toHaveLength(2);
  expect(await mails(`Invoices of billing run ${run.id},`)).toHaveLength(1);
});

describe('what a run booked', () => {
  it('is neither changed nor deleted, and says which run to reverse', async () => {
    const run = await ready('F-11');
    await desk.finalized(run.id);
    const [bill] = await desk.bills('F-11');
    const sentence = `Billing run ${run.id} booked this bill, so it cannot be changed or deleted. Reverse the run to take its bills back.`;
    const changed = await portal.api.put(`/cloud_bills/${bill?.id}`, { amount: '1.00' });
    expect([changed.status, changed.body.error]).toEqual([409, sentence]);
    const gone = await portal.api.delete(`/cloud_bills/${bill?.id}`);
    expect([gone.status, gone.body.error]).toEqual([409, sentence]);
    const several = { records: [{ id: bill?.id }] };
    expect((await portal.api.post('/cloud_bills/bulk_delete', several)).status).toBe(409);
    expect(await desk.bills('F-11')).toHaveLength(2);
  });

  it('is taken back by bills against it, once, and then the file begins anew', async () => {
    const run = await ready('F-12');
    const early = await portal.api.post(`/billing_runs/${run.id}/reverse`);
    expect([early.status, early.body.error]).toEqual([
      409,
      `Run ${run.id} is ready, so there is nothing to be reversed.`,
    ]);
    await desk.finalized(run.id);
    const reversed = await desk.reversed(run.id);
    expect(reversed).toMatchObject({ state: 'reversed', totals: [{ postings: '7.50', bills: '0.00' }] });
    const bills = await desk.bills('F-12');
    expect(bills.map(({ identifier, amount, date }) => [identifier, amount, date])).toEqual([
      ['F1', '10.00', '2026-04-01'],
      ['F2/01', '-2.50', '2026-04-01'],
      ['F1', '-10.00', '2026-04-01'],
      ['F2/01', '2.50', '2026-04-01'],
    ]);
    const again = await portal.api.post(`/billing_runs/${run.id}/reverse`);
    expect([again.status, again.body.error]).toEqual([409, `Run ${run.id} is reversed already.`]);
    const next = await ready('F-12');
    expect(next.id).not.toBe(run.id);
    await desk.finalized(next.id);
    expect(await desk.bills('F-12')).toHaveLength(6);
  });
});

describe('what owners are told', () => {
  it('compares one of several runs of a month with the one before that has its accounts', async () => {
    await make.costCenter('F22', { ...shared, cloud_contact_id: await make.contact('f.two@example.com') });
    for (const account of ['f-22a', 'f-22b']) await make.account(account, 'F22');
    const of = (account: string, invoice: string, amount: string) => azureMca([{ account, amount, invoice }]);
    for (const [account, amount] of [
      ['f-22a', '100'],
      ['f-22b', '150'],
    ] as const) {
      const before = await desk.run('azure', of(account, `${account}-10`, amount), { month: '2025-10' });
      await desk.finalized(before.id);
    }
    const runs = [
      await desk.run('azure', of('f-22a', 'f-22a-11', '100'), { month: '2025-11' }),
      await desk.run('azure', of('f-22b', 'f-22b-11', '150'), { month: '2025-11' }),
    ];
    const told = await Promise.all(
      runs.map(({ id }) => portal.api.get<{ totals: object[] }[]>(`/billing_runs/${id}/statements`)),
    );
    expect(told.map(({ body }) => body.data[0]?.totals)).toMatchObject([
      [{ this_month: '100.00', last_month: '100.00', difference: '0.00' }],
      [{ this_month: '150.00', last_month: '150.00', difference: '0.00' }],
    ]);
  });

  it('is this month, the last one and the difference, by cost center, with the services that cost most', async () => {
    await make.costCenter('F20', { ...shared, cloud_contact_id: await make.contact('f.owner@example.com') });
    await make.account('f-20', 'F20');
    const of = (invoice: string, amount: string) => azureMca([{ account: 'f-20', amount, invoice }]);
    const before = await desk.run('azure', of('F-20', '5'), { month: '2026-01' });
    await desk.finalized(before.id);
    const run = await desk.run('azure', of('F-21', '8'), { month: '2026-02' });
    const { body } = await portal.api.get<Record<string, unknown>[]>(`/billing_runs/${run.id}/statements`);
    const told = { currency: 'EUR', this_month: '8.00', last_month: '5.00', difference: '3.00' };
    expect(body.data).toEqual([
      {
        owner_email: 'f.owner@example.com',
        sent: true,
        why: null,
        totals: [told],
        cost_centers: [{ identifier: 'F20', ...told }],
        services: [{ service: 'Virtual Machines', currency: 'EUR', amount: '8.00' }],
      },
    ]);
    const { options } = await desk.finalized(run.id, { email_owners: true });
    expect(options).toMatchObject([{ name: 'email_owners', state: 'done', note: '1 owner mailed.' }]);
    const [mail] = (await mails('Cloud costs of 2026-02')).filter(({ to }) => to === 'f.owner@example.com');
    expect(mail?.text).toContain('  F20: 8.00 EUR, last month 5.00 (+3.00)');
    expect(mail?.text).toContain('  Virtual Machines: 8.00 EUR');
  });

  it('leads to the days of its bills, which are seldom those of the month in which somebody reads it', async () => {
    await make.costCenter('F50', { ...shared, cloud_contact_id: await make.contact('f.days@example.com') });
    await make.account('f-50', 'F50');
    const run = await desk.run('azure', azureMca([{ account: 'f-50', amount: '5', invoice: 'F-50' }]), {
      month: '2025-12',
    });
    await desk.finalized(run.id, { cloud_bills: true, email_owners: true });
    const [mail] = (await mails('Cloud costs of 2025-12')).filter(({ to }) => to === 'f.days@example.com');
    expect(mail?.text).toContain('/auth/cloud-billing?startDate=2026-01-01&endDate=2026-01-01\n');
    expect((await desk.bills('F-50')).map(({ date }) => date)).toEqual(['2026-01-01']);
  });

  it('is mailed to who owns the cost center now, and not to who did when it was allocated', async () => {
    const cloud_contact_id = await make.contact('f.before@example.com');
    const center = await make.costCenter('F40', { ...shared, cloud_contact_id });
    await make.account('f-40', 'F40');
    const run = await desk.run('azure', azureMca([{ account: 'f-40', amount: '4', invoice: 'F-40' }]));
    const now = await make.contact('f.now@example.com');
    await portal.db.query('UPDATE cost_centers SET cloud_contact_id = $2 WHERE id = $1', [center, now]);
    const told = await portal.api.get<object[]>(`/billing_runs/${run.id}/statements`);
    expect(told.body.data).toMatchObject([
      { owner_email: 'f.now@example.com', services: [{ service: 'Virtual Machines', amount: '4.00' }] },
    ]);
    await desk.finalized(run.id, { email_owners: true });
    const mailed = (await mails('Cloud costs of 2026-03')).filter(({ text }) => text.includes('F40'));
    expect(mailed.map(({ to }) => to)).toEqual(['f.now@example.com']);
  });

  it('is not mailed to who has left', async () => {
    const gone = await make.insert('cloud_contacts', { email: 'gone@example.com', terminated: true });
    await make.costCenter('F30', { ...shared, cloud_contact_id: gone });
    await make.account('f-30', 'F30');
    const run = await desk.run('azure', azureMca([{ account: 'f-30', amount: '1', invoice: 'F-30' }]));
    const { options } = await desk.finalized(run.id, { email_owners: true });
    expect(options[0]?.note).toBe('0 owners mailed. gone@example.com is terminated and is not mailed.');
  });
});
