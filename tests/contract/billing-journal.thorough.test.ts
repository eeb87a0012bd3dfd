import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { downloadOf } from '#tests/support/billing/downloads.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);

const final = async (lines: MadeLine[], told: Record<string, string> = {}) => {
  const { id } = await desk.run('azure', azureMca(lines), told);
  await desk.finalized(id);
  return id;
};
const journal = async (path: string) => {
  const { status, file, text } = await downloadOf(portal, path);
  const [head = '', ...rows] = text.trimEnd().split(/\r?\n/);
  const names = head.split(',');
  return {
    status,
    file,
    text,
    names,
    rows: rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at], cell]))),
  };
};
const cents = (amount = '') => BigInt(amount.replace('.', ''));
const balanceOf = (rows: Record<string, string>[]) =>
  rows.reduce(
    (sum, row) => sum + cents(row['Amount (WRBTR)']) * (row['Debit/Credit (SHKZG)'] === 'S' ? 1n : -1n),
    0n,
  );

beforeAll(async () => {
  const contact = await make.contact('owner@example.com');
  const of = async (code: string, clearing_gl: string | null) => ({
    companies_id: await make.company(code, { clearing_gl }),
    cloud_contact_id: contact,
  });
  const first = await of('1000', '210000');
  await make.costCenter('J1', first);
  await make.costCenter('J2/01', first);
  await make.costCenter('J3', await of('2000', '220000'));
  await make.costCenter('J4', await of('3000', null));
  await make.costCenter('TOO-LONG-FOR-SAP', first);
  for (const [account, center] of [
    ['j-1', 'J1'],
    ['j-2', 'J2/01'],
    ['j-3', 'J3'],
    ['j-4', 'J4'],
    ['j-long', 'TOO-LONG-FOR-SAP'],
  ] as const)
    await make.account(account, center);
});

