import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);

beforeAll(async () => {
  const make = estate(portal);
  const shared = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('decimals@example.com'),
  };
  for (const name of ['D1', 'D2', 'D3']) {
    await make.costCenter(name, shared);
    await make.account(name.toLowerCase(), name);
  }
});

describe('what is charged in a currency with other decimals is booked to its smallest unit', () => {
  it.each([
    // What three bear in equal parts, and what their bills come to.
    ['KWD', '10', ['3.333', '3.333', '3.334'], '10.000', '0.000'],
    ['JPY', '100', ['33.00', '33.00', '34.00'], '100', '0'],
    ['CLF', '1', ['0.3333', '0.3333', '0.3334'], '1.0000', '0.0000'],
  ])('%s', async (currency, shared, parts, total, nothing) => {
    const invoice = `decimals-${currency}`;
    const lines = [
      ...['d1', 'd2', 'd3'].map((account) => ({ account, amount: '0.000001', invoice, currency })),
      { account: null, amount: shared, kind: 'Tax', invoice, currency },
    ];
    const { id } = await desk.run('azure', azureMca(lines));
    const final = await desk.finalized(id, { cloud_bills: true, email_owners: true });
    expect(final).toMatchObject({ state: 'final', totals: [{ postings: total, bills: total }] });
    expect(final.options.map(({ state }) => state)).toEqual(['done', 'done']);
    const bills = await desk.bills(invoice);
    expect(bills.map(({ amount }) => amount).toSorted()).toEqual(parts);
    const { meta } = (await portal.api.get<Row[]>(`/cloud_bills?by_reference=${invoice}&page=1`)).body;
    expect(meta).toMatchObject({ totals: { amount: { [currency]: expect.stringContaining(total) } } });
    expect(await desk.reversed(id)).toMatchObject({ totals: [{ bills: nothing }] });
  });
});

describe('a bill has the decimals of its currency, and two at least', () => {
  const sentence = (digits: number) =>
    `Amount must be an amount such as 1234.50, with at most 15 digits before the point and ${digits} after it.`;
  const create = (currency: string, amount: string) =>
    portal.api.post('/cloud_bills', {
      date: '2026-03-01',
      provider: 'aws',
      identifier: 'D1',
      currency,
      amount,
    });

  it.each([
    ['EUR', '1.2', '1.20'],
    ['KWD', '1.2', '1.20'],
    ['KWD', '1.234', '1.234'],
    ['KWD', '1.2340', '1.234'],
    ['JPY', '300', '300.00'],
  ])('in %s %s is kept as %s', async (currency, given, kept) => {
    const { status, body } = await create(currency, given);
    expect([status, body.data['amount']]).toEqual([201, kept]);
  });

  it.each([
    ['EUR', '1.234', 2],
    ['JPY', '1.234', 2],
    ['KWD', '1.2345', 3],
    ['CLF', '1.23456', 4],
  ])('in %s %s is refused', async (currency, given, digits) => {
    const { status, body } = await create(currency, given);
    expect([status, body.errors]).toMatchObject([422, [{ field: 'amount', message: sentence(digits) }]]);
  });

  it('and neither its amount nor its currency is changed to something else', async () => {
    const { id } = (await create('KWD', '1.234')).body.data;
    const change = async (values: Record<string, unknown>) => {
      const { status, body } = await portal.api.put(`/cloud_bills/${id}`, values);
      return [status, body.errors?.[0]?.message ?? body.data['amount']];
    };
    expect(await change({ currency: 'EUR' })).toEqual([422, sentence(2)]);
    expect(await change({ amount: '1.2345' })).toEqual([422, sentence(3)]);
    expect(await change({ amount: '1.235' })).toEqual([200, '1.235']);
    expect(await change({ amount: '1.23', currency: 'EUR' })).toEqual([200, '1.23']);
    expect(await change({ amount: '1.235' })).toEqual([422, sentence(2)]);
  });

  it('also in a file, whose row is named', async () => {
    const upload = (...amounts: string[]) => {
      const rows = amounts.map((amount) => `2026-03-01,aws,D-file,${amount}`);
      const csv = ['Date,Provider,Identifier,Amount,Currency', ...rows].join('\n');
      return portal.api.post('/cloud_bills/upload', { data: Buffer.from(csv).toString('base64') });
    };
    const wrong = await upload('1.234,KWD', '1.234,EUR');
    expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ row: 3, message: sentence(2) }]]);
    expect((await upload('1.234,KWD')).status).toBe(201);
    const { text } = await portal.api.get('/cloud_bills.csv?by_identifier=D-file');
    expect(text).toContain(',1.234,KWD');
  });
});
