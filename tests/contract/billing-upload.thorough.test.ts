import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { awsDetailed, azureMca, googleCostTable } from '#tests/support/billing/bill-files.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const known = { account: 'sub-known', project: 'project-known', aws: '222222222222' };

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = { companies_id: await company('1000'), cloud_contact_id: await contact('o@example.com') };
  await costCenter('4711', center);
  await account(known.account, '4711');
  await account(known.project, '4711', 'GcpCloudParent');
  await account(known.aws, '4711', 'AwsCloudParent');
});

describe('an upload', () => {
  it('without a file is refused', async () => {
    const { status, body } = await desk.begin('azure', '');
    expect([status, body.error]).toEqual([422, 'The file is empty. Send it as the body of the request.']);
  });

  it.each([
    [{ provider: 'oracle' }, 'provider must be one of azure, gcp, aws, focus, github.'],
    [{ month: '2026-13' }, 'month must be the month that is charged, such as 2026-03.'],
    [{ month: '0000-01' }, 'month must be the month that is charged, such as 2026-03.'],
    [{ name: '' }, 'name must be the name of the file, of at most 255 characters.'],
    [{ currency: 'Euro' }, 'currency must be one such as EUR.'],
    [{ posting_day: 'soon' }, 'posting_day must be a day such as 2026-03-31.'],
  ])('with %j is refused before its body is read', async (told, sentence) => {
    const { status, body } = await desk.begin('azure', 'x', told as Record<string, string>);
    expect([status, body.error]).toEqual([400, sentence]);
  });

  it('of the same file is answered with its first run, however often it comes at once', async () => {
    const file = azureMca([{ account: known.account, amount: '7', invoice: 'same' }]);
    const answers = await Promise.all([1, 2, 3].map(() => desk.begin('azure', file)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 202]);
    expect(new Set(answers.map(({ body }) => body.data.billing_run.id)).size).toBe(1);
    const { rows } = await portal.db.query(
      `SELECT count(*) AS kept FROM file_owners WHERE owner_kind = 'billing_run' AND keep_until IS NOT NULL`,
    );
    expect(rows).toEqual([{ kept: 0 }]);
  });

  it('names the invoice and the currency where the file does not', async () => {
    const file = awsDetailed([{ account: known.aws, amount: '7', invoice: '' }]);
    const run = await desk.run('aws', file, { currency: 'CHF', reference: 'told-1' });
    expect(run.invoices).toMatchObject([{ reference: 'told-1', currency: 'CHF' }]);
  });

  it('is kept as it was sent, and can be downloaded from its run', async () => {
    const file = azureMca([{ account: known.account, amount: '8', invoice: 'kept' }]);
    const run = await desk.run('azure', file, { name: 'März.csv' });
    // The job goes on to make the workbook and the file of lines, which may stand beside it by now.
    const kept = run.files.find(({ name }) => name === 'März.csv');
    expect(kept).toMatchObject({ size: Buffer.byteLength(file) });
    const { text, headers } = await portal.api.get(`/billing_runs/${run.id}/files/${kept?.id}`);
    expect(text).toBe(file);
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''M%C3%A4rz.csv");
  });
});

it('a text that says the same however often is no archive that is packed too tightly', async () => {
  const rows = azureMca([{ account: known.account, amount: '3', invoice: 'repeats' }]).split('\n');
  const blank = `${' '.repeat(500_000)}\n`;
  const file = [rows[0], blank.repeat(25), ...rows.slice(1)].join('\n');
  expect(await desk.run('azure', file)).toMatchObject({ state: 'ready', lines: 1 });
});

describe('another file of the same invoice', () => {
  it('supersedes an open run where it is said to replace it, and both stay', async () => {
    const first = await desk.run(
      'azure',
      azureMca([{ account: known.account, amount: '1', invoice: 'again' }]),
    );
    const second = await desk.replacing(
      'azure',
      azureMca([{ account: known.account, amount: '2', invoice: 'again' }]),
    );
    expect(second).toMatchObject({ state: 'ready', superseded_by: null });
    expect(await desk.read(first.id)).toMatchObject({ state: 'superseded', superseded_by: second.id });
  });

  it('is asked about where the invoice is booked', async () => {
    const first = await desk.run(
      'azure',
      azureMca([{ account: known.account, amount: '1', invoice: 'booked' }]),
    );
    await portal.db.query(`UPDATE billing_runs SET state = 'final' WHERE id = $1`, [first.id]);
    const file = azureMca([{ account: known.account, amount: '2', invoice: 'booked' }]);
    for (const existing of ['add', 'replace']) {
      const { status, body } = await desk.begin('azure', file, { existing });
      expect([status, body.error]).toEqual([
        409,
        expect.stringContaining(`Billing run ${first.id} has booked invoice booked already`),
      ]);
    }
  });

  it('is the same file as well, where another currency is told beside it', async () => {
    const file = awsDetailed([{ account: known.aws, amount: '7', invoice: 'told-twice' }]);
    const first = await desk.run('aws', file);
    const second = await desk.run('aws', file, { currency: 'EUR' });
    expect(await desk.read(first.id)).toMatchObject({ state: 'superseded', superseded_by: second.id });
    await portal.db.query(`UPDATE billing_runs SET state = 'final' WHERE id = $1`, [second.id]);
    const third = await desk.run('aws', file, { currency: 'SEK' });
    expect(third).toMatchObject({ state: 'needs_review', existing_run: second.id });
  });

  it('supersedes it in turn where it was superseded itself and is sent again', async () => {
    const file = (amount: string) => azureMca([{ account: known.account, amount, invoice: 'right' }]);
    const first = await desk.run('azure', file('1'));
    const wrong = await desk.replacing('azure', file('2'));
    const again = await desk.replacing('azure', file('1'));
    expect(again).toMatchObject({ state: 'ready', totals: [{ lines: '1.00' }] });
    expect(await desk.read(wrong.id)).toMatchObject({ state: 'superseded', superseded_by: again.id });
    expect(await desk.read(first.id)).toMatchObject({ state: 'superseded', superseded_by: wrong.id });
  });

  it('is refused where the open run has an invoice more, which would be lost', async () => {
    const line = (invoice: string) => ({ account: known.account, amount: '1', invoice });
    const first = await desk.run('azure', azureMca([line('pair-1'), line('pair-2')]));
    const second = await desk.replacing('azure', azureMca([line('pair-1')]));
    expect(second.error).toContain(`Run ${first.id} has invoice pair-1 as well, and invoice pair-2`);
    expect((await desk.read(first.id)).state).toBe('ready');
  });
});

