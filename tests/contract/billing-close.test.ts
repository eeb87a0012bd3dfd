import { beforeAll, describe, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { workbookOf } from '#tests/support/billing/downloads.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);

interface Cell {
  month: string;
  state: string;
  runs: { id: number }[];
  missing: { kind: string; message: string; run: number | null }[];
  accruals: { id: number; state: string }[];
  may_accrue: boolean;
  decisions: { by: string; what: string; run: number | null }[];
}
const cells = async (month: string, provider = 'azure', query = ''): Promise<Cell[]> => {
  const { body } = await portal.api.get<{ providers: { provider: string; cells: Cell[] }[] }>(
    `/month_close?month=${month}${query}`,
  );
  return body.data.providers.find((one) => one.provider === provider)?.cells ?? [];
};
const cell = async (month: string) => (await cells(month)).at(-1) as Cell;
const run = (month: string, lines: { account: string; amount: string }[], invoice = `I-${month}`) =>
  desk.run('azure', azureMca(lines.map((line) => ({ invoice, ...line }))), { month });
const accrue = (body: object) =>
  portal.api.post<{ id: number; percent: string; totals: object[] }>('/billing_accruals', body);

beforeAll(async () => {
  const shared = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('owner@example.com'),
  };
  await make.costCenter('M1', shared);
  await make.costCenter('M2/01', shared);
  await make.costCenter('M-LATE', { ...shared, expired_at: '2026-02-15' });
  await make.account('m-1', 'M1');
  await make.account('m-2', 'M2/01');
  await make.account('m-late', 'M-LATE');
});

describe('the board of the month close', () => {
  it('has no provider before any bill came', async () => {
    expect(await cells('2024-01')).toEqual([]);
  });

  it('tells what is unallocated with its run, what is ready, what is final and what is booked', async () => {
    const { id } = await run('2025-06', [
      { account: 'm-1', amount: '10' },
      { account: 'nobody', amount: '2.50' },
    ]);
    expect(await cell('2025-06')).toMatchObject({
      state: 'unallocated',
      missing: [
        {
          kind: 'exceptions',
          message: `One exception of run ${id} to be worked through: nobody is charged for 2.50 EUR.`,
          run: id,
        },
      ],
    });
    await make.account('nobody', 'M1');
    const ready = await run('2025-07', [{ account: 'm-1', amount: '10' }]);
    expect(await cell('2025-07')).toMatchObject({
      state: 'in_review',
      missing: [{ kind: 'run', message: `Run ${ready.id} waits to be reviewed and finalized.` }],
    });
    await desk.finalized(ready.id, { send_invoices: true });
    expect(await cell('2025-07')).toMatchObject({
      state: 'finalized',
      missing: [{ message: `Run ${ready.id} is final, and its bills are not booked.` }],
    });
    await desk.finalized(ready.id, { cloud_bills: true });
    const booked = await cell('2025-07');
    expect(booked).toMatchObject({ state: 'booked', missing: [] });
    expect(booked.decisions.map(({ by, what }) => [by, what])).toEqual([
      ['ada.lovelace@example.com', 'Sent bill.csv'],
      ['ada.lovelace@example.com', 'Confirm 10.00 EUR of invoice I-2025-07 without a stated total'],
      ['ada.lovelace@example.com', 'Finalize'],
      ['ada.lovelace@example.com', 'Finalize'],
    ]);
  });

  it('is as far as the run of a month that is least far', async () => {
    const first = await run('2025-08', [{ account: 'm-1', amount: '1' }], 'A');
    await desk.finalized(first.id);
    await run('2025-08', [{ account: 'm-1', amount: '1' }], 'B');
    expect(await cell('2025-08')).toMatchObject({ state: 'in_review', runs: [{}, {}] });
  });

  it('expects an invoice for a year after the last one, and not before the first', async () => {
    const [before] = await cells('2025-07');
    expect(before).toMatchObject({ month: '2025-02', state: 'not_expected', missing: [] });
    expect(await cell('2025-12')).toMatchObject({
      state: 'not_come',
      missing: [
        { kind: 'invoice', message: 'No invoice of Azure for December 2025 has come.', run: null },
        { kind: 'accrue', message: 'An accrual from the last final month can stand for it.' },
      ],
    });
    expect(await cell('2026-12')).toMatchObject({ state: 'not_expected' });
  });

  it('tells of a run that was reversed and has no other in its place', async () => {
    const { id } = await run('2025-09', [{ account: 'm-1', amount: '1' }]);
    await desk.finalized(id);
    await desk.reversed(id);
    const told = await cell('2025-09');
    expect(told.state).toBe('not_come');
    expect(told.missing.map(({ message }) => message)).toContain(
      `Run ${id} was reversed, and no other took its place.`,
    );
    await desk.settled(id);
  });

  it('tells as many months as are asked for, and refuses what is no month', async () => {
    expect((await cells('2025-08', 'azure', '&months=2')).map(({ month }) => month)).toEqual([
      '2025-07',
      '2025-08',
    ]);
    for (const query of ['month=soon', 'months=0', 'months=25', 'provider=azure'])
      expect((await portal.api.get(`/month_close?${query}`)).status, query).toBe(400);
  });
});

