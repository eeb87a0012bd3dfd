import type { PoolClient } from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { addLine, removeLine } from '#server/modules/billing/review/additions/change-invoice.ts';
import { keepLines, keepWorkbook } from '#server/modules/billing/review/pre-ap/run-files.ts';
import { readFile } from '#server/platform/files/store.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { downloadPreAp, sheetsOf } from '#tests/support/billing/pre-ap.ts';
import { unzip } from '#tests/support/workbook.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let run: Run;

beforeAll(async () => {
  const cloud_contact_id = await make.contact('owner@example.com');
  const one = { companies_id: await make.company('1000'), cloud_contact_id };
  const two = { companies_id: await make.company('2000'), cloud_contact_id };
  await make.costCenter('P1', one);
  await make.costCenter('P1/07', one);
  await make.costCenter('P2', two);
  for (const [account, names] of Object.entries({ 'p-1': 'P1', 'p-2': 'P1/07', 'p-3': 'P2' }))
    await make.account(account, names);
  run = await desk.run(
    'azure',
    azureMca([
      { account: 'p-1', amount: '10.005', invoice: 'P-1' },
      { account: 'p-1', amount: '20', invoice: 'P-1' },
      { account: 'p-2', amount: '5', invoice: 'P-1' },
      { account: 'p-3', amount: '7.5', invoice: 'P-1' },
      { account: 'p-3', amount: '1', invoice: 'P-2' },
      { account: 'p-unknown', amount: '2.5', invoice: 'P-2' },
    ]),
  );
});

/** The file of a run's lines; empty before it is made. */
async function linesOf({ id }: Run): Promise<string> {
  const { files } = await desk.read(id);
  const { rows } = await portal.db.query<{ content: Buffer }>(
    'SELECT content FROM file_chunks WHERE file_id = $1 ORDER BY position',
    [files.find(({ name }) => name.endsWith('.zip'))?.id],
  );
  return unzip(Buffer.concat(rows.map(({ content }) => content))).get(`lines_run_${id}.csv`) ?? '';
}

it('has a block per company code and invoice, whose total is a formula over its postings', async () => {
  const sheet = (await sheetsOf(await downloadPreAp(portal, run.id))).get('Pre-AP');
  const told = sheet?.rows.map((row) => [
    row['Company Code'],
    row['Vendor'],
    row['Invoice Number'],
    row['Cost Center'] ?? row['WBS Element'],
    row['Amount'],
    row['Cross-Company'],
  ]);
  const recharge = 'Cross-company recharge';
  expect(told).toEqual([
    ['1000', 'Microsoft Azure', 'P-1', null, null, null],
    ['1000', null, 'P-1', 'P1', 30.01, null],
    ['1000', null, 'P-1', 'P1/07', 5, null],
    ['2000', 'Microsoft Azure', 'P-1', null, null, recharge],
    ['2000', null, 'P-1', 'P2', 7.5, recharge],
    ['2000', 'Microsoft Azure', 'P-2', null, null, null],
    ['2000', null, 'P-2', 'P2', 1, null],
    ['Total EUR', null, null, null, 43.51, null],
  ]);
  expect(sheet?.cell(2, 'Total')).toMatchObject({ formula: 'SUM(K3:K4)', formulaResult: 35.01 });
  expect(sheet?.cell(3, 'Amount').style?.numFmt).toBe('[$EUR]\\ #,##0.00');
  const bold = [2, 3, 5, 7].map((row) => sheet?.cell(row, 'Invoice Number').style?.font?.bold ?? false);
  expect(bold).toEqual([true, false, true, true]);
  expect(sheet?.cell(9, 'Amount')).toMatchObject({ formula: 'SUM(K2:K8)', formulaResult: 43.51 });
});