describe('the calls of the billing page', () => {
  const base64 = (file: string | Buffer) => Buffer.from(file).toString('base64');
  const called = async (path: string, body: unknown) => {
    const answer = await portal.api.post<{ billing_run: Run; job: { id: string } }>(
      `/cloud_bills/${path}`,
      body,
    );
    if (answer.status !== 202) return { ...answer, run: null };
    await followJob(portal.api, answer.body.data.job.id);
    return { ...answer, run: await desk.read(answer.body.data.billing_run.id) };
  };

  it('take an invoice of Azure, bare or wrapped, and the month that its file tells', async () => {
    const file = (invoice: string) => azureMca([{ account: known.account, amount: '4', invoice }]);
    const bare = await called('process_azure_invoice', { data: base64(file('call-1')) });
    expect(bare.run).toMatchObject({ state: 'ready', month: '2026-03', posting_day: '2026-03-31' });
    const data = `data:text/csv;base64,${base64(file('call-2'))}`;
    expect((await called('process_azure_invoice', { cloud_bill: { data } })).run).toMatchObject({
      state: 'ready',
    });
    const again = await called('process_azure_invoice', { data: base64(file('call-1')) });
    expect([again.status, again.body.data.billing_run.id]).toEqual([200, bare.run?.id]);
  });

  it('take an invoice of Google with a day of the month that is charged', async () => {
    const lines = [{ account: known.project, amount: '4', day: '2026-02-02' }];
    const file = googleCostTable(lines, { total: '4.00', dated: '2026-02-28' });
    const { run } = await called('process_google_invoice', { data: base64(file), date: '2026-02-28' });
    expect(run).toMatchObject({ state: 'ready', month: '2026-02', posting_day: '2026-02-28' });
  });

  it('name the run by the file where the call tells what it is called', async () => {
    const file = (invoice: string) => base64(azureMca([{ account: known.account, amount: '4', invoice }]));
    const { run } = await called('process_azure_invoice', { data: file('call-3'), name: ' march.csv ' });
    expect(run).toMatchObject({ file_name: 'march.csv' });
    const unnamed = await called('process_azure_invoice', { data: file('call-4') });
    expect(unnamed.run).toMatchObject({ file_name: 'azure-invoice' });
  });

  it('take a workbook of Azure', async () => {
    const row = [known.account, '03/02/2026', 'x', '12.34', 'Usage', 'OnDemand', '86', 'EUR', '03/01/2026'];
    const columns = [
      'SubscriptionId',
      'Date',
      'MeterCategory',
      'CostInBillingCurrency',
      'ChargeType',
      'PricingModel',
    ];
    const headers = [...columns, 'BillingAccountId', 'BillingCurrencyCode', 'BillingPeriodStartDate'];
    async function* rows() {
      yield await Promise.resolve([row]);
    }
    const sheet = {
      name: 'Costs',
      columns: headers.map((header) => ({ header, kind: 'text' as const })),
      rows: rows(),
    };
    const workbook = await buffer(writeXlsx([sheet]));
    const { run } = await called('process_azure_invoice', { data: base64(workbook) });
    expect(run).toMatchObject({
      state: 'ready',
      format: 'azure-ea',
      month: '2026-03',
      totals: [{ lines: '12.34' }],
    });
  });

  it.each([
    ['process_azure_invoice', {}, ['data']],
    ['process_azure_invoice', { data: 'eA==', date: '2026-03-01', more: 1 }, ['date', 'more']],
    ['process_google_invoice', { cloud_bill: { data: 7, date: 'soon' } }, ['date', 'data']],
    ['process_google_invoice', { data: 7, name: 'x'.repeat(256), date: 'soon' }, ['name', 'date', 'data']],
  ])('%s refuses %j and names every mistake', async (path, body, fields) => {
    const { status, body: answer } = await called(path, body);
    expect([status, answer.errors.map(({ field }) => field)]).toEqual([422, fields]);
  });

  it('say at once of a file that it is none of theirs, and begin no run', async () => {
    const count = async () =>
      (await portal.db.query<{ runs: number }>('SELECT count(*) AS runs FROM billing_runs')).rows[0]?.runs;
    const before = await count();
    const { status, body } = await called('process_google_invoice', { data: base64('Planet\nMars\n') });
    expect([status, body.error]).toEqual([
      422,
      expect.stringContaining('For Google Cloud, cost table it lacks Project ID,'),
    ]);
    expect(await count()).toBe(before);
  });
});