describe('an accrual', () => {
  beforeAll(async () => {
    const { id } = await run('2026-01', [
      { account: 'm-1', amount: '100.01' },
      { account: 'm-2', amount: '33.33' },
      { account: 'm-late', amount: '7' },
    ]);
    await desk.finalized(id);
  });

  it('is suggested by cost center from the last final month, as it was unless somebody scales it', async () => {
    const asked = '/billing_accruals/suggestion?provider=azure&month=2026-02';
    const { body } = await portal.api.get<{
      from: string;
      totals: object[];
      postings: Record<string, unknown>[];
    }>(asked);
    expect(body.data).toMatchObject({
      from: '2026-01',
      percent: '100',
      totals: [{ currency: 'EUR', amount: '140.34' }],
    });
    expect(body.data.postings).toMatchObject([
      { cost_center: 'M-LATE', amount: '7.00', valid: false },
      {
        cost_center: 'M1',
        wbs_element: null,
        amount: '100.01',
        company_code: '1000',
        gl_account: '520109',
        reference: 'ACCRUAL-AZURE-2026-02',
        text: 'Accrual Azure 2026-02 as in 2026-01',
        valid: true,
      },
      { cost_center: null, wbs_element: 'M2/01', amount: '33.33' },
    ]);
    const scaled = await portal.api.get<{ totals: object[]; postings: { amount: string; text: string }[] }>(
      `${asked}&percent=50.5`,
    );
    expect(scaled.body.data.postings.map(({ amount }) => amount)).toEqual(['3.54', '50.51', '16.83']);
    expect(scaled.body.data.totals).toEqual([{ currency: 'EUR', amount: '70.88' }]);
    expect(scaled.body.data.postings[0]?.text).toBe('Accrual Azure 2026-02 as in 2026-01 at 50.5%');
  });

  it('copies a month of which all runs are final before one that is half open, and tells what of that is left out', async () => {
    const line = (amount: string) => [{ account: 'm-1', amount }];
    const suggested = async () => {
      const asked = '/billing_accruals/suggestion?provider=azure&month=2023-08';
      const { body } = await portal.api.get<{ from: string; left_out: number[]; totals: object[] }>(asked);
      return body.data;
    };
    await desk.finalized((await run('2023-07', line('60'), 'HALF-1')).id);
    const open = await run('2023-07', line('40'), 'HALF-2');
    expect(await suggested()).toMatchObject({
      from: '2023-07',
      left_out: [open.id],
      totals: [{ amount: '60.00' }],
    });
    await desk.finalized((await run('2023-06', line('99'), 'WHOLE')).id);
    expect(await suggested()).toMatchObject({
      from: '2023-06',
      left_out: [],
      totals: [{ amount: '99.00' }],
    });
  });

  it('stands until it is reversed, once, and is held against the invoice that comes', async () => {
    const made = await accrue({ provider: 'azure', month: '2026-02' });
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    const twice = await accrue({ provider: 'azure', month: '2026-02' });
    expect([twice.status, twice.body.error]).toEqual([
      409,
      `Accrual ${id} of Azure for February 2026 stands already. Reverse it before another one is made.`,
    ]);
    expect(await cell('2026-02')).toMatchObject({
      state: 'not_come',
      accruals: [{ id, state: 'standing' }],
      may_accrue: false,
      decisions: [{ by: 'ada.lovelace@example.com', what: `Made accrual ${id}` }],
    });
    const sheet = await workbookOf(portal, `/billing_accruals/${id}/sheet.xlsx`);
    expect(sheet.file).toBe('accrual_azure_2026-02.xlsx');
    const rowsOf = sheet.sheets.get('Accrual')?.rows ?? [];
    expect(rowsOf.map((row) => [row['Cost Center'], row['WBS Element'], row['Amount']])).toEqual([
      [null, null, null],
      ['M-LATE', null, 7],
      ['M1', null, 100.01],
      [null, 'M2/01', 33.33],
      [null, null, 140.34],
    ]);
    expect(rowsOf[1]).toMatchObject({
      'Company Code': '1000',
      'Invoice Number': 'ACCRUAL-AZURE-2026-02',
      Text: 'Accrual Azure 2026-02 as in 2026-01',
    });

    const read = async () =>
      (await portal.api.get<{ comparison: unknown }>(`/billing_accruals/${id}`)).body.data.comparison;
    expect(await read()).toBeNull();
    const invoice = await run('2026-02', [
      { account: 'm-1', amount: '120' },
      { account: 'm-2', amount: '33.33' },
    ]);
    await desk.finalized(invoice.id);
    expect(await read()).toMatchObject({
      runs: [invoice.id],
      totals: [{ currency: 'EUR', accrued: '140.34', invoiced: '153.33', difference: '12.99' }],
      places: [
        { cost_center: 'M1', accrued: '100.01', invoiced: '120.00', difference: '19.99' },
        { cost_center: 'M-LATE', accrued: '7.00', invoiced: '0.00', difference: '-7.00' },
        { wbs_element: 'M2/01', difference: '0.00' },
      ],
    });
    expect((await cell('2026-02')).missing).toMatchObject([
      {
        kind: 'accrual',
        message: `Accrual ${id} still stands, although the invoice is final. Reverse it.`,
      },
    ]);

    const reversed = await portal.api.post(`/billing_accruals/${id}/reverse`);
    expect(reversed.body.data).toMatchObject({
      state: 'reversed',
      reversed_by: 'ada.lovelace@example.com',
    });
    expect((await portal.api.post(`/billing_accruals/${id}/reverse`)).status).toBe(409);
    expect(await cell('2026-02')).toMatchObject({ state: 'booked', missing: [] });
    const back = await workbookOf(portal, `/billing_accruals/${id}/sheet.xlsx?reversal=true`);
    expect(back.file).toBe('accrual_reversal_azure_2026-02.xlsx');
    const rows = back.sheets.get('Accrual Reversal')?.rows ?? [];
    expect(rows[1]).toMatchObject({ Amount: -7, Text: 'Reversal of Accrual Azure 2026-02 as in 2026-01' });
  });

  it('is refused where the invoice is final, where nothing can be copied, and with every wrong field named', async () => {
    const final = await accrue({ provider: 'azure', month: '2026-01' });
    expect([final.status, final.body.error]).toEqual([
      409,
      expect.stringMatching(
        /^Billing run \d+ has the invoice of Azure for January 2026, so nothing is accrued\.$/,
      ),
    ]);
    const nothing = await accrue({ provider: 'aws', month: '2026-03' });
    expect([nothing.status, nothing.body.error]).toEqual([
      409,
      'Nothing can be accrued of AWS for March 2026: no final billing run of the twelve months before has postings to copy.',
    ]);
    const wrong = await accrue({ provider: 'x', month: 'soon', percent: 0, amount: 1 });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toMatchObject([
      { field: 'provider' },
      { field: 'month' },
      { field: 'percent' },
      { field: 'amount' },
    ]);
  });
});

describe('who may close a month', () => {
  const guarded = withPortal({ SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'readers=viewer' });

  it('who sees billing runs reads the board, and only who runs the billing accrues', async () => {
    const viewer = await guarded.signIn({ roles: ['viewer'] });
    expect((await viewer.get('/month_close')).status).toBe(200);
    for (const path of ['/billing_accruals', '/billing_accruals/1/reverse']) {
      const refused = await viewer.post(path, {});
      expect([refused.status, refused.body.error]).toEqual([
        403,
        'You have no right to run the billing. Ask an administrator for it.',
      ]);
    }
    const nobody = await guarded.signIn({ roles: [] });
    expect((await nobody.get('/month_close')).status).toBe(403);
  });
});