it('names its run, and tells what was charged, what found no place, and that all of it is the invoice', async () => {
  const sheets = await sheetsOf(await downloadPreAp(portal, run.id));
  expect([...sheets.keys()]).toEqual(['Summary', 'Pre-AP', 'Lines', 'Exceptions', 'Reconciliation']);
  const summary = new Map(sheets.get('Summary')?.rows.map((row) => [row['Item'], row['Value']]));
  expect(summary.get('Billing Run')).toBe(String(run.id));
  expect(summary.get('Month Charged')).toBe('2026-03');
  const sums = sheets.get('Summary')?.rows.filter(({ Currency: currency }) => currency !== null);
  expect(sums?.map((row) => [row['Item'], row['Currency'], row['Amount']])).toEqual([
    ['Invoices EUR', 'EUR', 46.01],
    ['Posted EUR', 'EUR', 43.51],
    ['Unallocated EUR', 'EUR', 2.5],
  ]);
  const [line] = sheets.get('Lines')?.rows ?? [];
  expect(line).toMatchObject({
    Account: 'p-1',
    Lines: 2,
    Amount: 30.005,
    'Cost Center': 'P1',
    Kind: 'Purchases and usage',
  });
  expect(sheets.get('Exceptions')?.rows[0]).toMatchObject({ Account: 'p-unknown', Amount: 2.5 });
  const sheet = sheets.get('Reconciliation');
  expect(sheet?.rows[0]).toMatchObject({
    'Invoice Number': 'P-1',
    'Invoice Total': 42.51,
    Postings: 42.51,
    Unallocated: 0,
    Difference: 0,
  });
  expect(sheet?.rows[1]).toMatchObject({ 'Invoice Total': 3.5, Postings: 1, Unallocated: 2.5, Bills: 0 });
  expect(sheet?.cell(2, 'Postings').formula).toContain('SUMPRODUCT(');
});