describe('the journal of a final run', () => {
  it('has a document for each company that comes to zero to the cent, with the fields that SAP asks for', async () => {
    const invoice = 'INVOICE-2026-000123456';
    const id = await final([
      { account: 'j-1', amount: '10.01', invoice },
      { account: 'j-2', amount: '-2.5', invoice },
      { account: 'j-3', amount: '0.10', invoice },
    ]);
    const { status, file, text, names, rows } = await journal(`/billing_runs/${id}/journal.csv`);
    expect([status, file]).toEqual([200, `journal_run_${id}.csv`]);
    expect(text.charCodeAt(0)).not.toBe(0xfeff);
    expect(names).toEqual([
      'Document',
      'Company Code (BUKRS)',
      'Document Type (BLART)',
      'Document Date (BLDAT)',
      'Posting Date (BUDAT)',
      'Period (MONAT)',
      'Currency (WAERS)',
      'Reference (XBLNR)',
      'Header Text (BKTXT)',
      'Line Item (BUZEI)',
      'Debit/Credit (SHKZG)',
      'GL Account (HKONT)',
      'Amount (WRBTR)',
      'Cost Center (KOSTL)',
      'WBS Element (PS_POSID)',
      'Order (AUFNR)',
      'Text (SGTXT)',
    ]);
    expect(rows.map((row) => Object.values(row))).toEqual([
      ...['001,S,520109,10.01,J1,', '002,H,520109,2.50,,J2/01', '003,H,210000,7.51,,'].map((line) => [
        ...`1,1000,SA,20260331,20260331,03,EUR,E-2026-000123456,Run ${id}`.split(','),
        ...line.split(','),
        '',
        'INVOICE-2026-000123456 Azure 2026-03',
      ]),
      ...['001,S,520109,0.10,J3,', '002,H,220000,0.10,,'].map((line) => [
        ...`2,2000,SA,20260331,20260331,03,EUR,E-2026-000123456,Run ${id}`.split(','),
        ...line.split(','),
        '',
        'INVOICE-2026-000123456 Azure 2026-03',
      ]),
    ]);
    for (const company of ['1000', '2000'])
      expect(balanceOf(rows.filter((row) => row['Company Code (BUKRS)'] === company))).toBe(0n);
  });

  it('is posted on the day and with the type that are asked for', async () => {
    const id = await final([{ account: 'j-1', amount: '1', invoice: 'J-DAY' }]);
    const { rows } = await journal(
      `/billing_runs/${id}/journal.csv?posting_date=2026-04-02&document_type=kp`,
    );
    expect(rows[0]).toMatchObject({
      'Posting Date (BUDAT)': '20260402',
      'Period (MONAT)': '04',
      'Document Type (BLART)': 'KP',
    });
    for (const query of ['posting_date=soon', 'document_type=LONG', 'currency=EUR'])
      expect((await portal.api.get(`/billing_runs/${id}/journal.csv?${query}`)).status, query).toBe(400);
  });

  it('is refused with the postings named that SAP would not take', async () => {
    const id = await final([
      { account: 'j-1', amount: '1', invoice: 'J-BAD' },
      { account: 'j-4', amount: '1', invoice: 'J-BAD' },
      { account: 'j-long', amount: '1', invoice: 'J-BAD' },
    ]);
    const { status, body } = await portal.api.get(`/billing_runs/${id}/journal.csv`);
    expect(status).toBe(409);
    const [long, missing] = [2, 3];
    expect(body.error).toBe(
      `SAP would not take this journal. Cost center TOO-LONG-FOR-SAP has more than the 10 characters that SAP takes, which posting ${long} is about. Company 3000 has no Clearing GL, which posting ${missing} is about.`,
    );
    expect(body.errors).toMatchObject([{ field: `posting ${long}` }, { field: `posting ${missing}` }]);
  });

  it('is taken back once the run is reversed, on the same day with the signs turned, and not before', async () => {
    const id = await final([{ account: 'j-1', amount: '12.34', invoice: 'J-BACK' }]);
    const path = `/billing_runs/${id}/journal.csv`;
    const posted = await journal(path);
    const early = await portal.api.get(`${path}?reversal=true`);
    expect([early.status, early.body.error]).toEqual([
      409,
      `Run ${id} is final. A journal takes back what a reversed run posted: reverse it first.`,
    ]);
    await desk.reversed(id);
    const late = await portal.api.get(path);
    expect([late.status, late.body.error]).toEqual([
      409,
      `Run ${id} is reversed. A journal of it takes back what was posted: ask for that of the reversal.`,
    ]);
    const back = await journal(`${path}?reversal=true`);
    expect(back.file).toBe(`journal_run_reversal_${id}.csv`);
    const turned = { S: 'H', H: 'S' } as Record<string, string>;
    expect(back.rows).toEqual(
      posted.rows.map((row) => ({
        ...row,
        'Header Text (BKTXT)': `Reversal of run ${id}`,
        'Debit/Credit (SHKZG)': turned[row['Debit/Credit (SHKZG)'] ?? ''],
        'Text (SGTXT)': `Reversal of ${row['Text (SGTXT)']}`,
      })),
    );
  });

  it('is made of no run that is not final, and of none that is not there', async () => {
    const { id } = await desk.run('azure', azureMca([{ account: 'j-1', amount: '1', invoice: 'J-OPEN' }]));
    const { status, body } = await portal.api.get(`/billing_runs/${id}/journal.csv`);
    expect([status, body.error]).toEqual([
      409,
      `Run ${id} is ready. A journal is made of a final run: finalize it first.`,
    ]);
    expect((await portal.api.get('/billing_runs/999999999/journal.csv')).status).toBe(404);
  });
});

describe('the journal of an accrual', () => {
  it('is posted on the last day of its month, and taken back on the day after with the signs turned', async () => {
    await final([{ account: 'j-3', amount: '12.34', invoice: 'J-ACCRUED' }], { month: '2024-01' });
    const made = await portal.api.post<{ id: number }>('/billing_accruals', {
      provider: 'azure',
      month: '2024-02',
    });
    const path = `/billing_accruals/${made.body.data.id}/journal.csv`;
    const booked = await journal(path);
    expect(booked.file).toBe('journal_accrual_azure_2024-02.csv');
    expect(booked.rows).toMatchObject([
      {
        'Posting Date (BUDAT)': '20240229',
        'Debit/Credit (SHKZG)': 'S',
        'Amount (WRBTR)': '12.34',
        'Text (SGTXT)': 'ACCRUAL-AZURE-2024-02 Accrual Azure 2024-02 as in',
      },
      { 'Debit/Credit (SHKZG)': 'H', 'GL Account (HKONT)': '220000', 'Amount (WRBTR)': '12.34' },
    ]);
    const back = await journal(`${path}?reversal=true`);
    expect(back.file).toBe('journal_accrual_reversal_azure_2024-02.csv');
    expect(back.rows).toMatchObject([
      { 'Posting Date (BUDAT)': '20240301', 'Debit/Credit (SHKZG)': 'H', 'Amount (WRBTR)': '12.34' },
      { 'Debit/Credit (SHKZG)': 'S' },
    ]);
  });
});