it('counts the rounding that was added apart from the lines, and names the account and its cloud', async () => {
  await portal.db.query("UPDATE cloud_parents SET name = 'Player data' WHERE identifier = 'p-1'");
  const rounded = await desk.run('azure', azureMca([{ account: 'p-1', amount: '3', invoice: 'P-R' }]));
  const { body } = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${rounded.id}/finalize`, {
    cloud_bills: true,
    invoices: [{ n: 1, total: '3.02' }],
  });
  await followJob(portal.api, body.data.job.id);
  const sheets = await sheetsOf(await downloadPreAp(portal, rounded.id));
  expect(sheets.get('Reconciliation')?.rows[0]).toMatchObject({
    'Invoice Total': 3.02,
    Lines: 3,
    Rounding: 0.02,
    Postings: 3.02,
  });
  expect(sheets.get('Lines')?.rows.slice(0, 2)).toMatchObject([
    {
      Account: 'p-1',
      'Account Name': 'Player data',
      Cloud: 'Azure',
      Kind: 'Purchases and usage',
      Lines: 1,
      Amount: 3,
    },
    { Account: null, Kind: 'Rounding', Lines: 0, Amount: 0.02 },
  ]);
});

interface Mail {
  id: number;
  subject: string;
  text: string;
  attachments: { name: string }[];
}

it('is mailed to who began the run, once for each state it comes to, and stands with the lines among its files', async () => {
  const mails = async () => {
    const { body } = await portal.api.get<Mail[]>(
      `/outbox?q=${encodeURIComponent(`billing run ${run.id},`)}`,
    );
    return body.data;
  };
  await expect.poll(mails, { timeout: 60_000 }).toHaveLength(1);
  const [{ id } = { id: 0 }] = await mails();
  const { data: mail } = (await portal.api.get<Mail>(`/outbox/${id}`)).body;
  expect(mail.text).toMatch(/^Hello Ada Lovelace,\n/);
  expect(mail.text).toContain('Invoice P-2: 3.50 EUR, postings 1.00, unallocated 2.50');
  expect(mail.attachments).toMatchObject([{ name: `pre_ap_run_${run.id}.xlsx` }]);
  const center = await make.costCenter('P3', {
    companies_id: 1,
    cloud_contact_id: 1,
    active_at: '2020-01-01',
  });
  await desk.assign(run.id, 'p-unknown', center);
  await expect.poll(mails, { timeout: 60_000 }).toHaveLength(2);
  const { files } = await desk.read(run.id);
  expect(files.map(({ name }) => name).toSorted()).toEqual([
    'bill.csv',
    `lines_run_${run.id}.zip`,
    `pre_ap_run_${run.id}.xlsx`,
  ]);
  const csv = await linesOf(run);
  expect(csv.split('\n').slice(0, 2)).toEqual([
    'line,invoice_number,currency,account,kind,amount,day,service,description',
    '2,P-1,EUR,p-1,usage,10.005,2026-03-02,Virtual Machines,"D2s v3, West Europe"',
  ]);
});

it('has below it a file of lines in which nothing is run by a spreadsheet, the number of the invoice neither', async () => {
  const of = await desk.run('azure', azureMca([{ account: 'p-1', amount: '1', invoice: '=1+2' }]));
  await expect.poll(() => linesOf(of), { timeout: 60_000 }).toContain("2,'=1+2,EUR,p-1,");
});

it('has below it the lines as they are now, also where another one has taken the place of one that was alike', async () => {
  const of = await desk.run('azure', azureMca([{ account: 'p-1', amount: '1', invoice: 'P-9' }]));
  const add = (tx: PoolClient, reason: string) =>
    addLine(tx, of.id, { kind: 'tax', amount: '100', reason }, 'ada@example.com');
  await portal.db.transaction((tx) => add(tx, 'The first one'));
  await keepLines(portal.db, of.id);
  expect(await linesOf(of)).toContain('The first one');
  await portal.db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: number }>('SELECT id FROM billing_additions WHERE run_id = $1', [
      of.id,
    ]);
    await removeLine(tx, of.id, rows[0]?.id ?? 0);
    await add(tx, 'The second one');
  });
  await keepLines(portal.db, of.id);
  const csv = await linesOf(of);
  expect(csv).toContain('The second one');
  expect(csv).not.toContain('The first one');
});

it('is that of the run as it is now, whatever file is kept', async () => {
  const before = await portal.api.get(`/billing_runs/${run.id}/reconciliation`);
  expect(before.body.data).toMatchObject([{ reference: 'P-1', difference: '0.00' }, { reference: 'P-2' }]);
  const to = await make.costCenter('P4', { companies_id: 1, cloud_contact_id: 1 });
  await desk.assign(run.id, 'p-3', to);
  const sheets = await sheetsOf(await downloadPreAp(portal, run.id));
  expect(sheets.get('Pre-AP')?.rows.map((row) => row['Cost Center'])).toContain('P4');
  expect((await portal.api.get('/billing_runs/999999/pre_ap.xlsx')).status).toBe(404);
});

it('is read to its end by who has begun, also when another one takes its place', async () => {
  const file = await keepWorkbook(portal.db, run.id);
  const reading = readFile(portal.db, file.id);
  await portal.db.query('UPDATE billing_runs SET revision = revision + 1 WHERE id = $1', [run.id]);
  const other = await keepWorkbook(portal.db, run.id);
  expect(other.id).not.toBe(file.id);
  expect(Buffer.concat(await Array.fromAsync(reading)).length).toBe(file.size);
  expect((await desk.read(run.id)).files.filter(({ name }) => name === file.name)).toMatchObject([
    { id: other.id },
  ]);
});

it('is one file where several ask for it at once, so that none takes away what another is about to mail', async () => {
  await portal.db.query('DELETE FROM billing_files WHERE run_id = $1', [run.id]);
  for (const keep of [keepWorkbook, keepLines]) {
    const made = await Promise.all(Array.from({ length: 3 }, () => keep(portal.db, run.id)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  }
});
